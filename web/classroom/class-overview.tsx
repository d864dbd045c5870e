import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { HomeClass } from '../../core/classroom/teacher-home.schema.ts';
import { failureText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { ClassLine, OpenExamText, SilentStudents } from './class-card.tsx';
import { useTeacherHome } from './classroom.queries.ts';

function Figure({ label, value, to }: { label: ReactNode; value: ReactNode; to?: string }) {
  return (
    <Paper component="div" withBorder radius="md" p="md">
      <Text component="dt" size="sm" c="dimmed">
        {to === undefined ? (
          label
        ) : (
          <Anchor component={Link} to={to} inherit>
            {label}
          </Anchor>
        )}
      </Text>
      <Text component="dd" m={0} fz={28} lh={1.2} fw={700} className="tabular">
        {value}
      </Text>
    </Paper>
  );
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="sm">
        <Title id={titleId} order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

/** The days at both ends of a drawing, which says them itself. */
function DayEnds({ days }: Pick<HomeClass, 'days'>) {
  const { i18n } = useLingui();
  const date = (day: string | undefined) =>
    day && i18n.date(new Date(day), { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
  return (
    <Group justify="space-between" aria-hidden>
      <Text size="xs" c="dimmed" className="tabular">
        {date(days[0]?.day)}
      </Text>
      <Text size="xs" c="dimmed" className="tabular">
        <Trans>Today</Trans>
      </Text>
    </Group>
  );
}

function Facts({ of }: { of: HomeClass }) {
  const { t } = useLingui();
  const today = of.days.at(-1)?.students ?? 0;
  const lastWeek = of.days.slice(-7);
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 2, sm: 4 }}
      spacing="sm"
      m={0}
      aria-label={t`The class in figures`}
    >
      <Figure label={<Trans>Studied today</Trans>} value={`${today} / ${of.student_count}`} />
      <Figure
        label={<Trans>Card days this week</Trans>}
        value={lastWeek.reduce((sum, { cards_studied }) => sum + cards_studied, 0)}
      />
      <Figure
        label={<Trans>Waiting to join</Trans>}
        value={of.pending_count}
        to={of.pending_count > 0 ? paths.teacherClass(of.id, 'requests') : undefined}
      />
      <Figure label={<Trans>Decks</Trans>} value={of.deck_count} to={paths.teacherClass(of.id, 'decks')} />
    </SimpleGrid>
  );
}

function ClassGlance({ of }: { of: HomeClass }) {
  if (of.student_count === 0)
    return (
      <Stack gap="lg">
        <Facts of={of} />
        <Empty
          text={
            <Trans>
              There are no students yet. Tell them the class number <strong>{of.id}</strong>: they ask to join
              with it, and you let them in under Requests.
            </Trans>
          }
        />
      </Stack>
    );
  return (
    <Stack gap="lg">
      <Facts of={of} />
      <Part title={<Trans>Students a day, the last 14 days</Trans>}>
        <div>
          <ClassLine of={of} height={72} />
          <DayEnds days={of.days} />
        </div>
      </Part>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Part title={<Trans>Open exams</Trans>}>
          {of.open_exams.length === 0 && (
            <Text size="sm" c="dimmed">
              <Trans>None that somebody could still take.</Trans>
            </Text>
          )}
          {of.open_exams.map((exam) => (
            <div key={exam.id}>
              <Anchor component={Link} to={paths.teacherClass(of.id, 'exams')} fw={600} className="breakable">
                {exam.title}
              </Anchor>
              <Text size="sm" className="tabular">
                <OpenExamText exam={exam} students={of.student_count} />
              </Text>
            </div>
          ))}
        </Part>
        <Part title={<Trans>Fallen silent</Trans>}>
          {of.silent_count === 0 ? (
            <Text size="sm" c="dimmed">
              <Trans>Whoever has begun has studied within the last week.</Trans>
            </Text>
          ) : (
            <SilentStudents of={of} />
          )}
        </Part>
      </SimpleGrid>
    </Stack>
  );
}

/** How a class is, at a glance. */
export function ClassOverview({ classId, isArchived }: { classId: number; isArchived: boolean }) {
  const { t } = useLingui();
  const { data, error, mutate } = useTeacherHome();
  useFailedRead(error, failureText.fetchClassDetailsFailed);
  const own = data?.classes.find(({ id }) => id === classId);
  if (isArchived)
    return (
      <Empty
        text={
          <Trans>The class is archived. What its students have done stands under Students and Exams.</Trans>
        }
      />
    );
  if (!own && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (!own) return <Skeleton height={430} radius="lg" role="status" aria-label={t`Loading…`} />;
  return <ClassGlance of={own} />;
}
