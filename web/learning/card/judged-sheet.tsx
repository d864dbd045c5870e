import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId } from 'react';
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
import { useLetterKeys } from '../../lib/text/letter-keys.ts';
import { type NextDays, nextDayText } from '../session/next-day.ts';
import classes from './judged-sheet.module.css';

type Judgement = Exclude<Typed, 'none'>;

const LOOKS: Record<Judgement | 'near', { Icon: typeof IconCircleCheck; words: ReactNode }> = {
  right: { Icon: IconCircleCheck, words: <Trans>Exactly right</Trans> },
  accent: { Icon: IconCircleDashed, words: <Trans>Right letters, look at the marks</Trans> },
  near: { Icon: IconCircleDashed, words: <Trans>Almost right</Trans> },
  wrong: { Icon: IconCircleX, words: <Trans>Not right</Trans> },
};

/** Milliseconds of the little push under the thumb that a right answer gives. */
const PUSH_MS = 10;

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
  /** When the card comes again, by rating; null when no rating changes that. */
  nextDays: NextDays | null;
  onRate: (rating: Rating) => void;
}

/**
 * What a typed or chosen answer was. Nobody is asked once more what has been judged: one button goes on with the rating
 * that it speaks for, and beside it quiet ones give any.
 */
export function JudgedSheet({ typed, judged, accepted, isChosen, suggested, ...props }: JudgedSheetProps) {
  const { card, hidden, nextDays, onRate } = props;
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
  useEffect(() => {
    if (isRight && matchMedia('(prefers-reduced-motion: no-preference)').matches)
      navigator.vibrate?.(PUSH_MS);
  }, [isRight]);

  return (
    <div className={classes.sheet} data-look={look}>
      <Icon size={40} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <span role="status" className={classes.verdict}>
          {words}
        </span>
        {!isRight && !isChosen && <TypedLines typed={typed} nearest={nearest} hidden={hidden} card={card} />}
      </div>
      <div className={classes.buttons}>
        <LightButton
          look="filled"
          isLarge
          className={classes.goOn}
          aria-describedby={nextDays ? id : undefined}
          aria-keyshortcuts="Enter"
          keys={<KeyCap>Enter</KeyCap>}
          onClick={() => onRate(suggested)}
        >
          <span className={classes.label}>
            {t`Continue`}
            {nextDays && (
              <span id={id} className={classes.next} aria-hidden>
                {t`again: ${nextDayText(i18n, nextDays[suggested])}`}
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
  );
}
