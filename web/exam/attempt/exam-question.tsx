import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Fieldset, Group, Paper, Stack } from '@mantine/core';
import type { Answer, StudentQuestion } from '../../../core/exam/exam.schema.ts';
import { kindNameOf } from '../../../core/exam/question/question-kind.ts';
import { TAKE_PARTS } from '../question/take-parts.ts';
import classes from './exam-question.module.css';
import type { Mark } from './state/exam-marks.ts';

interface ExamQuestionProps {
  number: number;
  question: StudentQuestion;
  mark: Mark | undefined;
  isOpen: boolean;
  onAnswer: (questionId: number, answer: Answer) => void;
  onSkip: (questionId: number) => void;
  onReview: (questionId: number) => void;
}

/** Returns the id of the element that gets a question's focus. */
export const answerControl = (questionId: number) => `question-${questionId}-answer`;

export function ExamQuestion(props: ExamQuestionProps) {
  const { number, question, mark, isOpen, onAnswer, onSkip, onReview } = props;
  const { t } = useLingui();
  const { id } = question;
  const isSkipped = mark === 'skipped';
  const Take = TAKE_PARTS[kindNameOf(question)];
  return (
    <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'md' }}>
      <Fieldset
        variant="unstyled"
        legend={`${number}. ${question.question_text}`}
        classNames={{ legend: classes.legend }}
      >
        <Stack gap="xs">
          <Take
            question={question}
            answer={isSkipped ? undefined : mark}
            isOpen={isOpen}
            controlId={answerControl(id)}
            onAnswer={(answer) => onAnswer(id, answer)}
          />
          <Group gap="xs">
            {isSkipped && (
              <Badge variant="light" tt="none" color="honey">
                <Trans>Skipped</Trans>
              </Badge>
            )}
            {isOpen && (
              <Button
                ml="auto"
                h={44}
                variant="subtle"
                aria-label={isSkipped ? t`Answer question ${number} after all` : t`Skip question ${number}`}
                onClick={() => (isSkipped ? onReview(id) : onSkip(id))}
              >
                {isSkipped ? <Trans>Answer</Trans> : <Trans>Skip</Trans>}
              </Button>
            )}
          </Group>
        </Stack>
      </Fieldset>
    </Paper>
  );
}
