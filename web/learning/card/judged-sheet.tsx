import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { textLanguage } from '../../../core/card/text-language.ts';
import {
  comparable,
  isNearly,
  isTypable,
  letterFeedback,
  nearestAnswer,
} from '../../../core/learning/answering/typed-answer.ts';
import type { Rating, Typed } from '../../../core/learning/learning.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { LetterMarks } from '../../flashcard/answer-box.tsx';
import { KeyCap, LightButton } from '../../flashcard/light-parts.tsx';
import { areAnswersQuiet } from '../../lib/kept/sound-choice.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { useLetterKeys } from '../../lib/text/letter-keys.ts';
import { type NextDays, nextDayText } from '../session/next-day.ts';
import classes from './judged-sheet.module.css';

type Judgement = Exclude<Typed, 'none'>;

const LOOKS: Record<Judgement | 'near', { Icon: typeof IconCircleCheck; words: ReactNode }> = {
  right: { Icon: IconCircleCheck, words: <Trans>Correct!</Trans> },
  accent: { Icon: IconCircleDashed, words: <Trans>Right letters, look at the marks</Trans> },
  near: { Icon: IconCircleDashed, words: <Trans>Almost right</Trans> },
  wrong: { Icon: IconCircleX, words: <Trans>Not right</Trans> },
};

/** Milliseconds of the little push under the thumb that a right answer gives. */
const PUSH_MS = 10;

/** The notes of a right answer, in hertz: E5 and B5; one more after several in a row. */
const NOTES = [659, 988, 1319];
const NOTE_SECONDS = 0.09;
/** Of full scale: less than the word, which follows. */
const NOTE_LOUDNESS = 0.12;

/** Right answers in a row that are worth a word. */
const ROW = 5;

/** How long a right choice stands before the next card comes by itself. */
const GO_ON_MS = 1_400;

/** The showings of cards that were right one after the other. */
let rightInARow: string[] = [];

/** Returns how many these are with this one. One that was taken back and is right again counts once. */
function countInARow(showing: string, isRight: boolean): number {
  rightInARow = isRight ? [...rightInARow.filter((one) => one !== showing), showing] : [];
  return rightInARow.length;
}

const isLively = () => matchMedia('(prefers-reduced-motion: no-preference)').matches;

let opened: AudioContext | undefined;

/** Null where the browser refuses one: it may have given out all it has. */
function findSpeaker(): AudioContext | null {
  try {
    opened ??= new AudioContext();
    return opened;
  } catch {
    return null;
  }
}

/** Made here and now: there is no file to wait for. Returns how many milliseconds it takes. */
function playNotes(count: number): number {
  const speaker = findSpeaker();
  if (!speaker) return 0;
  for (let at = 0; at < count; at += 1) {
    const begin = speaker.currentTime + at * NOTE_SECONDS;
    const note = new OscillatorNode(speaker, { type: 'triangle', frequency: NOTES[at]! });
    // A tone that begins or ends at once cracks.
    const volume = new GainNode(speaker, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(NOTE_LOUDNESS, begin + 0.01);
    volume.gain.linearRampToValueAtTime(0, begin + 1.5 * NOTE_SECONDS);
    note.connect(volume).connect(speaker.destination);
    note.start(begin);
    note.stop(begin + 1.5 * NOTE_SECONDS);
  }
  return 1_000 * NOTE_SECONDS * (count + 1);
}

/**
 * A right answer is heard and felt, unless this device is to be quiet: two notes, a push, and `hear`, the word itself. A
 * page that was loaded again, and nothing pressed since, may not sound yet.
 */
function useRightAnswer(isRight: boolean, inARow: number, hear: (() => void) | undefined): void {
  const celebrate = useEffectEvent(() => {
    if (!isRight || !isLively() || areAnswersQuiet() || navigator.userActivation?.hasBeenActive === false)
      return;
    navigator.vibrate?.(PUSH_MS);
    const wait = playNotes(inARow > 0 && inARow % ROW === 0 ? 3 : 2);
    return hear && browserClock.after(wait, hear);
  });
  useEffect(() => celebrate(), []);
}

/** Goes on by itself after a right choice, until something on the sheet is pointed at or has the focus. */
function useGoingOn(isWanted: boolean, goOn: () => void) {
  const [isGoing, setGoing] = useState(() => isWanted && isLively());
  const pass = useEffectEvent(goOn);
  useEffect(() => (isGoing ? browserClock.after(GO_ON_MS, () => pass()) : undefined), [isGoing]);
  const hold = () => setGoing(false);
  return {
    isGoing,
    onFocus: hold,
    // What comes up below a mouse that rests is not pointed at.
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) hold();
    },
  };
}

/** Below a half of its letters, a text is another one, and marks on it say nothing. */
function isMostlyRight(typed: string, expected: string): boolean {
  const marks = letterFeedback(typed, expected);
  return 2 * marks.filter(({ mark }) => mark === 'correct' || mark === 'accent').length >= marks.length;
}

