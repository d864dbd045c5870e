import { useLingui } from '@lingui/react/macro';
import { SimpleGrid } from '@mantine/core';
import type { OfficialDeck } from '../../../core/deck/deck.schema.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { DeckLink } from '../decks/deck-link.tsx';
import { OfficialDeckCard } from '../decks/official-deck-list.tsx';
import { LearnDeck } from './learn-deck.tsx';

/** Where a newcomer is led to. */
export const OFFICIAL_DECKS_ID = 'official-decks';

interface OfficialDecksProps {
  decks: OfficialDeck[] | undefined;
  error: unknown;
  onRetry: () => void;
}

const COLUMNS = { base: 1, xs: 2, md: 3 };

export function OfficialDecks({ decks, error, onRetry }: OfficialDecksProps) {
  const { t, i18n } = useLingui();
  if (!decks)
    return (
      <Unread
        of={{ error, mutate: onRetry }}
        title={i18n._(noticeText.fetchOfficialDecksFailed)}
        rows={3}
        cols={COLUMNS}
        height={210}
        radius="lg"
      />
    );
  if (decks.length === 0) return <Empty text={t`There are no official decks yet.`} />;
  return (
    <SimpleGrid cols={COLUMNS}>
      {decks.map((deck) => (
        <OfficialDeckCard
          key={deck.id}
          deck={deck}
          title={<DeckLink deckId={deck.id}>{deck.title}</DeckLink>}
          action={<LearnDeck deck={deck} label={deck.official_button_label} />}
        />
      ))}
    </SimpleGrid>
  );
}
