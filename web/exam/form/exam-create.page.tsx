import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../lib/call/error-text.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useCreateExam } from '../exam.queries.ts';
import { newExamState } from '../list/new-exam-note.tsx';
import { ExamFormView, useAskedClass } from './exam-form.tsx';
import { toExamForm } from './exam-values.ts';
import { useExamForm } from './use-exam-form.ts';

/** A new exam, for the class that the address names or the one that is chosen. */
export default function ExamCreatePage() {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const navigate = useNavigate();
  const { classId, back } = useAskedClass();
  const createExam = useCreateExam();
  usePageTitle(t`New exam`);
  const form = useExamForm({
    exam: null,
    asksForClass: classId === null,
    send: async ({ values, audio, classId: chosen }) => {
      const { exam, unassigned } = await createExam(toExamForm(values, audio), classId ?? Number(chosen));
      return () => {
        const created = t`Exam created successfully`;
        if (unassigned === undefined) {
          notices.success(created);
          navigate(back, { state: newExamState(exam) });
          return;
        }
        const values = { message: errorText(i18n, unassigned) };
        // There is one banner: the second text would take the place of the first.
        notices.error(`${created}. ${i18n._({ ...failureText.classAssignFailed, values })}`);
        navigate(paths.teacherExams());
      };
    },
    onFailed: (error) => failed(msg({ message: 'Failed to create exam: {message}' }), error),
  });
  return <ExamFormView form={form} heading={t`New exam`} submitLabel={t`Create exam`} back={back} />;
}
