import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { dateOnly } from '../lib/date-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useArchivedClasses } from './classroom.queries.ts';

function ArchivedList() {
  const { t, i18n } = useLingui();
  const { data, error, mutate } = useArchivedClasses(true);
  if (!data && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton height={44} role="status" aria-label={t`Loading…`} />;
  if (data.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No class is archived. A class that has ended is put away by its menu.</Trans>
      </Text>
    );
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-label={t`Archived classes`}>
      {data.map(({ id, name, archived_at }) => {
        const since = archived_at && dateOnly(i18n.locale, new Date(archived_at));
        return (
          <Group key={id} component="li" gap="sm" mih={44}>
            <Anchor component={Link} to={paths.teacherClass(id)} className="breakable">
              {name}
            </Anchor>
            <Text size="sm" c="dimmed">
              <Trans>since {since}</Trans>
            </Text>
          </Group>
        );
      })}
    </Stack>
  );
}

/** The teacher's classes that are put away, read when they are asked for. */
export function ArchivedClasses() {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="subtle"
        mih={44}
        aria-expanded={isOpen}
        aria-controls={listId}
        leftSection={<IconArchive size={18} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>Archived classes</Trans>
      </Button>
      <div id={listId}>{isOpen && <ArchivedList />}</div>
    </Stack>
  );
}
