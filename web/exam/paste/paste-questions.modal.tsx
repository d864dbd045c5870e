import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import {
  Alert,
  Button,
  Code,
  List,
  Paper,
  Radio,
  ScrollArea,
  Stack,
  Text,
  Textarea,
  VisuallyHidden,
} from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import {
  OPTION_FIELD,
  OPTION_LETTERS,
  OPTION_TEXT_MAX,
  QUESTION_TEXT_MAX,
} from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { StickyBar } from '../../ui/control/sticky-bar.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import classes from './pasted-preview.module.css';
import {
  type Pasted,
  type PastedQuestion,
  type PasteProblem,
  parseQuestions,
  remainderOf,
} from './pasted-questions.ts';
import type { Part, PasteReason } from './pasted-text.ts';

const option = msg({ message: 'option {letter}' });
const questionPart = msg`the question`;
const missing = msg({ message: 'missing: {parts}' });
const wrongAnswer = msg({ message: '“{found}” is none of the options A, B, C and D' });
const answers = msg`more than one option is marked as right`;
const twice = msg({ message: 'there is more than one option {letter}' });
const more = msg`there are more than four options`;
const long = msg({ message: 'too long ({part}: at most {limit} characters)' });
const stray = msg`there is no question before it`;
const doubt = msg`it is not clear whether this marks the right option or belongs to the text`;
const statements = msg`each of its statements is true or false; a question here has one right option of four`;
const unasked = msg({ message: 'not among the questions: {numbers}' });

function partText(i18n: I18n, part: Part): string {
  if (part === 'question') return i18n._(questionPart);
  return i18n._({ ...option, values: { letter: part } });
}

/** Returns why something that was pasted is no question, in the active language. */
export function pasteReasonText(i18n: I18n, reason: PasteReason): string {
  switch (reason.kind) {
    case 'missing': {
      const parts = reason.parts.map((part) => partText(i18n, part));
      const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' });
      return i18n._({ ...missing, values: { parts: list.format(parts) } });
    }
    case 'answer':
      return i18n._({ ...wrongAnswer, values: { found: reason.found.slice(0, 40) } });
    case 'answers':
      return i18n._(answers);
    case 'twice':
      return i18n._({ ...twice, values: { letter: reason.part } });
    case 'more':
      return i18n._(more);
    case 'long': {
      const limit = reason.part === 'question' ? QUESTION_TEXT_MAX : OPTION_TEXT_MAX;
      return i18n._({ ...long, values: { part: partText(i18n, reason.part), limit } });
    }
    case 'stray':
      return i18n._(stray);
    case 'doubt':
      return i18n._(doubt);
    case 'statements':
      return i18n._(statements);
    case 'unasked':
      return i18n._({ ...unasked, values: { numbers: reason.numbers.join(', ') } });
  }
}

/** Beyond these a list says nothing more. */
const PROBLEMS_SHOWN = 30;

function Problems({ problems }: { problems: readonly PasteProblem[] }) {
  const { t, i18n } = useLingui();
  const hidden = problems.length - PROBLEMS_SHOWN;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t`Not understood`}>
      <List size="sm" spacing={4} aria-label={t`Not understood`}>
        {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
          <List.Item key={`${problem.line} ${problem.reason.kind}`}>
            <Text span inherit fw={600}>
              {t`Line ${problem.line}`}
            </Text>
            {problem.text && <span className={classes.quote}> “{problem.text.slice(0, 80)}”</span>}
            {`: ${pasteReasonText(i18n, problem.reason)}`}
            {problem.said && (
              <span className={classes.quote}>
                {' '}
                ({problem.said.map((words) => `“${words.slice(0, 60)}”`).join(', ')})
              </span>
            )}
          </List.Item>
        ))}
      </List>
      {hidden > 0 && (
        <Text size="sm">
          <Plural value={hidden} one="and # more" other="and # more" />
        </Text>
      )}
    </Alert>
  );
}

/** Options of which the paste says which is right. */
function Options({ question }: { question: PastedQuestion }) {
  const { t } = useLingui();
  return OPTION_LETTERS.map((letter) => {
    const isRight = question.correct_option === letter;
    return (
      <Text key={letter} size="sm" c={isRight ? undefined : 'dimmed'} className={classes.text}>
        {letter}. <bdi>{question[OPTION_FIELD[letter]]}</bdi>
        {isRight && (
          <>
            {' '}
            <IconCheck size={14} aria-hidden />
            <VisuallyHidden>{t`right`}</VisuallyHidden>
          </>
        )}
      </Text>
    );
  });
}

const nameOf = ({ line }: PastedQuestion) => `pasted-${line}`;

interface MarkedQuestionProps {
  question: PastedQuestion;
  onMark: (letter: OptionLetter) => void;
}

/** Options of which the teacher clicks the right one. */
function OptionsToMark({ question, onMark }: MarkedQuestionProps) {
  const name = nameOf(question);
  return (
    <Stack gap={4} pt={4} role="radiogroup" aria-labelledby={`${name}-text`}>
      {OPTION_LETTERS.map((letter) => (
        <Radio
          key={letter}
          size="sm"
          name={name}
          value={letter}
          label={
            <>
              {letter}. <bdi>{question[OPTION_FIELD[letter]]}</bdi>
            </>
          }
          checked={question.correct_option === letter}
          onChange={() => onMark(letter)}
          classNames={{ label: classes.text }}
        />
      ))}
    </Stack>
  );
}

