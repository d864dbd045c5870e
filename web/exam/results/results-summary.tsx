import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { ExamAnalysis } from '../../../core/exam/item-analysis.ts';
import type { ClassResult } from '../../../core/exam/submission.schema.ts';
import { ScoreChart } from './score-chart.tsx';

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
  const total = rows[0]?.total ?? 0;
  const points = average === null ? '–' : i18n.number(average, { maximumFractionDigits: 1 });
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
          <KeyNumber label={<Trans>Average score</Trans>}>
            {points}/{total}
          </KeyNumber>
        </Group>
        {submissions === 0 ? (
          <Text c="dimmed">
            <Trans>Nobody has handed it in yet.</Trans>
          </Text>
        ) : (
          <ScoreChart distribution={distribution} />
        )}
      </Stack>
    </Paper>
  );
}
