import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import type { ExamSession } from './exam-session.state.ts';

interface SkippedQuestionsProps {
  session: ExamSession;
  onReview: (questionId: number) => void;
}

/** What was skipped, each with the way back to it. */
export function SkippedQuestions({ session, onReview }: SkippedQuestionsProps) {
  const { t } = useLingui();
  const titleId = useId();
  const skipped = session.exam.questions.flatMap(({ id }, index) =>
    session.marks[id] === 'skipped' ? [{ id, number: index + 1 }] : [],
  );
  if (skipped.length === 0) return null;
  return (
    <div>
      <Text id={titleId} size="sm" fw={600} pb={4}>
        <Trans>Skipped questions</Trans>
      </Text>
      <Group component="ul" aria-labelledby={titleId} gap="xs" className="plain-list">
        {skipped.map(({ id, number }) => (
          <li key={id}>
            <Button
              size="compact-sm"
              variant="light"
              className="tabular"
              aria-label={t`Review question ${number}`}
              onClick={() => onReview(id)}
            >
              <Trans>Review {number}</Trans>
            </Button>
          </li>
        ))}
      </Group>
    </div>
  );
}
