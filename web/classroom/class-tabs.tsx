import { Trans, useLingui } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { IconChartBar, IconClipboardCheck } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';

const ProgressTab = lazy(async () => {
  const { ProgressTab } = await import('./progress/progress-tab.tsx');
  return { default: ProgressTab };
});

const ResultsTab = lazy(async () => {
  const { ResultsTab } = await import('../exam/results/results-tab.tsx');
  return { default: ResultsTab };
});

type Tab = 'progress' | 'results';

interface ClassTabsProps {
  classId: number;
  tab: Tab;
  onChoose: (tab: Tab) => void;
}

/** How the class is doing. */
export function ClassTabs({ classId, tab, onChoose }: ClassTabsProps) {
  const { t } = useLingui();
  const panel = (name: Tab, content: ReactNode) => (
    <Tabs.Panel value={name}>
      <ErrorBoundary resetKey={classId}>
        <Suspense fallback={<Loading />}>{content}</Suspense>
      </ErrorBoundary>
    </Tabs.Panel>
  );
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => onChoose(chosen === 'results' ? 'results' : 'progress')}
      keepMounted={false}
    >
      <Tabs.List aria-label={t`What is shown of the class`} mb="md">
        <Tabs.Tab value="progress" leftSection={<IconChartBar size={18} aria-hidden />}>
          <Trans>Progress</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="results" leftSection={<IconClipboardCheck size={18} aria-hidden />}>
          <Trans>Exam results</Trans>
        </Tabs.Tab>
      </Tabs.List>
      {/* Another class starts afresh: its filters and its live line are its own. */}
      {panel('progress', <ProgressTab key={classId} classId={classId} />)}
      {panel('results', <ResultsTab key={classId} classId={classId} />)}
    </Tabs>
  );
}
