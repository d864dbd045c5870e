import { useLingui } from '@lingui/react/macro';
import { SimpleGrid, type SimpleGridProps, Skeleton, type SkeletonProps, Stack } from '@mantine/core';

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
