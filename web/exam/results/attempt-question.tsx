import { Trans } from '@lingui/react/macro';
import { Paper, Stack, Text } from '@mantine/core';
import type { Answer, Question } from '../../../core/exam/exam.schema.ts';
import { kindNameOf } from '../../../core/exam/question/question-kind.ts';
import { REVIEW_PARTS } from '../question/review-parts.ts';

interface AttemptQuestionProps {
  number: number;
  question: Question;
  answer: Answer | undefined;
}

/** A question with what was answered and what is right. */
export function AttemptQuestion({ number, question, answer }: AttemptQuestionProps) {
  const { Given } = REVIEW_PARTS[kindNameOf(question)];
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Text fw={600} className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
          {number}. {question.question_text}
        </Text>
        <Given question={question} answer={answer} />
        {answer === undefined && (
          <Text size="sm" c="dimmed">
            <Trans>Not answered</Trans>
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
