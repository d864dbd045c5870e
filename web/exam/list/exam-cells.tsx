import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Group, Switch, Table } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ExamSummary, MainContentType } from '../../../core/exam/exam.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import classes from './exam-table.module.css';
import { Cell } from './exam-table.tsx';

/** What an exam is about, in a word. */
const contentLabel: Record<MainContentType, MessageDescriptor> = {
  text: msg`Reading`,
  audio: msg`Listening`,
  none: msg`Questions only`,
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
