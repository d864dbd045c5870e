import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { KeyCap, LightButton } from '../../flashcard/light-parts.tsx';
import { useLetterKeys } from '../../lib/text/letter-keys.ts';
import { type NextDays, nextDayText } from '../session/next-day.ts';
import classes from './rating-buttons.module.css';

interface RatingButtonsProps {
  /** When the card comes again, by rating; null when no rating changes that. */
  nextDays: NextDays | null;
  /** Says above what they mean. */
  isExplained?: boolean;
  onRate: (rating: Rating) => void;
}

/** How well the card was known, by the student's own word; there only once the answer is to be seen. */
export function RatingButtons({ nextDays, isExplained = false, onRate }: RatingButtonsProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const hasKeys = useLetterKeys();
  const choices: { rating: Rating; label: string; look: 'rose' | 'honey' | 'leaf' }[] = [
    { rating: 0, label: t`Unknown`, look: 'rose' },
    { rating: 1, label: t`Revealed`, look: 'honey' },
    { rating: 2, label: t`Confident`, look: 'leaf' },
  ];
  return (
    <>
      {isExplained && (
        <p className={classes.explained}>{t`Did you know it? If not, it comes back straight away.`}</p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a field set has a frame and a legend of its own */}
      <div className={classes.ratings} role="group" aria-label={t`How well did you know it?`}>
        {choices.map(({ rating, label, look }) => (
          <LightButton
            key={rating}
            look={look}
            isLarge
            className={classes.rating}
            labelClass={classes.label}
            aria-describedby={nextDays ? `${id}-${rating}` : undefined}
            aria-keyshortcuts={hasKeys ? String(rating + 1) : undefined}
            onClick={() => onRate(rating)}
          >
            <span className={classes.words}>
              {label}
              {nextDays && (
                <span id={`${id}-${rating}`} className={classes.next} aria-hidden>
                  {nextDayText(i18n, nextDays[rating])}
                </span>
              )}
            </span>
            {hasKeys && <KeyCap className={classes.key}>{rating + 1}</KeyCap>}
          </LightButton>
        ))}
      </div>
    </>
  );
}
