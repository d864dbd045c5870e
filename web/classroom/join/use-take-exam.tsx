import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';

type OpenExam = Pick<ClassExam, 'id' | 'title' | 'duration_minutes' | 'question_count'>;

export function useTakeExam(): (exam: OpenExam) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  const confirm = useConfirm();

  // Opening the page of an exam starts its clock: nothing of it may be read before the student has agreed.
  return async ({ id, title, duration_minutes, question_count }: OpenExam): Promise<void> => {
    const agreed = await confirm({
      title: t`Start the exam “${title}”?`,
      text: (
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
              Your answers are saved as you go, and you can go on with them on another device. When the time
              is over, they are handed in by themselves.
            </Trans>
          </Text>
        </Stack>
      ),
      confirmLabel: t`Start now`,
    });
    // The exam takes the place of the question in the history: Back leads here in one step.
    if (agreed) navigate(paths.exam(id), { replace: true });
  };
}
