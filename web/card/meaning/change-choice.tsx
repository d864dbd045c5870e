import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { CardChange } from '../../../core/card/card.schema.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { hasOtherWords, isFarFrom, type Sides } from './other-words.ts';

/**
 * What the text in a card's form is: the same in other words unless its editor says so. `control` is null when there is
 * nothing to choose: no other words, or nobody has learnt the card.
 */
export function useChangeChoice(before: Card, after: Sides): { change: CardChange; control: ReactNode } {
  const { t } = useLingui();
  const [isOther, setOther] = useState(false);
  const params = { deckId: before.deck_id, cardId: before.id };
  const { data, error } = useRead(addressOf('GET /api/decks/:deckId/cards/:cardId/learners', { params }));
  const learners = data?.learners ?? 0;
  // Where it is not known, somebody may have.
  const isLearnt = learners > 0 || (!data && error !== undefined);
  if (!isLearnt || !hasOtherWords(before, after)) return { change: 'wording', control: null };
  const far = isFarFrom(before, after) ? `${t`The text is quite another one.`} ` : '';
  const known =
    learners > 0
      ? `${t`${plural(learners, { one: '# student has learnt this card.', other: '# students have learnt this card.' })}`} `
      : '';
  const control = (
    <Checkbox
      mt="md"
      label={t`It means something else now`}
      description={`${far}${known}${t`If so, students meet it as a new card; otherwise they go on as before.`}`}
      checked={isOther}
      onChange={(event) => setOther(event.currentTarget.checked)}
    />
  );
  return { change: isOther ? 'meaning' : 'wording', control };
}
