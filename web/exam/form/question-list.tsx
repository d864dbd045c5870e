import { Plural, useLingui } from '@lingui/react/macro';
import { ActionIcon, Alert, Badge, Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconClipboardText,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { type Dispatch, lazy, memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import { QUESTIONS_MAX, QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import { kindNameOf } from '../../../core/exam/question/question-kind.ts';
import { checkQuestion, type QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { EDIT_PARTS } from '../question/edit-parts.ts';
import type { ExamAction } from './exam-form.reducer.ts';
import { examControl, problemText, questionControl } from './exam-rules.ts';
import { isBlank, type QuestionValues } from './exam-values.ts';
import classes from './question-block.module.css';
import type { ExamForm } from './use-exam-form.ts';

interface QuestionActionsProps {
  number: number;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

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
const QuestionBlock = memo(function QuestionBlock({ question, number, ...props }: QuestionBlockProps) {
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

const PasteQuestionsModal = lazy(() => import('../paste/paste-questions.modal.tsx'));

const blockOf = (key: number) =>
  document.getElementById(questionControl(key, 'question_text'))?.closest<HTMLElement>('[role=group]');

/** The questions of an exam that are neither shown to students nor scored. */
function Beyond({ count }: { count: number }) {
  const { t } = useLingui();
  if (count <= 0) return null;
  return (
    <Alert role="status" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
      {t`Students get the first ${QUESTIONS_SCORED} questions.`}{' '}
      <Plural
        value={count}
        one="The last # question is neither shown nor scored."
        other="The last # questions are neither shown nor scored."
      />
    </Alert>
  );
}

/** The exam's questions, and what makes more of them. */
export function QuestionList({ form }: { form: ExamForm }) {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const titleId = useId();
  const [pasting, setPasting] = useState(false);
  /** What is in the window's box, also when it is opened again. */
  const [pasted, setPasted] = useState('');
  const { dispatch, values, markedUpTo, problems } = form;
  const { questions } = values;
  const list = useRef<HTMLDivElement>(null);
  /** Where the focus goes once the list is drawn as it is now. */
  const focusOn = useRef<(() => HTMLElement | null | undefined) | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list has changed
  useEffect(() => {
    focusOn.current?.()?.focus();
    focusOn.current = null;
  }, [questions]);

  const add = () => {
    const key = values.lastKey + 1;
    focusOn.current = () => document.getElementById(questionControl(key, 'question_text'));
    dispatch({ type: 'question-added' });
  };

  const move = useCallback(
    ({ key }: QuestionValues, by: 1 | -1) => {
      focusOn.current = () => {
        const [wanted, other] = by < 0 ? ['up', 'down'] : ['down', 'up'];
        const button = (name: string) =>
          blockOf(key)?.querySelector<HTMLElement>(`[data-move=${name}]:not(:disabled)`);
        return button(wanted ?? '') ?? button(other ?? '');
      };
      dispatch({ type: 'question-moved', key, by });
    },
    [dispatch],
  );

  const remove = useCallback(
    async (question: QuestionValues, number: number) => {
      const sure =
        isBlank(question) ||
        (await confirm({
          title: t`Remove question ${number}?`,
          text: question.question_text.slice(0, 200),
          confirmLabel: t`Remove question ${number}`,
          danger: true,
        }));
      if (!sure) return;
      focusOn.current = () => {
        const blocks = list.current?.children;
        const next = blocks?.[number - 1] ?? blocks?.[number - 2];
        return next?.querySelector('textarea') ?? document.getElementById(examControl('questions'));
      };
      dispatch({ type: 'question-removed', key: question.key });
    },
    [confirm, dispatch, t],
  );

  const isFull = questions.length >= QUESTIONS_MAX;
  const blanks = questions.filter((question) => question.id === null && isBlank(question)).length;
  return (
    <Stack component="section" aria-labelledby={titleId}>
      <div>
        <Title id={titleId} order={2} size="h3">
          {t`Questions`}
        </Title>
        <Text size="sm" c="dimmed">
          {t`Mark the right option with the button in front of it.`}
        </Text>
      </div>
      <Stack ref={list}>
        {questions.map((question, index) => (
          <QuestionBlock
            key={question.key}
            question={question}
            number={index + 1}
            isLast={index === questions.length - 1}
            isMarked={markedUpTo !== null && question.key <= markedUpTo}
            dispatch={dispatch}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </Stack>
      <Beyond count={questions.length - QUESTIONS_SCORED} />
      {problems.questions && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {problemText(i18n, problems.questions)}
        </Text>
      )}
      <Group>
        <Button
          id={examControl('questions')}
          variant="light"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={isFull}
          onClick={add}
        >
          {t`Add question`}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardText size={18} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          {t`Paste many questions`}
        </Button>
      </Group>
      <LazyDialog opened={pasting}>
        <PasteQuestionsModal
          opened={pasting}
          onClose={() => setPasting(false)}
          text={pasted}
          onText={setPasted}
          room={QUESTIONS_MAX - questions.length + blanks}
          onAdd={(added) => dispatch({ type: 'questions-pasted', questions: added })}
        />
      </LazyDialog>
    </Stack>
  );
}
