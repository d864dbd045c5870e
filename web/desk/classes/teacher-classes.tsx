import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import type { KeyedMutator } from 'swr';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { ArchivedClasses } from '../../classroom/change/archived-classes.tsx';
import { NewClassForm } from '../../classroom/change/new-class.form.tsx';
import { NewClass } from '../../classroom/change/new-class.tsx';
import { useClass, useClassesChanged } from '../../classroom/classroom.queries.ts';
import { ClassHeader } from '../../classroom/desk/class-header.tsx';
import { OwnClasses } from '../../classroom/own-classes.tsx';
import { useChosenClass } from '../../classroom/use-chosen-class.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { ClassTabs } from './class-tabs.tsx';

interface TeacherClassesProps {
  classes: readonly Classroom[];
  /** Known when the address asks for one that is none of `classes`. */
  archived: readonly Classroom[];
  mutate: KeyedMutator<Classroom[]>;
}

/** The teacher's classes, of which one is open. */
export function TeacherClasses({ classes, archived, mutate }: TeacherClassesProps) {
  const { t } = useLingui();
  const notices = useNotices();
  const { chosen, tab, hasAskedTab, choose } = useChosenClass([...classes, ...archived]);
  const details = useClass(chosen);
  useFailedRead(details.error, failureText.fetchClassDetailsFailed);
  const classroom = details.data;
  const refresh = useClassesChanged();

  const open = (created: Classroom) => {
    void mutate((list = []) => [...list, created]);
    choose(created.id, 'overview');
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
      void refresh();
    },
    done: msg`The class has been deleted.`,
    failed: msg({ message: 'The class could not be deleted: {message}' }),
  });

  const hasNothingToShow = chosen === null && hasAskedTab;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one notice is enough
  useEffect(() => {
    if (hasNothingToShow) notices.error(t`Please select a class first`);
  }, [hasNothingToShow]);

  if (classes.length === 0 && !chosen)
    return (
      <Stack gap="lg" maw={520}>
        <div>
          <Title order={1}>
            <Trans>Classes</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>You have no class yet. Make one, and your students join it by its code.</Trans>
          </Text>
        </div>
        <Paper withBorder radius="lg" p="lg">
          <NewClassForm onCreated={open} />
        </Paper>
        <ArchivedClasses />
      </Stack>
    );

  if (!chosen)
    return (
      <Stack gap="xl">
        <Group justify="space-between">
          <Title order={1}>
            <Trans>Classes</Trans>
          </Title>
          <NewClass onCreated={open} />
        </Group>
        <OwnClasses none={null} />
        <ArchivedClasses />
      </Stack>
    );

  return (
    <Stack gap="lg">
      <ClassHeader
        classroom={classroom ?? chosen}
        classes={classes}
        onChoose={(id) => choose(id)}
        onCreated={open}
        onDelete={() => void remove(chosen)}
      />
      {details.error && <LoadError error={details.error} onRetry={() => void refresh()} />}
      {classroom && (
        <ClassTabs
          classroom={classroom}
          tab={tab}
          onChoose={(next) => choose(classroom.id, next)}
          onChange={refresh}
        />
      )}
    </Stack>
  );
}
