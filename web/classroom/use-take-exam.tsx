import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { ClassExam } from '../../core/exam/exam.schema.ts';
import { paths } from '../lib/pages/paths.ts';
import { useConfirm } from '../ui/confirm.tsx';

type OpenExam = Pick<ClassExam, 'id' | 'title' | 'duration_minutes'>;

/** Returns what starts an exam, after the student has agreed to its rules. */
export function useTakeExam(): (exam: OpenExam) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  const confirm = useConfirm();

  // Opening the page of an exam starts its clock: nothing of it may be read before the student has agreed.
  return async ({ id, title, duration_minutes: minutes }: OpenExam): Promise<void> => {
    const agreed = await confirm({
      title: t`Start the exam “${title}”?`,
      text: (
        <Stack component="ul" gap="xs" m={0} pl="lg">
          <li>
            <Trans>
              You have {minutes} minutes. The clock starts now and cannot be stopped, not even by closing the
              page.
            </Trans>
          </li>
          <li>
            <Trans>Your answers are saved as you go; you can go on with them on another device.</Trans>
          </li>
          <li>
            <Trans>When the time is over, the server hands in what has been saved.</Trans>
          </li>
          <li>
            <Trans>An exam can be handed in only once.</Trans>
          </li>
        </Stack>
      ),
      confirmLabel: t`Start now`,
    });
    // The exam takes the place of the question in the history: Back leads here in one step.
    if (agreed) navigate(paths.exam(id), { replace: true });
  };
}
