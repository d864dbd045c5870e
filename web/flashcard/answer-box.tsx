import { useLingui } from '@lingui/react/macro';
import { Group, Input, Text } from '@mantine/core';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import {
  hintLetters,
  isTypable,
  type LetterMark,
  lengths,
  letterFeedback,
  nearestAnswer,
  typedVerdict,
} from '../../core/learning/answering/typed-answer.ts';
import { browserClock } from '../lib/live/timing.ts';
import light from './light-parts.module.css';
import { LightButton, QuietText, Unseen } from './light-parts.tsx';
import classes from './typed-answer.module.css';

/** How long a right answer stands before the card is revealed. */
const AUTO_REVEAL_MS = 1_000;

const BOX = `mantine-Input-wrapper ${Input.classes.wrapper} ${light.box}`;
const FIELD = `mantine-Input-input ${Input.classes.input}`;

/** A field for one line, with what stands at its end. */
function LightField({ end, ...others }: ComponentProps<'input'> & { end: ReactNode }) {
  return (
    <div className={BOX} data-variant="default" data-size="md" data-with-right-section>
      <input className={FIELD} data-variant="default" {...others} />
      <div className={Input.classes.section} data-position="right">
        {end}
      </div>
    </div>
  );
}

interface LetterMarksProps {
  typed: string;
  expected: string;
  /** It is still being typed: only what is right stands out. */
  isCalm?: boolean;
}

/** The typed letters, each marked by colour and by line: right, right but for the accent, wrong, too many. */
export function LetterMarks({ typed, expected, isCalm = false }: LetterMarksProps) {
  const { t } = useLingui();
  const marks = letterFeedback(typed, expected);
  const right = marks.filter(({ mark }) => mark === 'correct').length;
  const style = (mark: LetterMark) => classes[mark];
  return (
    <Group gap={0} wrap="wrap">
      <Unseen>{t`${right} of ${marks.length} letters are right`}</Unseen>
      <Text
        component="span"
        aria-hidden
        className={isCalm ? `${classes.letters} ${classes.calm}` : classes.letters}
        data-joined={/\p{Script=Arabic}/u.test(typed) || undefined}
      >
        {marks.map(({ letter, mark }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter is its place
          <span key={index} className={style(mark)} data-mark={mark}>
            {letter}
          </span>
        ))}
      </Text>
    </Group>
  );
}

/** What the box takes up, while it is still to come. */
export function AnswerBoxRoom() {
  return (
    <div className={classes.answer}>
      <div className={classes.question} data-hint={false} />
      <div className={classes.line} />
    </div>
  );
}

interface AnswerBoxProps {
  /** Each of these is right. */
  accepted: string[];
  lenient: boolean;
  typed: string;
  /** The cursor starts here. */
  startInBox: boolean;
  onChange: (typed: string) => void;
  onReveal: () => void;
}

/** Typing the answer is an offer: the card can be revealed without. */
export function AnswerBox({ accepted, lenient, typed, startInBox, onChange, onReveal }: AnswerBoxProps) {
  const { t } = useLingui();
  const reveal = useEffectEvent(onReveal);
  const expected = nearestAnswer(typed, accepted);
  const correct = typedVerdict(typed, accepted, { lenient }) === 'right';
  const length = lengths(typed, expected);
  // A long answer has neither: its letters would fill the screen.
  const hasLetters = accepted.every(isTypable);
  const hint = hintLetters(accepted[0]!);
  const [hasHint, setHasHint] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const askForHint = () => {
    setHasHint(true);
    input.current?.focus();
  };

  // On phones a Vietnamese word is "being composed" until the next one: the right answer counts when it stands for a
  // second, composed or not. Every further letter restarts the second.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text restarts the timer
  useEffect(() => {
    if (!correct) return;
    return browserClock.after(AUTO_REVEAL_MS, reveal);
  }, [correct, typed]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.repeat) return;
    event.preventDefault();
    onReveal();
  };

  return (
    <div className={classes.answer}>
      <div className={classes.question} data-hint={hasHint}>
        <label htmlFor={id} className={Input.Label.classes.label}>
          {t`Type the answer`}
        </label>
        <span role="status">
          {hasHint && (
            <>
              <Text component="span" size="sm" className={classes.hint} aria-hidden>
                {hint.join('')}
              </Text>
              <Unseen>{t`Hint: ${hint.join(' ')}`}</Unseen>
            </>
          )}
        </span>
      </div>
      <div className={classes.line}>
        <LightField
          ref={input}
          id={id}
          value={typed}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          end={
            <QuietText size="sm" className={classes.count}>
              <span aria-hidden>
                {length.typed} / {length.expected}
              </span>
              <Unseen>{t`${length.typed} of ${length.expected} letters`}</Unseen>
            </QuietText>
          }
          autoFocus={startInBox}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
        />
        {hasLetters && !hasHint && (
          <LightButton look="subtle" className={classes.askHint} onClick={askForHint}>
            {t`Hint`}
          </LightButton>
        )}
      </div>
      {hasLetters && typed.trim() !== '' && <LetterMarks typed={typed} expected={expected} isCalm />}
    </div>
  );
}
