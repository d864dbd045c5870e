import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  Anchor,
  Badge,
  Container,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { KeyedMutator } from 'swr';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import type { HomeClass } from '../../../core/classroom/teacher-home.schema.ts';
import { ArchivedClasses } from '../../classroom/change/archived-classes.tsx';
import { NewClassForm } from '../../classroom/change/new-class.form.tsx';
import { NewClass } from '../../classroom/change/new-class.tsx';
import { parseClassNumber } from '../../classroom/class-number.ts';
import {
  useArchivedClasses,
  useClass,
  useClasses,
  useClassesChanged,
  useTeacherHome,
} from '../../classroom/classroom.queries.ts';
import { ClassLine, OpenExamText, SilentStudents } from '../../classroom/desk/class-card.tsx';
import { ClassDecks } from '../../classroom/desk/class-decks.tsx';
import { ClassHeader, ClassSelect } from '../../classroom/desk/class-header.tsx';
import { NoStudents } from '../../classroom/desk/no-students.tsx';
import { JoinRequests } from '../../classroom/join/join-requests.tsx';
import { OwnClasses } from '../../classroom/own-classes.tsx';
import { useChosenClass } from '../../classroom/use-chosen-class.ts';
import { ClassExamLinks } from '../../exam/list/create-exam-link.tsx';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { CLASS_TABS, type ClassTab, paths } from '../../lib/pages/paths.ts';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadError, Unread } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import classes from './class-tabs.module.css';

