import { useLingui } from '@lingui/react/macro';
import { Alert, Button } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import type { ExamSummary } from '../../../core/exam/exam.schema.ts';

/** What the form of a new exam hands on to the list that it leads to. */
export const newExamState = ({ id }: { id: number }) => ({ newExam: id });

interface NewExamNoteProps {
  exams: readonly Pick<ExamSummary, 'id' | 'title' | 'is_hidden'>[];
  onShow: (examId: number) => void;
}

/** Says of an exam just written that no class can take it yet, and shows it to the class. */
export function NewExamNote({ exams, onShow }: NewExamNoteProps) {
  const { t } = useLingui();
  const state: Partial<ReturnType<typeof newExamState>> | null = useLocation().state;
  const exam = exams.find(({ id, is_hidden }) => id === state?.newExam && is_hidden);
  if (!exam) return null;
  return (
    <Alert role="status" title={t`The class cannot take “${exam.title}” yet`}>
      <Button onClick={() => onShow(exam.id)}>{t`Let the class take it`}</Button>
    </Alert>
  );
}
