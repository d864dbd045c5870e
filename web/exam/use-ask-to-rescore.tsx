import { useLingui } from '@lingui/react/macro';
import type { QuestionBody } from '../../core/exam/exam.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { RescoringPreview } from './rescoring-preview.tsx';

/**
 * Shows whose score these questions would move and asks whether to save them; true also when nobody has handed the
 * exam in. The server is asked each time: somebody may have since the exam was opened.
 */
export function useAskToRescore(examId: number): (questions: QuestionBody[]) => Promise<boolean> {
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
