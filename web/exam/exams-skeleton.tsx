import { useLingui } from '@lingui/react/macro';
import { Skeleton, Stack } from '@mantine/core';

export function ExamsSkeleton() {
  const { t } = useLingui();
  return (
    <Stack gap="sm" role="status" aria-label={t`Loading…`}>
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} height={64} radius="md" />
      ))}
    </Stack>
  );
}
