import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import type { KeyedMutator } from 'swr';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { ClassExamLinks } from '../exam/class-exam-links.tsx';
import { callApi } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';

import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useConfirmed } from '../ui/use-confirmed.ts';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { ClassDecks } from './class-decks.tsx';
import { classOptions } from './class-options.ts';
import { ClassSummary } from './class-summary.tsx';
import { ClassTabs } from './class-tabs.tsx';
import { ClassViews } from './class-views.tsx';
import { useClass } from './classroom.queries.ts';
import { JoinRequests } from './join-requests.tsx';
import { NewClassForm } from './new-class.form.tsx';
import { NewClass } from './new-class.tsx';
import { useChosenClass } from './use-chosen-class.ts';

interface TeacherClassesProps {
  classes: readonly Classroom[];
  mutate: KeyedMutator<Classroom[]>;
}

/** The teacher's classes, of which one is open. */
export function TeacherClasses({ classes, mutate }: TeacherClassesProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const { chosen, view, choose } = useChosenClass(classes);
  const details = useClass(chosen);
  useFailedRead(details.error, failureText.fetchClassDetailsFailed);
  const classroom = details.data;
  const refresh = () => Promise.all([details.mutate(), mutate()]);

  const open = (created: Classroom) => {
    void mutate((list = []) => [...list, created]);
    choose(created.id, 'decks');
  };

  const { ask: remove } = useConfirmed<Classroom>({
    question: ({ name }) => ({
      title: t`Delete the class “${name}”?`,
      text: t`Its students leave it and its requests are gone. What they have learnt stays theirs.`,
      confirmLabel: t`Delete class`,
      danger: true,
    }),
    async run({ id }) {
      await callApi('DELETE /api/classes/:classId', { params: { classId: id } });
      choose(null);
      void mutate((list) => list?.filter((other) => other.id !== id));
    },
    done: noticeText.classDeleted,
    failed: failureText.classDeleteFailed,
  });

  if (classes.length === 0)
    return (
      <Stack gap="lg" maw={520}>
        <div>
          <Title order={1}>
            <Trans>Classes</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>You have no class yet. Make one, and your students join it by its number.</Trans>
          </Text>
        </div>
        <Paper withBorder radius="lg" p="lg">
          <NewClassForm onCreated={open} />
        </Paper>
      </Stack>
    );

  return (
    <Stack gap="xl">
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Classes</Trans>
        </Title>
        <NewClass onCreated={open} />
      </Group>
      <NativeSelect
        label={t`Class`}
        size="md"
        maw={420}
        value={chosen ? String(chosen.id) : ''}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? null : Number(value))}
        data={[{ value: '', label: t`No class chosen` }, ...classOptions(classes)]}
      />
      {details.error && <LoadError error={details.error} onRetry={() => void refresh()} />}
      {classroom && <ClassSummary classroom={classroom} onDelete={() => void remove(classroom)} />}
      {chosen && <ClassExamLinks classId={chosen.id} />}
      <ClassViews
        view={chosen && view}
        waiting={classroom?.pending_count ?? 0}
        onChoose={(next) =>
          chosen ? choose(chosen.id, next) : notices.error(i18n._(noticeText.selectClassFirst))
        }
      />
      {!chosen && (
        <Empty
          icon={<IconSchool size={28} aria-hidden />}
          text={<Trans>Choose a class to see its number, its decks and its students.</Trans>}
        />
      )}
      {classroom && view === 'decks' && (
        <ClassDecks key={classroom.id} classroom={classroom} onChange={refresh} />
      )}
      {classroom && view === 'requests' && (
        <JoinRequests key={classroom.id} classId={classroom.id} onDecided={() => void refresh()} />
      )}
      {classroom && (view === 'progress' || view === 'results') && (
        <ClassTabs classId={classroom.id} tab={view} onChoose={(tab) => choose(classroom.id, tab)} />
      )}
    </Stack>
  );
}
