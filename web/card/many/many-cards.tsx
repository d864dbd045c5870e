import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { useAllCards } from '../../deck/card.queries.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { CardAdditions } from './card-additions.tsx';
import { PasteCards } from './paste-cards.tsx';
import { isWrong, KnownCards } from './pasted-cards.ts';
import { ReadCards } from './read-cards.tsx';
import { useManyCards } from './use-many-cards.ts';

export const addedText = msg({
  message: '{count, plural, one {# card was added} other {# cards were added}}',
});

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
  if (!inDeck.data) return <Unread of={inDeck} height={320} radius="lg" />;

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
        addLabel={t`Add ${plural(ready.length, { one: '# card', other: '# cards' })}`}
        onAdd={() => void add()}
      />
    </Stack>
  );
}
