import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { HomeClass } from '../../../core/classroom/teacher-home.schema.ts';
import { useTeacherHome } from '../../classroom/classroom.queries.ts';
import { ClassLine, OpenExamText, SilentStudents } from '../../classroom/desk/class-card.tsx';
import { NoStudents } from '../../classroom/desk/no-students.tsx';
import { CreateExamLink } from '../../exam/list/create-exam-link.tsx';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';

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
        <NoStudents classId={of.id} code={of.code} />
      </Stack>
    );
  const hasBegun = of.silent_count > 0 || of.days.some(({ students }) => students > 0);
  return (
    <Stack gap="lg">
      <Facts of={of} />
      {hasBegun && (
        <Part title={<Trans>Students a day, the last 14 days</Trans>}>
          <div>
            <ClassLine of={of} height={72} />
            <DayEnds days={of.days} />
          </div>
        </Part>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Part title={<Trans>Open exams</Trans>}>
          {of.open_exams.length === 0 && (
            <Text size="sm" c="dimmed">
              {of.exam_count === 0 ? (
                <Trans>The class has no exam yet.</Trans>
              ) : (
                <Trans>None that somebody could still take.</Trans>
              )}
            </Text>
          )}
          {of.exam_count === 0 && <CreateExamLink classId={of.id} variant="light" />}
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
              {hasBegun ? (
                <Trans>Whoever has begun has studied within the last week.</Trans>
              ) : (
                <Trans>Nobody has begun yet.</Trans>
              )}
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
  if (!own) return <Unread of={{ error, mutate }} height={430} radius="lg" />;
  return <ClassGlance of={own} />;
}
