import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/pages/paths.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import type { ExamSession } from './exam-session.state.ts';

interface LeaveExamProps {
  session: ExamSession;
  /** The time runs, and goes on running outside. */
  isOpen: boolean;
}

/** The way home. From a running exam it warns first that the clock does not wait. */
export function LeaveExam({ session, isOpen }: LeaveExamProps) {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const deadline = new Date(Date.parse(session.startedAt) + session.durationSeconds * 1_000);
  const end = i18n.date(deadline, { timeStyle: 'short' });
  const leave = async () => {
    const sure =
      !isOpen ||
      (await confirm({
        title: t`Leave the exam?`,
        text: <Trans>The clock runs on: you can come back until {end}. Your answers are kept.</Trans>,
        confirmLabel: t`Leave`,
      }));
    // The next page takes the place of the question in the history: Back leads to the exam in one step.
    if (sure) navigate(paths.student(), { replace: isOpen });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t`Leave the exam`}
      onClick={() => void leave()}
    >
      <IconX size={22} aria-hidden />
    </ActionIcon>
  );
}
