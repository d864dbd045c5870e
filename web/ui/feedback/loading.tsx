import { useLingui } from '@lingui/react/macro';
import {
  Center,
  Loader,
  SimpleGrid,
  type SimpleGridProps,
  Skeleton,
  type SkeletonProps,
  Stack,
  VisuallyHidden,
} from '@mantine/core';

export interface LoadingBlockProps extends SkeletonProps {
  id?: string;
  tabIndex?: number;
  /** So many blocks: below each other, or in these columns. */
  rows?: 2 | 3 | 4;
  cols?: SimpleGridProps['cols'];
  gap?: 'xs' | 'sm';
}

/** The shape of what is to come. */
export function LoadingBlock({ rows, cols, gap = 'xs', ...shape }: LoadingBlockProps) {
  const { t } = useLingui();
  const status = { role: 'status', 'aria-label': t`Loading…` };
  if (!rows) return <Skeleton {...shape} {...status} />;
  const blocks = [1, 2, 3, 4].slice(0, rows).map((place) => <Skeleton key={place} {...shape} />);
  if (cols)
    return (
      <SimpleGrid cols={cols} {...status}>
        {blocks}
      </SimpleGrid>
    );
  return (
    <Stack gap={gap} {...status}>
      {blocks}
    </Stack>
  );
}

/** What a region shows while its data are on the way. */
export function Loading({ label, minHeight = 160 }: { label?: string; minHeight?: number }) {
  const { t } = useLingui();
  return (
    <Center mih={minHeight} role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>{label ?? t`Loading…`}</VisuallyHidden>
    </Center>
  );
}
