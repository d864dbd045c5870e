import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Container } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { Exam, QuestionBody } from '../../../core/exam/exam.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { RescoringPreview } from '../draft/rescoring-preview.tsx';
import { useExamToEdit, useUpdateExam } from '../exam.queries.ts';
import { ExamFormView, useAskedClass } from './exam-form.tsx';
import { toExamChange, toQuestions } from './exam-values.ts';
import { useExamForm } from './use-exam-form.ts';

/** Says why an exam can't be edited, and leads back to the classes. */
function NotEditable({ error, reason }: { error?: unknown; reason?: string }) {
  const failed = useFailure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one notice is enough
  useEffect(() => failed(msg({ message: 'Failed to load exam: {message}' }), error, reason), []);
  return <Navigate to={paths.teacherClasses()} replace />;
}

function EditExam({ exam }: { exam: Exam }) {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const navigate = useNavigate();
  const { back } = useAskedClass();
  const updateExam = useUpdateExam(exam.id);
  const askToRescore = useAskToRescore(exam.id);
  usePageTitle(t`Edit exam: ${exam.title}`);
  const form = useExamForm({
    exam,
    asksForClass: false,
    send: async ({ values, audio }, saved) => {
      const questions = toQuestions(values);
      const areChanged = JSON.stringify(questions) !== JSON.stringify(toQuestions(saved));
      if (areChanged && !(await askToRescore(questions))) return null;
      await updateExam(toExamChange(values, audio));
      return () => {
        notices.success(t`Exam updated successfully`);
        navigate(back);
      };
    },
    onFailed: (error) => failed(msg({ message: 'Failed to update exam: {message}' }), error),
  });
  return <ExamFormView form={form} heading={t`Edit exam`} submitLabel={t`Save exam`} back={back} />;
}

export default function ExamEditPage() {
  const { i18n } = useLingui();
  const examId = parseRowId(useParams().examId);
  const { data: exam, error } = useExamToEdit(examId);
  if (examId === null) return <NotEditable reason={i18n._(errorMessages.exam_not_found)} />;
  if (exam) return <EditExam key={exam.id} exam={exam} />;
  if (error) return <NotEditable error={error} />;
  return (
    <Container size="md" py="xl">
      <Loading minHeight={320} />
    </Container>
  );
}

/**
 * Shows whose score these questions would move and asks whether to save them; true also when nobody has handed the
 * exam in. The server is asked each time: somebody may have since the exam was opened.
 */
function useAskToRescore(examId: number): (questions: QuestionBody[]) => Promise<boolean> {
  const { t } = useLingui();
  const confirm = useConfirm();
  return async (questions) => {
    const { data } = await callApi('POST /api/exams/:examId/rescoring', {
      params: { examId },
      body: { questions },
    });
    if (data.submission_count === 0) return true;
    return confirm({
      title: t`Save the changed questions?`,
      text: <RescoringPreview rescoring={data} />,
      confirmLabel: t`Save exam`,
    });
  };
}
