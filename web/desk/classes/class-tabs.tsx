import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Stack, Tabs, VisuallyHidden } from '@mantine/core';
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { ClassDecks } from '../../classroom/desk/class-decks.tsx';
import { JoinRequests } from '../../classroom/join/join-requests.tsx';
import { ClassExamLinks } from '../../exam/list/class-exam-links.tsx';
import { CLASS_TABS, type ClassTab } from '../../lib/pages/paths.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ClassOverview } from './class-overview.tsx';
import classes from './class-tabs.module.css';

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

const ClassAudit = lazy(async () => {
  const { ClassAudit } = await import('../../audit/class-audit.tsx');
  return { default: ClassAudit };
});

const ResultsTab = lazy(async () => {
  const { ResultsTab } = await import('../../exam/results/results-tab.tsx');
  return { default: ResultsTab };
});

interface ClassTabsProps {
  classroom: Classroom;
  tab: ClassTab;
  onChoose: (tab: ClassTab) => void;
  /** The class's decks, students or requests are others now. */
  onChange: () => Promise<unknown>;
}

/** Everything about a class, a part at a time. */
export function ClassTabs({ classroom, tab, onChoose, onChange }: ClassTabsProps) {
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
        <Tabs.Tab value="overview">
          <Trans>Overview</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="students">
          <Trans>Students</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="decks">
          <Trans>Decks</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="exams">
          <Trans>Exams</Trans>
        </Tabs.Tab>
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
          <Trans>Requests</Trans>
          {waiting > 0 && (
            <VisuallyHidden>
              {' '}
              {t`${plural(waiting, { one: '# waiting', other: '# waiting' })}`}
            </VisuallyHidden>
          )}
        </Tabs.Tab>
        <Tabs.Tab value="acts">
          <Trans>What was done here</Trans>
        </Tabs.Tab>
      </Tabs.List>
      {/* Another class starts afresh: its filters and its live line are its own. */}
      {panel('overview', <ClassOverview key={id} classId={id} isArchived={isArchived} />)}
      {panel('students', <ProgressTab key={id} classId={id} code={classroom.code} isArchived={isArchived} />)}
      {panel('decks', <ClassDecks key={id} classroom={classroom} onChange={onChange} />)}
      {panel(
        'exams',
        <Stack gap="lg">
          <ClassExamLinks classId={id} />
          <ResultsTab key={id} classId={id} />
        </Stack>,
      )}
      {panel('requests', <JoinRequests key={id} classId={id} onDecided={() => void onChange()} />)}
      {panel('acts', <ClassAudit key={id} classId={id} />)}
    </Tabs>
  );
}