/** Which questions still lack their right answer, by their place in the list. */
function Unmarked({ questions }: { questions: readonly PastedQuestion[] }) {
  const { t, i18n } = useLingui();
  const places = questions.flatMap(({ correct_option }, index) =>
    correct_option === null ? [String(index + 1)] : [],
  );
  if (places.length === 0) return null;
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(places);
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t`Please mark the right option`}>
      {`${t`Questions`}: ${list}`}
    </Alert>
  );
}

interface PastedPreviewProps {
  pasted: Pasted;
  /** The same questions, with the right options that the teacher has clicked. */
  questions: readonly PastedQuestion[];
  room: number;
  onMark: (question: PastedQuestion, letter: OptionLetter) => void;
}

/** What was read out of a pasted text: what can be added, and what can't and why. */
export function PastedPreview({ pasted, questions, room, onMark }: PastedPreviewProps) {
  const { t } = useLingui();
  const { problems } = pasted;
  const shown = questions.slice(0, room);
  // A list in which there is much to click is not looked at through a slot.
  const isWhole = pasted.questions.every(({ correct_option }) => correct_option !== null);
  return (
    <Stack gap="sm">
      <Text role="status" fw={600}>
        <Plural value={questions.length} one="# question read" other="# questions read" />
        {problems.length > 0 && (
          <>
            {', '}
            <Plural value={problems.length} one="# not understood" other="# not understood" />
          </>
        )}
      </Text>
      {problems.length > 0 && <Problems problems={problems} />}
      <Unmarked questions={shown} />
      {questions.length > room && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          <Plural
            value={room}
            one="The exam has room for # more question."
            other="The exam has room for # more questions."
          />
        </Alert>
      )}
      {shown.length > 0 && (
        <Paper withBorder radius="md">
          <ScrollArea.Autosize mah={isWhole ? 280 : undefined} viewportProps={{ tabIndex: 0 }}>
            <ol className={classes.questions} aria-label={t`Questions that were read`}>
              {shown.map((question, index) => (
                <li key={question.line} className={classes.question}>
                  <Text id={`${nameOf(question)}-text`} size="sm" fw={600} className={classes.text}>
                    {question.question_text}
                  </Text>
                  {pasted.questions[index]?.correct_option ? (
                    <Options question={question} />
                  ) : (
                    <OptionsToMark question={question} onMark={(letter) => onMark(question, letter)} />
                  )}
                </li>
              ))}
            </ol>
          </ScrollArea.Autosize>
        </Paper>
      )}
    </Stack>
  );
}

interface PasteQuestionsProps {
  /** How many more questions the exam can have. */
  room: number;
  text: string;
  onText: (text: string) => void;
  onAdd: (questions: QuestionDraft[]) => void;
  onClose: () => void;
}

/** A question is the same as long as its words are: its line moves with what is typed above. */
const wordsOf = ({ question_text, option_a, option_b, option_c, option_d }: QuestionDraft) =>
  JSON.stringify([question_text, option_a, option_b, option_c, option_d]);

/** How a question is written. */
function Example() {
  const { t } = useLingui();
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t`Copy the rows from a spreadsheet, with the columns: question, A, B, C, D, right letter. Or paste text:`}
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
    </Stack>
  );
}

/** The same behind a line, as soon as something is pasted: the room is for what was understood. */
function FoldedExample() {
  const { t } = useLingui();
  return (
    <details>
      <Text component="summary" size="sm" className={classes.summary}>
        {t`An example`}
      </Text>
      <Example />
    </details>
  );
}

function PasteQuestions({ room, text, onText, onAdd, onClose }: PasteQuestionsProps) {
  const { t } = useLingui();
  const notices = useNotices();
  /** Of what was added the rest is in the box: said until it is changed. */
  const [hasRest, setHasRest] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
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
    const rest = remainderOf(text, questions.length, t`Answer:`);
    onText(rest);
    // In a full exam nothing more can be added: the box keeps the rest.
    if (rest === '' || questions.length === room) return onClose();
    // What was not understood is mended here.
    setHasRest(true);
    box.current?.focus();
  };
  const isEmpty = shownText.trim() === '';

  return (
    <Stack>
      {isEmpty ? <Example /> : <FoldedExample />}
      {hasRest && (
        <Alert role="status" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t`What was not added is still in the box: mend it there.`}
        </Alert>
      )}
      {!isEmpty && (
        <PastedPreview
          pasted={pasted}
          questions={marked(pasted.questions)}
          room={room}
          onMark={(question, letter) =>
            setMarks((current) => new Map(current).set(wordsOf(question), letter))
          }
        />
      )}
      <Textarea
        ref={box}
        label={t`Questions to paste`}
        description={t`Instead of the last line, an asterisk before the right option will do (*B. Hà Nội), or a key at the end: 1.B 2.C`}
        rows={isEmpty ? 8 : 6}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setHasRest(false);
        }}
        data-autofocus
      />
      <StickyBar justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button disabled={count === 0} onClick={add}>
          {count === 0 ? (
            t`Add questions`
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
