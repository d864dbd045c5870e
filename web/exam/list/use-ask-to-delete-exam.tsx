import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useSWRConfig } from 'swr';
import type { Exam } from '../../../core/exam/exam.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { examNow, isExamList } from '../exam.queries.ts';
import { dropClassResults } from '../results/exam-result.queries.ts';

/** Deletes an exam after a question that says what goes with it; true when it is gone. */
export function useAskToDeleteExam(): (exam: Pick<Exam, 'id' | 'title'>) => Promise<boolean> {
  const { t } = useLingui();
  const { mutate } = useSWRConfig();

  const { ask } = useConfirmed<Pick<Exam, 'id' | 'title'>>({
    async question({ id, title }) {
      // The list may be old, and that of a class counts its own students only.
      const exam = await examNow(id);
      return {
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
      };
    },
    async run({ id }) {
      await callApi('DELETE /api/exams/:examId', { params: { examId: id } });
      dropClassResults();
      await mutate<Pick<Exam, 'id'>[]>(isExamList, (list) => list?.filter((other) => other.id !== id), {
        revalidate: false,
      });
    },
    done: msg`Exam deleted successfully`,
    failed: msg({ message: 'Failed to delete exam: {message}' }),
    onFailed: () => void mutate(isExamList),
  });
  return ask;
}
