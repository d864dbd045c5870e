import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { LoadError } from '../ui/load-error.tsx';
import { useArchivedClasses } from './classroom.queries.ts';
import { JoinedClass } from './joined-class.tsx';

function EndedList({ onLeft }: { onLeft: () => void }) {
  const { t } = useLingui();
  const { data, error, mutate } = useArchivedClasses(true);
  if (!data && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton height={120} radius="lg" role="status" aria-label={t`Loading…`} />;
  if (data.length === 0)
    return (
      <Text c="dimmed">
        <Trans>None of your classes has ended.</Trans>
      </Text>
    );
  return (
    <Stack gap="sm">
      {data.map((classroom) => (
        <JoinedClass key={classroom.id} classroom={classroom} onLeft={onLeft} />
      ))}
    </Stack>
  );
}

/** The student's classes that have ended, read when they are asked for. */
export function EndedClasses({ onLeft }: { onLeft: () => void }) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="sm">
      <Button
        variant="subtle"
        mih={44}
        aria-expanded={isOpen}
        aria-controls={listId}
        leftSection={<IconArchive size={18} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>Classes that have ended</Trans>
      </Button>
      <div id={listId}>{isOpen && <EndedList onLeft={onLeft} />}</div>
    </Stack>
  );
}
