import { useLingui } from '@lingui/react/macro';
import { Skeleton, Stack } from '@mantine/core';

/** The shape of a list of cards that is to come. */
export function CardsSkeleton() {
  const { t } = useLingui();
  return (
    <Stack gap="xs" role="status" aria-label={t`Loading…`}>
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} height={84} radius="md" />
      ))}
    </Stack>
  );
}
