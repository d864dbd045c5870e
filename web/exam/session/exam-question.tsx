import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Fieldset, Group, Paper, Radio, Stack } from '@mantine/core';
import type { OptionLetter, StudentQuestion } from '../../../core/exam/exam.schema.ts';
import { OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import { optionText } from '../option-text.ts';
import type { Mark } from './exam-marks.ts';
import classes from './exam-question.module.css';

interface ExamQuestionProps {
  number: number;
  question: StudentQuestion;
  mark: Mark | undefined;
  isOpen: boolean;
  onAnswer: (questionId: number, option: OptionLetter) => void;
  onSkip: (questionId: number) => void;
  onReview: (questionId: number) => void;
}

const optionId = (questionId: number, letter: OptionLetter) => `question-${questionId}-${letter}`;

/** Returns the element that gets a question's focus. */
export const firstOptionId = (questionId: number) => optionId(questionId, 'A');

export function ExamQuestion(props: ExamQuestionProps) {
  const { number, question, mark, isOpen, onAnswer, onSkip, onReview } = props;
  const { t } = useLingui();
  const { id } = question;
  const isSkipped = mark === 'skipped';
  return (
    <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'md' }}>
      <Fieldset
        variant="unstyled"
        legend={`${number}. ${question.question_text}`}
        classNames={{ legend: classes.legend }}
      >
        <Stack gap="xs">
          {OPTION_LETTERS.map((letter) => (
            <Radio
              key={letter}
              id={optionId(id, letter)}
              name={`question-${id}`}
              value={letter}
              label={`${letter}. ${optionText(question, letter)}`}
              checked={mark === letter}
              disabled={!isOpen}
              onChange={() => onAnswer(id, letter)}
              classNames={{
                root: classes.option,
                body: classes.row,
                inner: classes.dot,
                labelWrapper: classes.words,
                label: classes.label,
              }}
            />
          ))}
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
