import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import { LoadingBlock, type LoadingBlockProps } from './loading-block.tsx';

interface UnreadProps extends Omit<LoadingBlockProps, 'title'> {
  /** The read that has no data yet. */
  of: { error: unknown; mutate: () => unknown };
  /** Drawn until there are data, in place of a block. */
  loading?: ReactNode;
  /** What could not be loaded, in words. */
  title?: string | undefined;
}

/** What a region shows until it has data: the shape of them, or why they could not be loaded. */
export function Unread({ of: { error, mutate }, loading, title, ...block }: UnreadProps) {
  if (error) return <LoadError error={error} {...(title && { title })} onRetry={() => void mutate()} />;
  return loading === undefined ? <LoadingBlock {...block} /> : loading;
}
