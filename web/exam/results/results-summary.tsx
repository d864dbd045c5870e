import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { ExamAnalysis } from '../../../core/exam/results/item-analysis.ts';
import { BAR_CHART_HEIGHT_PX } from '../../chart/bar-layout.ts';
import { ChartFigure } from '../../chart/chart-figure.tsx';
import { useBarChart } from '../../chart/use-bar-chart.ts';
import { pointsText } from '../../ui/figure/points-text.ts';

/** How many reached how many whole points out of ten. */
function PointsChart({ distribution }: { distribution: readonly number[] }) {
  const { t, i18n } = useLingui();
  /** What the bar over a whole number holds. */
  const range = (points: number) =>
    points === 10 ? pointsText(10, i18n) : `${pointsText(points, i18n)}–${pointsText(points + 0.9, i18n)}`;
  const students = (count: number) => t`${plural(count, { one: '# student', other: '# students' })}`;
  const summary = t`How many students reached how many points out of 10`;
  const chart = useBarChart({
    labels: distribution.map((_, points) => String(points)),
    values: [...distribution],
    seriesName: t`Students`,
    title: (points) => {
      const span = range(points);
      return t`${span} points`;
    },
    text: (points) => students(distribution[points] ?? 0),
  });
  return (
    <ChartFigure
      {...chart}
      height={BAR_CHART_HEIGHT_PX}
      summary={summary}
      table={{
        head: [t`Points out of 10`, t`Students`],
        rows: distribution.map((reached, points) => ({
          key: points,
          label: range(points),
          cells: [reached],
        })),
      }}
    />
  );
}

function KeyNumber({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz="xl" fw={700} className="tabular">
        {children}
      </Text>
    </Stack>
  );
}

interface ResultsSummaryProps {
  /** Every student of the class with this exam. */
  rows: readonly ClassResult[];
  analysis: ExamAnalysis;
}

/** How the class did in one exam, in a few numbers and a drawing. */
export function ResultsSummary({ rows, analysis }: ResultsSummaryProps) {
  const { t, i18n } = useLingui();
  const titleId = useId();
  const { submissions, average, distribution } = analysis;
  const points = average === null ? '–' : pointsText(average, i18n);
  const students = rows.length;
  const working = rows.filter(({ status }) => status === 'in_progress').length;
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p={{ base: 'sm', sm: 'lg' }}>
      <Stack gap="md">
        <Title id={titleId} order={2} size="h5">
          <Trans>Summary</Trans>
        </Title>
        <Group component="dl" gap="xl" m={0}>
          <KeyNumber label={<Trans>Handed in</Trans>}>
            <Trans>
              {submissions} of {students}
            </Trans>
          </KeyNumber>
          {working > 0 && (
            <KeyNumber label={<Trans>Taking it now</Trans>}>
              {t`${plural(working, { one: '# student', other: '# students' })}`}
            </KeyNumber>
          )}
          <KeyNumber label={<Trans>Average points</Trans>}>{points}</KeyNumber>
        </Group>
        {submissions === 0 ? (
          <Text c="dimmed">
            <Trans>Nobody has handed it in yet.</Trans>
          </Text>
        ) : (
          <PointsChart distribution={distribution} />
        )}
      </Stack>
    </Paper>
  );
}
