import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { DayBars } from '../../ui/figure/day-drawing.tsx';
import { formatDuration } from '../../ui/figure/duration.ts';
import liveValueStyles from '../../ui/figure/live-value.module.css';
import { studyDayHere } from './activity-days.ts';
import { type ListedStudent, type Sort, type SortKey, sortAfterClick } from './progress-list.ts';
import classes from './students-table.module.css';

function LiveValue({ value }: { value: string }) {
  const [first] = useState(value);
  return (
    <span key={value} className={liveValueStyles.value} data-changed={value !== first || undefined}>
      {value}
    </span>
  );
}

/** Days that are counted rather than dated. */
const COUNTED_DAYS = 31;

function lastSeenText(i18n: I18n, lastDay: string | null, today: string): string {
  if (lastDay === null) return i18n._(msg`Not yet`);
  const days = dayNumber(today) - dayNumber(lastDay);
  // A student may live where it is tomorrow already.
  if (days <= 0) return i18n._(msg`Today`);
  if (days === 1) return i18n._(msg`Yesterday`);
  if (days < COUNTED_DAYS) return i18n._(msg`${plural(days, { one: '# day ago', other: '# days ago' })}`);
  return i18n.date(new Date(lastDay), { dateStyle: 'medium', timeZone: 'UTC' });
}

export type Student = Pick<StudentProgress, 'student_id' | 'name' | 'email'>;

/** A card studied on three days is three of them. */
export const cardDaysText = msg`Card days`;

interface Column {
  label: MessageDescriptor;
  sorts?: SortKey;
  isNumber?: true;
}

const COLUMNS: Column[] = [
  { label: msg`Name`, sorts: 'name' },
  { label: msg`Last 14 days` },
  { label: msg`Cards`, sorts: 'cards', isNumber: true },
  { label: cardDaysText, sorts: 'days', isNumber: true },
  { label: msg`Time`, sorts: 'time', isNumber: true },
  { label: msg`Last studied`, sorts: 'seen', isNumber: true },
];

interface StudentsTableProps {
  label: string;
  students: readonly ListedStudent[];
  /** Names what is shown: rows of another list are other rows, in which nothing has changed live. */
  listKey: string;
  /** The most cards that anybody of the class has had on one day. */
  most: number;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (student: Student) => void;
}

/** The students of a class, a line each. The roles survive the layout of phones, too. */
export function StudentsTable({ students, listKey, most, sort, onSort, onOpen, label }: StudentsTableProps) {
  const { i18n } = useLingui();
  const [sorted, way] = sort.split('-');
  return (
    <Table
      role="table"
      aria-label={label}
      className={classes.table}
      withRowBorders={false}
      verticalSpacing={6}
    >
      <Table.Thead role="rowgroup" className={`heard-on-phones ${classes.head}`}>
        <Table.Tr role="row">
          {COLUMNS.map(({ label: text, sorts, isNumber }) => (
            <Table.Th
              key={text.id}
              role="columnheader"
              scope="col"
              className={`${classes.heading} ${isNumber ? classes.number : ''}`}
              aria-sort={sorts && sorts === sorted ? (way === 'up' ? 'ascending' : 'descending') : undefined}
            >
              {sorts ? (
                <>
                  <UnstyledButton
                    fz="sm"
                    className={classes.sorter}
                    onClick={() => onSort(sortAfterClick(sort, sorts))}
                  >
                    {i18n._(text)}
                    {sorts === sorted && way === 'up' && <IconArrowUp size={14} aria-hidden />}
                    {sorts === sorted && way === 'down' && <IconArrowDown size={14} aria-hidden />}
                  </UnstyledButton>
                  <span className={classes.unsorted}>{i18n._(text)}</span>
                </>
              ) : (
                i18n._(text)
              )}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {students.map((row) => (
          <StudentRow
            key={`${listKey} ${row.student_id}`}
            studentId={row.student_id}
            name={row.name}
            email={row.email}
            cards={row.cards_studied}
            cardDays={row.card_days}
            seconds={row.time_spent_seconds}
            days={row.days?.join()}
            lastDay={row.last_day}
            most={most}
            onOpen={onOpen}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** One student; plain values, so that an answer of the server redraws only those that it changes. */
const StudentRow = memo(function StudentRow(props: {
  studentId: number;
  name: string;
  email: string;
  cards: number;
  cardDays: number;
  seconds: number;
  /** With commas between them, so that equal days are equal values. */
  days: string | undefined;
  lastDay: string | null | undefined;
  most: number;
  onOpen: (student: Student) => void;
}) {
  const { studentId, name, email, cards, cardDays, seconds, days, lastDay, most, onOpen } = props;
  const { i18n, t } = useLingui();
  const values = days?.split(',').map(Number);
  const active = values?.filter((count) => count > 0).length ?? 0;
  return (
    <Table.Tr role="row" className={classes.row}>
      <Table.Th role="rowheader" scope="row" className={classes.name}>
        <UnstyledButton
          className={classes.opener}
          aria-haspopup="dialog"
          onClick={() => onOpen({ student_id: studentId, name, email })}
        >
          <Text component="span" display="block" fw={600} size="sm">
            {name}
          </Text>{' '}
          <Text component="span" size="xs" c="dimmed" className={classes.email}>
            {email}
          </Text>
        </UnstyledButton>
      </Table.Th>
      <Table.Td role="cell" className={classes.days}>
        {values && (
          <DayBars
            values={values}
            most={most}
            label={t`Studied on ${plural(active, { one: '# day', other: '# days' })} of the last 14`}
          />
        )}
      </Table.Td>
      <Table.Td
        role="cell"
        className={`${classes.number} ${classes.cards} tabular`}
        data-unit={` ${cards === 1 ? t`card` : t`cards`}`}
      >
        <LiveValue value={String(cards)} />
      </Table.Td>
      <Table.Td role="cell" className={`${classes.number} ${classes.cardDays} tabular`}>
        <LiveValue value={String(cardDays)} />
      </Table.Td>
      <Table.Td role="cell" className={`${classes.number} ${classes.time} tabular`}>
        <LiveValue value={formatDuration(seconds, i18n)} />
      </Table.Td>
      <Table.Td role="cell" className={`${classes.number} ${classes.seen}`}>
        <Text component="span" size="sm" c="dimmed">
          {lastDay !== undefined && lastSeenText(i18n, lastDay, studyDayHere(Date.now()))}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
});
