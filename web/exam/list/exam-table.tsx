import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Group, Switch, Table } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ExamSummary, MainContentType } from '../../../core/exam/exam.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useKeptFocus } from '../../ui/list/use-kept-focus.ts';
import classes from './exam-table.module.css';

const contentLabel: Record<MainContentType, MessageDescriptor> = {
  text: msg`Reading`,
  audio: msg`Listening`,
  none: msg`Questions Only`,
};

type Facts = Pick<ExamSummary, 'title' | 'question_count' | 'main_content_type' | 'duration_minutes'>;

/** The first columns: what the exam is. */
export function FactCells({ exam }: { exam: Facts }) {
  const { i18n } = useLingui();
  return (
    <>
      <Table.Th role="rowheader" scope="row" className={classes.title}>
        {exam.title}
      </Table.Th>
      <Cell column="questions">{exam.question_count}</Cell>
      <Cell column="content">{i18n._(contentLabel[exam.main_content_type])}</Cell>
      <Cell column="minutes">{exam.duration_minutes}</Cell>
    </>
  );
}

interface VisibilitySwitchProps {
  exam: Pick<ExamSummary, 'title' | 'is_hidden'>;
  onChange: (isHidden: boolean) => void;
}

export function VisibilitySwitch({ exam, onChange }: VisibilitySwitchProps) {
  const { t } = useLingui();
  return (
    <Switch
      aria-label={t`Visible to students: ${exam.title}`}
      checked={!exam.is_hidden}
      onChange={(event) => onChange(!event.currentTarget.checked)}
    />
  );
}

interface RowActionsProps {
  exam: Pick<ExamSummary, 'id' | 'title'>;
  /** The class to whose page the form leads back. */
  classId?: number;
  onDelete: () => void;
}

export function RowActions({ exam, classId, onDelete }: RowActionsProps) {
  const { t } = useLingui();
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon
        component={Link}
        to={paths.examEdit(exam.id, classId)}
        variant="subtle"
        size={36}
        aria-label={t`Edit: ${exam.title}`}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size={36}
        aria-label={t`Delete: ${exam.title}`}
        onClick={onDelete}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

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
        <Table.Thead role="rowgroup" className={`heard-on-phones ${classes.head}`}>
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

export function Cell({ column, children }: { column: Column; children: ReactNode }) {
  const { i18n } = useLingui();
  const className = [classes.cell, classes[column], 'tabular'].filter(Boolean).join(' ');
  return (
    <Table.Td role="cell" data-label={i18n._(columnLabel[column])} className={className}>
      {children}
    </Table.Td>
  );
}
