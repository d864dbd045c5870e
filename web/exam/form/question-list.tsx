import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconClipboardText, IconPlus } from '@tabler/icons-react';
import { lazy, useCallback, useEffect, useId, useRef, useState } from 'react';
import { QUESTIONS_MAX, QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { examControl, questionControl } from './exam-controls.ts';
import { problemText } from './exam-problem-text.ts';
import { isBlank, type QuestionValues } from './exam-values.ts';
import { QuestionBlock } from './question-block.tsx';
import type { ExamForm } from './use-exam-form.ts';

const PasteQuestionsModal = lazy(() => import('../paste/paste-questions.modal.tsx'));

const blockOf = (key: number) =>
  document.getElementById(questionControl(key, 'question_text'))?.closest<HTMLElement>('[role=group]');

/** The questions of an exam that are neither shown to students nor scored. */
function Beyond({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <Alert role="status" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
      <Trans>Students get the first {QUESTIONS_SCORED} questions.</Trans>{' '}
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
          <Trans>Questions</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>Mark the right option with the button in front of it.</Trans>
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
          <Trans>Add question</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardText size={18} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          <Trans>Paste many questions</Trans>
        </Button>
      </Group>
      <LazyDialog opened={pasting}>
        <PasteQuestionsModal
          opened={pasting}
          onClose={() => setPasting(false)}
          room={QUESTIONS_MAX - questions.length + blanks}
          onAdd={(pasted) => dispatch({ type: 'questions-pasted', questions: pasted })}
        />
      </LazyDialog>
    </Stack>
  );
}
