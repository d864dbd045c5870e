import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { useNotices } from '../ui/notices.tsx';
import classes from './exam-form.module.css';
import type { QuestionContent } from './exam-values.ts';
import { PastedPreview } from './pasted-preview.tsx';
import { parseQuestions } from './pasted-questions.ts';

interface PasteQuestionsProps {
  /** How many more questions the exam can have. */
  room: number;
  onAdd: (questions: QuestionContent[]) => void;
  onClose: () => void;
}

function PasteQuestions({ room, onAdd, onClose }: PasteQuestionsProps) {
  const { t } = useLingui();
  const notices = useNotices();
  const [text, setText] = useState('');
  const shownText = useDeferredValue(text);
  const pasted = useMemo(() => parseQuestions(shownText), [shownText]);
  const count = Math.min(pasted.questions.length, room);

  const add = () => {
    // What is added is what is in the field, also if its preview is not drawn yet.
    const questions = parseQuestions(text)
      .questions.slice(0, room)
      .map(({ line: _line, ...question }) => question);
    onAdd(questions);
    notices.success(
      t`${plural(questions.length, { one: '# question has been added.', other: '# questions have been added.' })}`,
    );
    onClose();
  };

  return (
    <Stack>
      <Text size="sm" c="dimmed">
        <Trans>
          Copy the rows from a spreadsheet, with the columns: question, A, B, C, D, right letter. Or paste
          text:
        </Trans>
      </Text>
      <Code block ff="inherit" fz="sm">
        {[
          t`1. What is the capital of Vietnam?`,
          'A. Huế',
          'B. Hà Nội',
          'C. Đà Nẵng',
          'D. Vinh',
          t`Answer: B`,
        ].join('\n')}
      </Code>
      <Textarea
        label={t`Questions to paste`}
        description={t`Instead of the last line, an asterisk before the right option will do: *B. Hà Nội`}
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {shownText.trim() !== '' && <PastedPreview pasted={pasted} room={room} />}
      <Group justify="flex-end" className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={count === 0} onClick={add}>
          {count === 0 ? (
            <Trans>Add questions</Trans>
          ) : (
            <Plural value={count} one="Add # question" other="Add # questions" />
          )}
        </Button>
      </Group>
    </Stack>
  );
}

interface PasteQuestionsModalProps extends PasteQuestionsProps {
  opened: boolean;
}

/** Takes many questions at once from a spreadsheet or a text, and shows what it makes of them first. */
export function PasteQuestionsModal({ opened, onClose, ...props }: PasteQuestionsModalProps) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Paste many questions`}
      size="lg"
      // A click beside it would lose what was pasted.
      closeOnClickOutside={false}
    >
      <PasteQuestions {...props} onClose={onClose} />
    </Dialog>
  );
}
