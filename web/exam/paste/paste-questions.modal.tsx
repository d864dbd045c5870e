import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Stack, Text, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { StickyBar } from '../../ui/control/sticky-bar.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { PastedPreview } from './pasted-preview.tsx';
import { type PastedQuestion, parseQuestions } from './pasted-questions.ts';

interface PasteQuestionsProps {
  /** How many more questions the exam can have. */
  room: number;
  onAdd: (questions: QuestionDraft[]) => void;
  onClose: () => void;
}

/** A question is the same as long as its words are: its line moves with what is typed above. */
const wordsOf = ({ question_text, option_a, option_b, option_c, option_d }: QuestionDraft) =>
  JSON.stringify([question_text, option_a, option_b, option_c, option_d]);

function PasteQuestions({ room, onAdd, onClose }: PasteQuestionsProps) {
  const { t } = useLingui();
  const notices = useNotices();
  const [text, setText] = useState('');
  const shownText = useDeferredValue(text);
  const pasted = useMemo(() => parseQuestions(shownText), [shownText]);
  /** The right options that were clicked, by the words of their questions. */
  const [marks, setMarks] = useState<ReadonlyMap<string, OptionLetter>>(new Map());
  const marked = (questions: readonly PastedQuestion[]) =>
    questions.map((question) => ({
      ...question,
      correct_option: question.correct_option ?? marks.get(wordsOf(question)) ?? null,
    }));
  const count = Math.min(pasted.questions.length, room);

  const add = () => {
    // What is added is what is in the field, also if its preview is not drawn yet.
    const questions = marked(parseQuestions(text).questions.slice(0, room)).map(
      ({ line: _line, ...question }) => question,
    );
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
        description={t`Instead of the last line, an asterisk before the right option will do (*B. Hà Nội), or a key at the end: 1.B 2.C`}
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {shownText.trim() !== '' && (
        <PastedPreview
          pasted={pasted}
          questions={marked(pasted.questions)}
          room={room}
          onMark={(question, letter) =>
            setMarks((current) => new Map(current).set(wordsOf(question), letter))
          }
        />
      )}
      <StickyBar justify="flex-end">
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
      </StickyBar>
    </Stack>
  );
}

interface PasteQuestionsModalProps extends PasteQuestionsProps {
  opened: boolean;
}

/** Takes many questions at once from a spreadsheet or a text, and shows what it makes of them first. */
export default function PasteQuestionsModal({ opened, onClose, ...props }: PasteQuestionsModalProps) {
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
