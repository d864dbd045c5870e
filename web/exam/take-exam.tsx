import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { ClassExam } from '../../core/exam/exam.schema.ts';
import { readSession } from '../lib/kept/stored-session.ts';
import { paths } from '../lib/pages/paths.ts';
import { useConfirm } from '../ui/feedback/confirm.tsx';

export type OpenExam = Pick<ClassExam, 'id' | 'title' | 'duration_minutes' | 'question_count'>;

/** What was agreed to since this page was opened, by whom. */
const agreed = new Set<string>();
const nameOf = (examId: number) => `${readSession().userId}:${examId}`;

/** This user has been asked, and begins the exam. */
export const agreeToExam = (examId: number): void => void agreed.add(nameOf(examId));
export const hasAgreedToExam = (examId: number): boolean => agreed.has(nameOf(examId));
/** An agreement is for one opening: who comes back is asked again. */
export const endAgreements = (): void => agreed.clear();

/** What a student agrees to before the clock of an exam runs. */
export function ExamTerms({ exam: { duration_minutes, question_count } }: { exam: OpenExam }) {
  const { t } = useLingui();
  return (
    <Stack gap="sm">
      <Text fw={600}>
        {t`${plural(duration_minutes, { one: '# minute', other: '# minutes' })}`} ·{' '}
        {t`${plural(question_count, { one: '# question', other: '# questions' })}`} ·{' '}
        <Trans>taken once</Trans>
      </Text>
      <Text>
        <Trans>Press “Start now” and the clock runs, also while the page is closed.</Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          Your answers are saved as you go, and you can go on with them on another device. When the time is
          over, they are handed in by themselves.
        </Trans>
      </Text>
    </Stack>
  );
}

/** Asks on a list of exams, and leads to the one that was agreed to. By all other ways the exam's page asks. */
export function useTakeExam(): (exam: OpenExam) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  const confirm = useConfirm();

  return async (exam: OpenExam): Promise<void> => {
    const { id, title } = exam;
    const isSure = await confirm({
      title: t`Start the exam “${title}”?`,
      text: <ExamTerms exam={exam} />,
      confirmLabel: t`Start now`,
    });
    if (!isSure) return;
    agreeToExam(id);
    // The exam takes the place of the question in the history: Back leads here in one step.
    navigate(paths.exam(id), { replace: true });
  };
}
