import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts';
import classes from './exam-table.module.css';

/** The columns of the lists of exams, by name. */
const columnLabel = {
  title: msg`Title`,
  questions: msg`Questions`,
  content: msg`Content`,
  minutes: msg`Minutes`,
  visible: msg`Visible`,
  classes: msg`Classes`,
  submissions: msg`Handed in`,
  actions: msg`Actions`,
} as const satisfies Record<string, MessageDescriptor>;

type Column = keyof typeof columnLabel;

interface ExamTableProps {
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}

/** A table of exams, whose rows are cards where there is no room for columns. The roles survive that, too. */
export function ExamTable({ label, columns, children }: ExamTableProps) {
  const { i18n } = useLingui();
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div {...kept} className={classes.frame}>
      <Table
        role="table"
        aria-label={label}
        className={classes.table}
        withRowBorders={false}
        verticalSpacing="sm"
        horizontalSpacing="xs"
      >
        <Table.Thead role="rowgroup" className={classes.head}>
          <Table.Tr role="row" className={classes.row}>
            {columns.map((column) => (
              <Table.Th key={column} role="columnheader" scope="col">
                {i18n._(columnLabel[column])}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup" className={classes.body}>
          {children}
        </Table.Tbody>
      </Table>
    </div>
  );
}

export function ExamTableRow({ children }: { children: ReactNode }) {
  return (
    <Table.Tr role="row" className={classes.row}>
      {children}
    </Table.Tr>
  );
}

interface CellProps {
  column: Column;
  children: ReactNode;
}

export function Cell({ column, children }: CellProps) {
  const { i18n } = useLingui();
  const className = [classes.cell, classes[column], 'tabular'].filter(Boolean).join(' ');
  return (
    <Table.Td role="cell" data-label={i18n._(columnLabel[column])} className={className}>
      {children}
    </Table.Td>
  );
}
