import { useLingui } from '@lingui/react/macro';
import { useSWRConfig } from 'swr';
import type { ClassExam } from '../../core/exam/exam.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirmed } from '../ui/use-confirmed.ts';
import { isExamList } from './exam.queries.ts';

type Exam = Pick<ClassExam, 'id' | 'title'>;

/** Takes a colleague's exam out of a class after a question; true when it is out. */
export function useAskToTakeExamOut(classId: number): (exam: Exam) => Promise<boolean> {
  const { t } = useLingui();
  const { mutate } = useSWRConfig();
  const { ask } = useConfirmed<Exam>({
    question: ({ title }) => ({
      title: t`Take “${title}” out of the class?`,
      text: t`The class no longer has the exam and its results. Nothing is lost: its author can give it again.`,
      confirmLabel: t`Take out`,
      danger: true,
    }),
    async run({ id }) {
      await callApi('DELETE /api/classes/:classId/exams/:examId', { params: { classId, examId: id } });
      await mutate(isExamList);
    },
    done: noticeText.classUnassigned,
    failed: failureText.classUnassignFailed,
    onFailed: () => void mutate(isExamList),
  });
  return ask;
}
