import { useLingui } from '@lingui/react/macro';
import { Button, Kbd, SimpleGrid } from '@mantine/core';
import { useId } from 'react';
import type { Rating } from '../../core/learning/learning.schema.ts';
import { useLetterKeys } from '../lib/letter-keys.ts';
import { type NextDays, nextDayText } from './next-day.ts';
import classes from './rating-buttons.module.css';

interface RatingButtonsProps {
  /** When the card comes again, by rating; null when no rating changes that. */
  nextDays: NextDays | null;
  /** What the answer that was typed or chosen speaks for. */
  suggested?: Rating | undefined;
  onRate: (rating: Rating) => void;
}

/** How well the card was known; there only once the answer is to be seen. */
export function RatingButtons({ nextDays, suggested, onRate }: RatingButtonsProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const hasKeys = useLetterKeys();
  const choices: { rating: Rating; label: string; color: string }[] = [
    { rating: 0, label: t`Forgot`, color: 'rose' },
    { rating: 1, label: t`Needed a look`, color: 'honey' },
    { rating: 2, label: t`Knew it`, color: 'leaf' },
  ];
  return (
    <SimpleGrid cols={3} spacing="xs" role="group" aria-label={t`How well did you know it?`}>
      {choices.map(({ rating, label, color }) => (
        <Button
          key={rating}
          size="lg"
          px={4}
          variant={rating === suggested ? 'filled' : 'light'}
          color={color}
          classNames={{ root: classes.rating, label: classes.label }}
          aria-describedby={nextDays ? `${id}-${rating}` : undefined}
          aria-keyshortcuts={
            [hasKeys && String(rating + 1), rating === suggested && 'Enter'].filter(Boolean).join(' ') ||
            undefined
          }
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
          {hasKeys && (
            <Kbd visibleFrom="sm" ml="xs" aria-hidden>
              {rating + 1}
            </Kbd>
          )}
        </Button>
      ))}
    </SimpleGrid>
  );
}
