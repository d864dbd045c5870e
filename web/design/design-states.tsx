import { Box, Button, NativeSelect, TextInput } from '@mantine/core';
import { BAR_CHART_HEIGHT_PX } from '../chart/bar-layout.ts';
import { ChartFigure } from '../chart/chart-figure.tsx';
import { EmptyChart } from '../chart/empty-chart.tsx';
import { useBarChart } from '../chart/use-bar-chart.ts';
import { BackLink } from '../ui/control/back-link.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { FiguresSkeleton } from '../ui/feedback/figures-skeleton.tsx';
import { LiveBadge } from '../ui/feedback/live-badge.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { Filters } from '../ui/list/filters.tsx';
import { Chapter, Specimen } from './specimen.tsx';

const DAYS = [
  'Today\n22/11',
  'Mon\n23/11',
  'Tue\n24/11',
  'Wed\n25/11',
  'Thu\n26/11',
  'Fri\n27/11',
  'Sat\n28/11',
];
const CARDS = [37, 12, 8, 0, 19, 4, 11];

function Chart() {
  const chart = useBarChart({
    labels: DAYS,
    values: CARDS,
    marked: 0,
    seriesName: 'Cards',
    title: (index) => DAYS[index]?.replace('\n', ' ') ?? '',
    text: (index) => `${CARDS[index]} cards`,
  });
  return (
    <ChartFigure
      {...chart}
      height={BAR_CHART_HEIGHT_PX}
      summary="Reviews of a week"
      table={{
        head: ['Day', 'Cards'],
        rows: DAYS.map((label, at) => ({ key: label, label, cells: [CARDS[at] ?? 0] })),
      }}
    />
  );
}

export function DesignStates() {
  return (
    <Chapter title="Data and its four states">
      <Specimen name="Loading" use="As high as what comes.">
        <Loading />
        <Box w={{ base: '100%', sm: 420 }}>
          <FiguresSkeleton />
        </Box>
      </Specimen>
      <Specimen name="Empty" use="Says what would be here and has the button for it.">
        <Empty text="There are no cards yet." action={<Button>Add a card</Button>} />
      </Specimen>
      <Specimen name="Way back" use="Above the title of a page that another one leads to.">
        <BackLink to="/design">All decks</BackLink>
      </Specimen>
      <Specimen
        name="Filters"
        use="Above a list that has more than two fields. A phone shows the first, and how many others narrow it."
      >
        <Box w="100%">
          <Filters
            label="Sort and filter"
            columns={3}
            first={<TextInput type="search" label="Search for students" />}
            used={1}
          >
            <NativeSelect label="Role" defaultValue="Student" data={['All', 'Student']} />
            <NativeSelect label="Sort by" data={['Name, A to Z', 'Latest seen first']} />
          </Filters>
        </Box>
      </Specimen>
      <Specimen name="Error" use="What could not be loaded, and a way to try again.">
        <LoadError error={new TypeError('Failed to fetch')} onRetry={() => undefined} />
      </Specimen>
      <Specimen name="Chart" use="Dates below, today stands out; without anything to show it says so.">
        <Box w={{ base: '100%', sm: 420 }}>
          <Chart />
        </Box>
        <Box w={{ base: '100%', sm: 420 }}>
          <EmptyChart
            text="Nothing to review in these days."
            hint="A longer period shows what comes later."
          />
        </Box>
      </Specimen>
      <Specimen name="Live" use="How fresh the figures are.">
        {(['connecting', 'live', 'reconnecting', 'polling'] as const).map((state) => (
          <LiveBadge key={state} state={state} />
        ))}
      </Specimen>
    </Chapter>
  );
}