function Figure({ label, value, to }: { label: ReactNode; value: ReactNode; to?: string }) {
  return (
    <Paper component="div" withBorder radius="md" p="md">
      <Text component="dt" size="sm" c="dimmed">
        {to === undefined ? (
          label
        ) : (
          <Anchor component={Link} to={to} inherit className="lone-link">
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

function DayEnds({ days }: Pick<HomeClass, 'days'>) {
  const { t, i18n } = useLingui();
  const date = (day: string | undefined) =>
    day && i18n.date(new Date(day), { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
  return (
    <Group justify="space-between" aria-hidden>
      <Text size="xs" c="dimmed" className="tabular">
        {date(days[0]?.day)}
      </Text>
      <Text size="xs" c="dimmed" className="tabular">
        {t`Today`}
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
      <Figure label={t`Studied today`} value={`${today} / ${of.student_count}`} />
      <Figure
        label={t`Card days this week`}
        value={lastWeek.reduce((sum, { cards_studied }) => sum + cards_studied, 0)}
      />
      <Figure
        label={t`Waiting to join`}
        value={of.pending_count}
        to={of.pending_count > 0 ? paths.teacherClass(of.id, 'requests') : undefined}
      />
      <Figure label={t`Decks`} value={of.deck_count} to={paths.teacherClass(of.id, 'decks')} />
    </SimpleGrid>
  );
}

/** The parts of the glance look alike. */
const card = { isCard: true, order: 2, size: 'h4', gap: 'sm', p: { base: 'md', sm: 'lg' } } as const;

function ClassGlance({ of }: { of: HomeClass }) {
  const { t } = useLingui();
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
        <TitledSection {...card} title={t`Students a day, the last 14 days`}>
          <div>
            <ClassLine of={of} height={72} />
            <DayEnds days={of.days} />
          </div>
        </TitledSection>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <TitledSection {...card} title={t`Open exams`}>
          {of.open_exams.length === 0 && (
            <Text size="sm" c="dimmed">
              {of.exam_count === 0 ? t`The class has no exam yet.` : t`None that somebody could still take.`}
            </Text>
          )}
          {of.open_exams.map((exam) => (
            <div key={exam.id}>
              <Anchor
                component={Link}
                to={paths.teacherClass(of.id, 'exams')}
                fw={600}
                className="breakable lone-link"
              >
                {exam.title}
              </Anchor>
              <Text size="sm" className="tabular">
                <OpenExamText exam={exam} students={of.student_count} />
              </Text>
            </div>
          ))}
        </TitledSection>
        <TitledSection {...card} title={t`Fallen silent`}>
          {of.silent_count === 0 ? (
            <Text size="sm" c="dimmed">
              {hasBegun ? t`Whoever has begun has studied within the last week.` : t`Nobody has begun yet.`}
            </Text>
          ) : (
            <SilentStudents of={of} />
          )}
        </TitledSection>
      </SimpleGrid>
    </Stack>
  );
}

function ClassOverview({ classId, isArchived }: { classId: number; isArchived: boolean }) {
  const { t } = useLingui();
  const { data, error, mutate } = useTeacherHome();
  useFailedRead(error, failureText.fetchClassDetailsFailed);
  const own = data?.classes.find(({ id }) => id === classId);
  if (isArchived)
    return (
      <Empty
        text={t`The class is archived. What its students have done stands under Progress and Exam results.`}
      />
    );
  if (!own) return <Unread of={{ error, mutate }} height={430} radius="lg" />;
  return <ClassGlance of={own} />;
}

const ProgressTab = lazy(async () => {
  const [{ ProgressTab }, { StudentStatsModal }] = await Promise.all([
    import('../../classroom/progress/progress-tab.tsx'),
    import('./student-stats.modal.tsx'),
  ]);
  return {
    default: (of: Omit<ComponentProps<typeof ProgressTab>, 'StudentWindow'>) => (
      <ProgressTab {...of} StudentWindow={StudentStatsModal} />
    ),
  };
});

const ClassAudit = lazyNamed('ClassAudit', () => import('../../audit/class-audit.tsx'));

const ResultsTab = lazyNamed('ResultsTab', () => import('../../exam/results/results-tab.tsx'));

interface ClassTabsProps {
  classroom: Classroom;
  tab: ClassTab;
  onChoose: (tab: ClassTab) => void;
  /** The class's decks, students or requests are others now. */
  onChange: () => Promise<unknown>;
}

function ClassTabs({ classroom, tab, onChoose, onChange }: ClassTabsProps) {
  const { t } = useLingui();
  const { id, pending_count: waiting } = classroom;
  const isArchived = classroom.archived_at !== null;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a row that is too long, the open tab is to be seen
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected=true]');
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);

  const panel = (name: ClassTab, content: ReactNode) => (
    <Tabs.Panel value={name}>
      <ErrorBoundary resetKey={id}>
        <Suspense fallback={<Loading minHeight={320} />}>{content}</Suspense>
      </ErrorBoundary>
    </Tabs.Panel>
  );
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => onChoose(CLASS_TABS.find((name) => name === chosen) ?? 'overview')}
      keepMounted={false}
    >
      <Tabs.List ref={list} aria-label={t`What is shown of the class`} mb="lg" className={classes.list}>
        <Tabs.Tab value="overview">{t`Overview`}</Tabs.Tab>
        <Tabs.Tab value="students">{t`Progress`}</Tabs.Tab>
        <Tabs.Tab value="decks">{t`Decks`}</Tabs.Tab>
        <Tabs.Tab value="exams">{t`Exam results`}</Tabs.Tab>
        <Tabs.Tab
          value="requests"
          rightSection={
            waiting > 0 && (
              <Badge
                size="sm"
                color="honey"
                variant="light"
                circle={waiting < 10}
                className="tabular"
                aria-hidden
              >
                {waiting}
              </Badge>
            )
          }
        >
          {t`Requests`}
          {waiting > 0 && (
            <VisuallyHidden>
              {' '}
              {t`${plural(waiting, { one: '# waiting', other: '# waiting' })}`}
            </VisuallyHidden>
          )}
        </Tabs.Tab>
        <Tabs.Tab value="acts">{t`What was done here`}</Tabs.Tab>
      </Tabs.List>
      {/* Another class starts afresh: its filters and its live line are its own. */}
      {panel('overview', <ClassOverview key={id} classId={id} isArchived={isArchived} />)}
      {panel('students', <ProgressTab key={id} classId={id} code={classroom.code} isArchived={isArchived} />)}
      {panel('decks', <ClassDecks key={id} classroom={classroom} onChange={onChange} />)}
      {panel(
        'exams',
        <Stack gap="lg">
          <ClassExamLinks classId={id} isArchived={isArchived} />
          <ResultsTab key={id} classId={id} isArchived={isArchived} />
        </Stack>,
      )}
      {panel(
        'requests',
        <JoinRequests key={id} classId={id} isArchived={isArchived} onDecided={() => void onChange()} />,
      )}
      {panel('acts', <ClassAudit key={id} classId={id} />)}
    </Tabs>
  );
}

interface TeacherClassesProps {
  classes: readonly Classroom[];
  /** Known when the address asks for one that is none of `classes`. */
  archived: readonly Classroom[];
  mutate: KeyedMutator<Classroom[]>;
}

function TeacherClasses({ classes, archived, mutate }: TeacherClassesProps) {
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
          <Title order={1}>{t`Classes`}</Title>
          <Text c="dimmed">{t`You have no class yet. Make one, and your students join it by its code.`}</Text>
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
          <Title order={1}>{t`Classes`}</Title>
          <Group gap="xs">
            {classes.length > 0 && (
              <ClassSelect classes={classes} chosen={null} onChoose={(id) => choose(id)} />
            )}
            <NewClass onCreated={open} />
          </Group>
        </Group>
        <OwnClasses none={null} />
        <ArchivedClasses />
      </Stack>
    );

  return (
    <Stack gap="lg">
      <ClassHeader
        classroom={classroom ?? chosen}
        // That tab has it as what most people came for.
        canCreateExam={tab !== 'exams'}
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

function Classes() {
  const { data, error, mutate } = useClasses();
  const asked = parseClassNumber(useSearchParams()[0].get('classId') ?? '');
  const isElsewhere = asked !== null && data !== undefined && !data.some(({ id }) => id === asked);
  const archived = useArchivedClasses(isElsewhere);
  useFailedRead(error ?? archived.error, failureText.fetchClassesFailed);
  if (!data) return <Unread of={{ error, mutate }} height={240} radius="lg" />;
  if (isElsewhere && !archived.data) return <Unread of={archived} height={240} radius="lg" />;
  const own = data.filter(({ is_teacher }) => is_teacher);
  return <TeacherClasses classes={own} archived={archived.data ?? []} mutate={mutate} />;
}

export default function TeacherClassesPage() {
  const { t } = useLingui();
  usePageTitle(t`Classes`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <Classes />
      </ErrorBoundary>
    </Container>
  );
}
