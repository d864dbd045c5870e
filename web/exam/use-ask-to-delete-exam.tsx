import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useSWRConfig } from 'swr';
import type { Exam } from '../../core/exam/exam.schema.ts';
import { dropClassResults } from '../exam-results/exam-result.queries.ts';
import { callApi } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { examNow, isExamList } from './exam.queries.ts';

/** Deletes an exam after a question that says what goes with it; true when it is gone. */
export function useAskToDeleteExam(): (exam: Pick<Exam, 'id' | 'title'>) => Promise<boolean> {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const { mutate } = useSWRConfig();

  return async ({ id, title }) => {
    try {
      // The list may be old, and that of a class counts its own students only.
      const exam = await examNow(id);
      const confirmed = await confirm({
        title: t`Delete “${title}”?`,
        text: (
          <Stack gap="xs">
            <Text>{t`This removes the exam from all classes and deletes the results of its students.`}</Text>
            <Text fw={600}>
              {t`${plural(exam.submission_count, {
                0: 'Nobody has handed it in yet.',
                one: '# student has handed it in.',
                other: '# students have handed it in.',
              })}`}
            </Text>
          </Stack>
        ),
        confirmLabel: t`Delete the exam`,
        danger: true,
      });
      if (!confirmed) return false;
      await callApi('DELETE /api/exams/:examId', { params: { examId: id } });
      dropClassResults();
      await mutate<Pick<Exam, 'id'>[]>(isExamList, (list) => list?.filter((other) => other.id !== id), {
        revalidate: false,
      });
      notices.success(i18n._(noticeText.examDeleted));
      return true;
    } catch (error) {
      failed(failureText.examDeleteFailed, error);
      void mutate(isExamList);
      return false;
    }
  };
}
