import { Plural, useLingui } from '@lingui/react/macro';
import { Alert, List, Paper, Radio, ScrollArea, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { OPTION_FIELD, OPTION_LETTERS } from '../../../core/exam/exam-limits.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { pasteReasonText } from './paste-reason-text.ts';
import classes from './pasted-preview.module.css';
import type { Pasted, PastedQuestion, PasteProblem } from './pasted-questions.ts';

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
        {`${letter}. ${question[OPTION_FIELD[letter]]}`}
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
          label={`${letter}. ${question[OPTION_FIELD[letter]]}`}
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
