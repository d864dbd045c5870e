import { useLingui } from '@lingui/react/macro';
import { Badge, Group, Paper, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { OPTION_LETTERS, QUESTIONS_SCORED } from '../../core/exam/exam-limits.ts';
import { questionControl } from './exam-controls.ts';
import type { ExamAction } from './exam-form.reducer.ts';
import { problemText } from './exam-problem-text.ts';
import { checkQuestion } from './exam-rules.ts';
import { OPTION_FIELD, type QuestionText, type QuestionValues } from './exam-values.ts';
import { OptionField } from './option-field.tsx';
import { QuestionActions } from './question-actions.tsx';
import classes from './question-block.module.css';

interface QuestionBlockProps {
  question: QuestionValues;
  /** Counted from 1. */
  number: number;
  isLast: boolean;
  /** What is wrong is shown. */
  isMarked: boolean;
  dispatch: Dispatch<ExamAction>;
  onMove: (question: QuestionValues, by: 1 | -1) => void;
  onRemove: (question: QuestionValues, number: number) => void;
}

/** A question, its four options and which of them is right. Drawn again only when it is changed itself. */
export const QuestionBlock = memo(function QuestionBlock({ question, number, ...props }: QuestionBlockProps) {
  const { t, i18n } = useLingui();
  const { key, correct_option: correct } = question;
  const problems = props.isMarked ? checkQuestion(question) : {};
  const titleId = `question-${key}-title`;
  const problemId = problems.correct_option && `question-${key}-problem`;
  const change = (field: QuestionText) => (text: string) =>
    props.dispatch({ type: 'question-changed', key, fields: { [field]: text } });
  return (
    <Paper withBorder radius="lg" p="md" role="group" aria-labelledby={titleId} className={classes.block}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="sm">
            <Title id={titleId} order={3} size="h5" className="tabular">
              {t`Question ${number}`}
            </Title>
            {number > QUESTIONS_SCORED && <Badge color="yellow" variant="light">{t`Not shown`}</Badge>}
          </Group>
          <QuestionActions
            number={number}
            isLast={props.isLast}
            onMove={(by) => props.onMove(question, by)}
            onRemove={() => props.onRemove(question, number)}
          />
        </Group>
        <Textarea
          id={questionControl(key, 'question_text')}
          label={t`Question text`}
          required
          withAsterisk={false}
          rows={2}
          classNames={{ input: classes.question }}
          value={question.question_text}
          onChange={(event) => change('question_text')(event.currentTarget.value)}
          error={problemText(i18n, problems.question_text)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          {OPTION_LETTERS.map((letter) => {
            const field = OPTION_FIELD[letter];
            return (
              <OptionField
                key={letter}
                letter={letter}
                id={questionControl(key, field)}
                text={question[field]}
                onText={change(field)}
                error={problemText(i18n, problems[field])}
                right={{
                  id:
                    letter === 'A'
                      ? questionControl(key, 'correct_option')
                      : `question-${key}-right-${letter}`,
                  name: `question-${key}-right`,
                  checked: correct === letter,
                  onChoose: () =>
                    props.dispatch({ type: 'question-changed', key, fields: { correct_option: letter } }),
                  describedBy: problemId,
                }}
              />
            );
          })}
        </SimpleGrid>
        {problemId && (
          <Text id={problemId} size="xs" c="var(--mantine-color-error)">
            {problemText(i18n, problems.correct_option)}
          </Text>
        )}
      </Stack>
    </Paper>
  );
});
