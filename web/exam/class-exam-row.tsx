import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import type { ClassExam } from '../../core/exam/exam.schema.ts';
import { FactCells, RowActions, VisibilitySwitch } from './exam-cells.tsx';
import { Cell, ExamTableRow } from './exam-table.tsx';

interface ClassExamRowProps {
  exam: ClassExam;
  classId: number;
  onHide: (isHidden: boolean) => void;
  onViewResults: () => void;
  onDelete: () => void;
  onTakeOut: () => void;
}

/** An exam on the page of one class. */
export function ClassExamRow({ exam, classId, ...on }: ClassExamRowProps) {
  const { t } = useLingui();
  return (
    <ExamTableRow>
      <FactCells exam={exam} />
      <Cell column="visible">
        <VisibilitySwitch exam={exam} onChange={on.onHide} />
      </Cell>
      <Cell column="submissions">{exam.submission_count}</Cell>
      <Cell column="actions">
        <Group gap="xs" wrap="nowrap">
          <Button
            variant="subtle"
            size="sm"
            px="sm"
            aria-label={t`View results: ${exam.title}`}
            onClick={on.onViewResults}
          >
            <Trans>View results</Trans>
          </Button>
          {exam.is_own ? (
            <RowActions exam={exam} classId={classId} onDelete={on.onDelete} />
          ) : (
            // A colleague's exam is theirs to change.
            <Button
              variant="subtle"
              color="red"
              size="sm"
              px="sm"
              aria-label={t`Take out: ${exam.title}`}
              onClick={on.onTakeOut}
            >
              <Trans>Take out</Trans>
            </Button>
          )}
        </Group>
      </Cell>
    </ExamTableRow>
  );
}