type TypedLinesProps = Pick<JudgedSheetProps, 'typed' | 'hidden' | 'card'> & { nearest: string };

/** What was typed, and what would have been right. */
function TypedLines({ typed, nearest, hidden, card }: TypedLinesProps) {
  const { t } = useLingui();
  const whole = plainText(hidden);
  const answer = comparable(whole) === comparable(nearest) ? whole : nearest;
  const isShort = isTypable(nearest);
  return (
    <>
      <div className={classes.typed}>
        <span>{t`You typed`}</span>
        <span className={`own-way ${classes.letters}`}>
          {isShort && isMostlyRight(typed, nearest) ? (
            <LetterMarks typed={typed} expected={nearest} />
          ) : (
            typed.trim()
          )}
        </span>
      </div>
      {/* A long one stands on the card, and is not to push that away. */}
      {isShort && (
        <p className={classes.answer}>
          <Trans>
            Answer: <bdi lang={textLanguage(answer, [card.front, card.back])}>{answer}</bdi>
          </Trans>
        </p>
      )}
    </>
  );
}

export interface JudgedSheetProps {
  card: Pick<StudyCard, 'front' | 'back'>;
  typed: string;
  judged: Judgement;
  /** The side that was asked for. */
  hidden: string;
  accepted: string[];
  /** It was chosen of several, which are still to be seen. */
  isChosen: boolean;
  suggested: Rating;
  /** Which showing of a card it is. */
  showing: string;
  /** Says the word; absent where there is nothing to hear, or it was just heard. */
  onHear: (() => void) | undefined;
  /** When the card comes again, by rating; null when no rating changes that. */
  nextDays: NextDays | null;
  onRate: (rating: Rating) => void;
}

/**
 * What a typed or chosen answer was. Nobody is asked once more what has been judged: one button goes on with the rating
 * that it speaks for, which a right choice does by itself. Quiet ones say that it was otherwise, or give any.
 */
export function JudgedSheet({ typed, judged, accepted, isChosen, suggested, ...props }: JudgedSheetProps) {
  const { card, hidden, showing, onHear, nextDays, onRate } = props;
  const { t, i18n } = useLingui();
  const hasKeys = useLetterKeys();
  const id = useId();
  const nearest = nearestAnswer(typed, accepted);
  const look = judged === 'wrong' && !isChosen && isNearly(typed, nearest) ? 'near' : judged;
  const { Icon, words } = LOOKS[look];
  const ratings: [Rating, string][] = [
    [0, t`Unknown`],
    [1, t`Revealed`],
    [2, t`Confident`],
  ];
  const isRight = judged === 'right';
  const [inARow] = useState(() => countInARow(showing, isRight));
  const isRow = isRight && inARow > 0 && inARow % ROW === 0;
  useRightAnswer(isRight, inARow, onHear);
  const again = (days: number) => {
    const day = nextDayText(i18n, days);
    return days > 1 ? t`again in ${day}` : t`again ${day}`;
  };
  const { isGoing, ...holds } = useGoingOn(isRight && isChosen, () => onRate(suggested));

  return (
    <>
      {isRight && <span className={classes.grape} data-golden={isRow || undefined} aria-hidden />}
      <div className={classes.sheet} data-look={look} {...holds}>
        <Icon size={40} aria-hidden className={classes.icon} />
        <div className={classes.words}>
          <div className={classes.first}>
            <span role="status" className={classes.verdict}>
              {words}
              {isRow && <span className={classes.row}>{t`${inARow} in a row!`}</span>}
            </span>
            <LightButton
              look="subtle"
              className={classes.otherwise}
              onClick={() => onRate(suggested === 2 ? 0 : 2)}
            >
              {suggested === 2 ? t`I only guessed` : t`I did know it`}
            </LightButton>
          </div>
          {!isRight && !isChosen && (
            <TypedLines typed={typed} nearest={nearest} hidden={hidden} card={card} />
          )}
        </div>
        <div className={classes.buttons}>
          <LightButton
            look="filled"
            isLarge
            className={classes.goOn}
            data-going={isGoing || undefined}
            aria-describedby={nextDays ? id : undefined}
            aria-keyshortcuts="Enter"
            keys={<KeyCap>Enter</KeyCap>}
            onClick={() => onRate(suggested)}
          >
            <span className={classes.label}>
              {t`Continue`}
              {nextDays && (
                <span id={id} className={classes.next} aria-hidden>
                  {again(nextDays[suggested])}
                </span>
              )}
            </span>
          </LightButton>
          {/* biome-ignore lint/a11y/useSemanticElements: a field set has a frame and a legend of its own */}
          <div className={classes.ratings} role="group" aria-label={t`How well did you know it?`}>
            {ratings.map(([rating, label]) => (
              <LightButton
                key={rating}
                look="subtle"
                data-suggested={rating === suggested || undefined}
                aria-keyshortcuts={hasKeys ? String(rating + 1) : undefined}
                keys={hasKeys && <KeyCap>{rating + 1}</KeyCap>}
                onClick={() => onRate(rating)}
              >
                {label}
              </LightButton>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}
