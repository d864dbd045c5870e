import { useLingui } from '@lingui/react/macro';
import { Button, Kbd, SimpleGrid } from '@mantine/core';
import type { Rating } from '../../core/learning/learning.schema.ts';
import classes from './rating-buttons.module.css';

/** How well the card was known; there only once the answer is to be seen. */
export function RatingButtons({ onRate }: { onRate: (rating: Rating) => void }) {
  const { t } = useLingui();
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
          variant="light"
          color={color}
          classNames={{ root: classes.rating, label: classes.label }}
          aria-keyshortcuts={String(rating + 1)}
          onClick={() => onRate(rating)}
        >
          {label}
          <Kbd visibleFrom="sm" ml="xs" aria-hidden>
            {rating + 1}
          </Kbd>
        </Button>
      ))}
    </SimpleGrid>
  );
}
