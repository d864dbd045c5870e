import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { type ExamSession, tally } from './state/exam-session.state.ts';

interface SubmitExamProps {
  session: ExamSession;
  isOpen: boolean;
  onSubmit: () => void;
}

export function SubmitExam({ session, isOpen, onSubmit }: SubmitExamProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const { answered, skipped, open } = tally(session);
  const total = session.exam.questions.length;

  const ask = async () => {
    const sure = await confirm({
      title: t`Submit the exam?`,
      text: (
        <>
          <Text>
            <Trans>
              You have answered {answered} of {total} questions.
            </Trans>
          </Text>
          {skipped > 0 && (
            <Text>{t`${plural(skipped, { one: '# question is skipped.', other: '# questions are skipped.' })}`}</Text>
          )}
          {open > 0 && (
            <Text>
              {t`${plural(open, { one: '# question is not answered yet.', other: '# questions are not answered yet.' })}`}
            </Text>
          )}
          <Text pt="xs">
            <Trans>An exam is handed in once; nothing can be changed afterwards.</Trans>
          </Text>
        </>
      ),
      confirmLabel: t`Submit`,
    });
    if (sure) onSubmit();
  };

  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" className="tabular">
        <Trans>
          {answered} of {total} answered
        </Trans>
        {skipped > 0 && <> · {t`${plural(skipped, { one: '# skipped', other: '# skipped' })}`}</>}
      </Text>
      <Button
        size="md"
        disabled={!isOpen || answered + skipped === 0}
        loading={session.phase === 'handing-in'}
        onClick={() => void ask()}
      >
        <Trans>Submit exam</Trans>
      </Button>
    </Group>
  );
}
