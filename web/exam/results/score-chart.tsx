import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { BAR_CHART_HEIGHT_PX } from '../../chart/bar-layout.ts';
import { ChartFigure } from '../../chart/chart-figure.tsx';
import { useBarChart } from '../../chart/use-bar-chart.ts';

/** How many reached which score out of ten. */
export function ScoreChart({ distribution }: { distribution: readonly number[] }) {
  const { t } = useLingui();
  const students = (count: number) => t`${plural(count, { one: '# student', other: '# students' })}`;
  const summary = t`How many students reached which score out of 10`;
  const chart = useBarChart({
    labels: distribution.map((_, score) => String(score)),
    values: [...distribution],
    seriesName: t`Students`,
    title: (score) => t`${score} of 10`,
    text: (score) => students(distribution[score] ?? 0),
  });
  return (
    <ChartFigure
      {...chart}
      height={BAR_CHART_HEIGHT_PX}
      summary={summary}
      table={{
        head: [t`Score out of 10`, t`Students`],
        rows: distribution.map((reached, score) => ({ key: score, label: score, cells: [reached] })),
      }}
    />
  );
}
