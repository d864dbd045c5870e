import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Badge, Group, Paper, Stack, Textarea, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { type Dispatch, memo } from 'react';
import { QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import { kindNameOf } from '../../../core/exam/question/question-kind.ts';
import { checkQuestion, type QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { EDIT_PARTS } from '../question/edit-parts.ts';
import { questionControl } from './exam-controls.ts';
import type { ExamAction } from './exam-form.reducer.ts';
import { problemText } from './exam-problem-text.ts';
import type { QuestionValues } from './exam-values.ts';
import classes from './question-block.module.css';

interface QuestionActionsProps {
  number: number;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** What can be done to a question as a whole. */
function QuestionActions({ number, isLast, onMove, onRemove }: QuestionActionsProps) {
  const { t } = useLingui();
  const look = { variant: 'subtle', size: 'lg', className: classes.action } as const;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        {...look}
        color="gray"
        aria-label={t`Move question ${number} up`}
        disabled={number === 1}
        onClick={() => onMove(-1)}
        data-move="up"
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        color="gray"
        aria-label={t`Move question ${number} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
        data-move="down"
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} color="red" aria-label={t`Remove question ${number}`} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

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

/** A question and what is right. Drawn again only when it is changed itself. */
export const QuestionBlock = memo(function QuestionBlock({ question, number, ...props }: QuestionBlockProps) {
  const { t, i18n } = useLingui();
  const { key } = question;
  const problems = props.isMarked ? checkQuestion(question) : {};
  const titleId = `question-${key}-title`;
  const Edit = EDIT_PARTS[kindNameOf(question)];
  const change = (fields: Partial<QuestionDraft>) =>
    props.dispatch({ type: 'question-changed', key, fields });
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
          onChange={(event) => change({ question_text: event.currentTarget.value })}
          error={problemText(i18n, problems.question_text)}
        />
        <Edit question={question} problems={problems} onChange={change} />
      </Stack>
    </Paper>
  );
});
