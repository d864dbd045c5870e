import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { callApi } from '../../lib/api-client.ts';
import { followPage } from '../../lib/page-life.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useAllCards } from '../card.queries.ts';
import { CardAdditions } from './card-additions.tsx';
import { PasteCards } from './paste-cards.tsx';
import { isWrong, KnownCards } from './pasted-cards.ts';
import { ReadCards } from './read-cards.tsx';
import { useManyCards } from './use-many-cards.ts';

export const addedText = msg({
  message: '{count, plural, one {# card was added} other {# cards were added}}',
});

/** From a pasted list to cards of a deck. */
export function ManyCards({ deck }: { deck: Pick<Deck, 'id'> }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { deck: pathOf } = useAuthorPaths();
  const notices = useNotices();
  const [text, setText] = useState('');
  const inDeck = useAllCards(deck.id);
  const known = useMemo(() => {
    const cards = new KnownCards();
    for (const card of inDeck.data ?? []) cards.add(card);
    return cards;
  }, [inDeck.data]);
  const many = useManyCards(known, (key, cards) =>
    callApi('POST /api/decks/:deckId/cards/many', { params: { deckId: deck.id }, body: { key, cards } }),
  );
  const { table, rows, ready } = many;
  const isAtRisk = rows.length > 0;
  useEffect(() => followPage({ isAtRisk: () => isAtRisk }), [isAtRisk]);

  if (!table)
    return (
      <Stack>
        <CardAdditions deckId={deck.id} />
        <PasteCards text={text} onText={setText} onRead={many.start} />
      </Stack>
    );
  if (!inDeck.data && inDeck.error)
    return <LoadError error={inDeck.error} onRetry={() => void inDeck.mutate()} />;
  if (!inDeck.data) return <Skeleton height={320} radius="lg" role="status" aria-label={t`Loading…`} />;

  const add = async () => {
    // Lines that are still wrong stay here to be mended.
    const isRest = rows.some((row) => isWrong(row) && many.isChosen(row));
    const count = await many.add();
    if (count === undefined) return;
    notices.success(i18n._({ ...addedText, values: { count } }));
    if (!isRest) navigate(pathOf(deck.id));
  };
  return (
    <Stack gap="lg">
      <CardAdditions deckId={deck.id} />
      <ReadCards
        many={many}
        text={text}
        addLabel={t`Add ${plural(ready.length, { one: '# card', other: '# cards' })}`}
        onAdd={() => void add()}
      />
    </Stack>
  );
}
