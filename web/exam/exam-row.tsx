import type { ExamClass, ExamSummary } from '../../core/exam/exam.schema.ts';
import { FactCells, RowActions, VisibilitySwitch } from './exam-cells.tsx';
import { ExamClassBadges } from './exam-class-badges.tsx';
import { Cell, ExamTableRow } from './exam-table.tsx';

export interface ExamRowActions {
  onHide: (exam: ExamSummary, isHidden: boolean) => void;
  onAssign: (exam: ExamSummary, classroom: ExamClass) => void;
  onUnassign: (exam: ExamSummary, classroom: ExamClass) => void;
  onViewResults: (exam: ExamSummary, classroom: ExamClass) => void;
  onDelete: (exam: ExamSummary) => void;
}

interface ExamRowProps extends ExamRowActions {
  exam: ExamSummary;
  classrooms: readonly ExamClass[] | undefined;
}

/** An exam in the hub. */
export function ExamRow({ exam, classrooms, ...on }: ExamRowProps) {
  return (
    <ExamTableRow>
      <FactCells exam={exam} />
      <Cell column="visible">
        <VisibilitySwitch exam={exam} onChange={(isHidden) => on.onHide(exam, isHidden)} />
      </Cell>
      <Cell column="classes">
        <ExamClassBadges
          exam={exam}
          classrooms={classrooms}
          onAssign={(classroom) => on.onAssign(exam, classroom)}
          onRemove={(classroom) => on.onUnassign(exam, classroom)}
          onViewResults={(classroom) => on.onViewResults(exam, classroom)}
        />
      </Cell>
      <Cell column="actions">
        <RowActions exam={exam} onDelete={() => on.onDelete(exam)} />
      </Cell>
    </ExamTableRow>
  );
}
