import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { memo } from 'react';
import type { ClassResult } from '../../../core/exam/submission.schema.ts';
import { formatDuration } from '../../ui/duration.ts';
import { Figure, PersonCard } from '../../ui/person-card.tsx';
import { StatusMark, TimingMarks } from './result-marks.tsx';
import { whenText } from './result-text.ts';

interface ResultRowProps {
  row: ClassResult;
  /** Where results of several exams stand side by side. */
  withExam: boolean;
  onOpen: (row: ClassResult) => void;
}

const sameRow = (a: ClassResult, b: ClassResult) =>
  a.name === b.name &&
  a.email === b.email &&
  a.exam_name === b.exam_name &&
  a.status === b.status &&
  a.score === b.score &&
  a.total === b.total &&
  a.completed_at === b.completed_at;

/** One student and one exam; what was handed in can be opened. */
export const ResultRow = memo(
  function ResultRow({ row, withExam, onOpen }: ResultRowProps) {
    const { i18n } = useLingui();
    const { completed_at, time_spent_seconds } = row;
    const score = row.completed && (
      <Group component="span" justify="space-between" gap="xs" w="100%">
        <Figure label={<Trans>Score</Trans>} value={`${row.score}/${row.total}`} />{' '}
        {time_spent_seconds !== null && (
          <Figure label={<Trans>Time</Trans>} value={formatDuration(time_spent_seconds, i18n)} />
        )}
      </Group>
    );
    return (
      <PersonCard name={row.name} email={row.email} onOpen={row.completed ? () => onOpen(row) : undefined}>
        {withExam && (
          <Text component="span" size="sm" lineClamp={1}>
            {row.exam_name}
          </Text>
        )}{' '}
        <Group component="span" gap={6} mt="xs">
          <StatusMark status={row.status} /> <TimingMarks seconds={row.late_seconds} by={row.submitted_by} />
        </Group>{' '}
        <Group component="span" gap={4} mt="xs" justify="space-between">
          {score}{' '}
          {completed_at && (
            <Text component="span" size="sm" c="dimmed">
              {whenText(completed_at, i18n)}
            </Text>
          )}
        </Group>
      </PersonCard>
    );
  },
  (a, b) => a.withExam === b.withExam && a.onOpen === b.onOpen && sameRow(a.row, b.row),
);
