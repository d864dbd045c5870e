import { useLingui } from '@lingui/react/macro';
import { SimpleGrid, Skeleton, Stack } from '@mantine/core';

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The shape of a drawing above cards that are to come. */
export function FiguresSkeleton() {
  const { t } = useLingui();
  return (
    <Stack gap="lg" role="status" aria-label={t`Loading…`}>
      <Skeleton height={300} radius="lg" />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {PLACES.map((place) => (
          <Skeleton key={place} height={112} radius="md" />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
