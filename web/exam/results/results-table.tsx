import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Table, Text, UnstyledButton } from '@mantine/core';
import { memo, useState } from 'react';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { isVeryFast } from '../../../core/exam/results/very-fast.ts';
import { formatDuration } from '../../ui/figure/duration.ts';
import { scoreText } from '../../ui/figure/points-text.ts';
import { StatusMark, TimingMarks, VeryFastNote, whenText } from './result-marks.tsx';
import { rowKey } from './results-list.ts';
import classes from './results-table.module.css';

const COLUMNS: { label: MessageDescriptor; isNumber?: true }[] = [
  { label: msg`Name` },
  { label: msg`Status` },
  { label: msg`Questions done`, isNumber: true },
  { label: msg`Time`, isNumber: true },
  { label: msg`Handed in at`, isNumber: true },
  { label: msg`Points`, isNumber: true },
];

interface ResultsTableProps {
  rows: readonly ClassResult[];
  /** Where results of several exams stand side by side. */
  withExam: boolean;
  onOpen: (row: ClassResult) => void;
}

/** The results of a class, a line each. The roles survive the layout of phones, too. */
export function ResultsTable({ rows, withExam, onOpen }: ResultsTableProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Table
        role="table"
        aria-label={t`Results`}
        className={classes.table}
        withRowBorders={false}
        verticalSpacing={4}
        horizontalSpacing="xs"
      >
        <Table.Thead role="rowgroup" className="heard-on-phones">
          <Table.Tr role="row">
            {COLUMNS.map(({ label, isNumber }) => (
              <Table.Th
                key={label.id}
                role="columnheader"
                scope="col"
                className={isNumber && classes.number}
                fz="sm"
              >
                {i18n._(label)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <ResultRow key={rowKey(row)} row={row} withExam={withExam} onOpen={onOpen} />
          ))}
        </Table.Tbody>
      </Table>
      {rows.some(isVeryFast) && <VeryFastNote />}
    </>
  );
}

interface ResultRowProps extends Pick<ResultsTableProps, 'withExam' | 'onOpen'> {
  row: ClassResult;
}

const shownOf = (row: ClassResult) =>
  [
    row.name,
    row.email,
    row.exam_name,
    row.status,
    row.score,
    row.total,
    row.answered_count,
    minutesLeft(row),
    row.completed_at,
  ].join('\n');

const minutesLeft = ({ remaining_seconds: seconds }: ClassResult) =>
  seconds === null ? null : Math.ceil(seconds / 60);

/** Lights up for a moment over the whole row, whenever the work on the exam changes before the reader's eyes. */
function Glow({ of }: { of: ClassResult }) {
  const done = `${of.status} ${of.score} ${of.answered_count}`;
  const [first] = useState(done);
  return <span key={done} aria-hidden className={classes.glow} data-changed={done !== first || undefined} />;
}

function Person({ row, withExam }: Pick<ResultRowProps, 'row' | 'withExam'>) {
  return (
    <>
      <Text component="span" fw={600} size="sm">
        {row.name}
      </Text>{' '}
      <Text component="span" size="xs" c="dimmed" className={classes.login}>
        {row.email}
      </Text>{' '}
      {withExam && (
        <Text component="span" display="block" size="sm" c="dimmed">
          {row.exam_name}
        </Text>
      )}
    </>
  );
}

function Time({ row }: { row: ClassResult }) {
  const { t, i18n } = useLingui();
  const minutes = minutesLeft(row);
  if (minutes !== null) return t`${plural(minutes, { one: '# minute left', other: '# minutes left' })}`;
  return row.time_spent_seconds !== null && formatDuration(row.time_spent_seconds, i18n);
}

const ResultRow = memo(
  function ResultRow({ row, withExam, onOpen }: ResultRowProps) {
    const { t, i18n } = useLingui();
    const { score, total, answered_count: answered } = row;
    return (
      <Table.Tr role="row" className={`${classes.row} tabular`}>
        <Table.Th role="rowheader" scope="row" className={classes.name}>
          <Glow of={row} />
          {row.completed ? (
            <UnstyledButton className={classes.opener} aria-haspopup="dialog" onClick={() => onOpen(row)}>
              <Person row={row} withExam={withExam} />
            </UnstyledButton>
          ) : (
            <Person row={row} withExam={withExam} />
          )}
        </Table.Th>
        <Table.Td role="cell" className={classes.state}>
          <StatusMark status={row.status} /> <TimingMarks of={row} />
        </Table.Td>
        <Table.Td role="cell" className={`${classes.number} ${classes.done}`}>
          {row.status !== 'not_started' && `${answered}/${total}`}
        </Table.Td>
        <Table.Td role="cell" className={`${classes.number} ${classes.time}`}>
          <Time row={row} />
        </Table.Td>
        <Table.Td role="cell" className={`${classes.number} ${classes.when}`}>
          {row.completed_at && whenText(row.completed_at, i18n)}
        </Table.Td>
        <Table.Td role="cell" className={`${classes.number} ${classes.points}`}>
          {score !== null && (
            <>
              <Text component="span" inherit fw={700}>
                {scoreText(score, total, i18n)}
              </Text>{' '}
              <Text component="span" size="xs" c="dimmed">
                {t`${score}/${total} right`}
              </Text>
            </>
          )}
        </Table.Td>
      </Table.Tr>
    );
  },
  (a, b) => a.withExam === b.withExam && a.onOpen === b.onOpen && shownOf(a.row) === shownOf(b.row),
);
