import { useLingui } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import { dateOnly } from '../../lib/text/date-text.ts';
import { Disclosure } from '../../ui/control/disclosure.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { useArchivedClasses } from '../classroom.queries.ts';

function ArchivedList({ classes }: { classes: readonly Classroom[] }) {
  const { t, i18n } = useLingui();
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-label={t`Archived classes`}>
      {classes.map(({ id, name, archived_at }) => {
        const since = archived_at && dateOnly(i18n.locale, new Date(archived_at));
        return (
          <Group key={id} component="li" gap="sm" mih={44}>
            <Anchor component={Link} to={paths.teacherClass(id)} className="breakable lone-link">
              {name}
            </Anchor>
            <Text size="sm" c="dimmed">
              {t`since ${since}`}
            </Text>
          </Group>
        );
      })}
    </Stack>
  );
}

export function ArchivedClasses() {
  const { t } = useLingui();
  const { data, error, mutate } = useArchivedClasses(true);
  if (!data && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  // None is usual: a place that is kept free for them would be empty for most.
  if (!data || data.length === 0) return null;
  return (
    <Disclosure label={t`Archived classes`} icon={<IconArchive size={18} aria-hidden />} align="flex-start">
      <ArchivedList classes={data} />
    </Disclosure>
  );
}
