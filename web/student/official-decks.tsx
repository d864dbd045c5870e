import { Trans, useLingui } from '@lingui/react/macro';
import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { OfficialDeck } from '../../core/deck/deck.schema.ts';
import { OfficialDeckCard } from '../deck/official-deck-card.tsx';
import { noticeText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';

/** Where a newcomer is led to. */
export const OFFICIAL_DECKS_ID = 'official-decks';

interface OfficialDecksProps {
  decks: OfficialDeck[] | undefined;
  error: unknown;
  onRetry: () => void;
}

const COLUMNS = { base: 1, xs: 2, md: 3 };

/** One card per official deck: what it is, how large, and the button with its label. */
export function OfficialDecks({ decks, error, onRetry }: OfficialDecksProps) {
  const { t, i18n } = useLingui();
  if (!decks && error)
    return <LoadError error={error} title={i18n._(noticeText.fetchOfficialDecksFailed)} onRetry={onRetry} />;
  if (!decks)
    return (
      <SimpleGrid cols={COLUMNS} role="status" aria-label={t`Loading…`}>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height={210} radius="lg" />
        ))}
      </SimpleGrid>
    );
  if (decks.length === 0) return <Empty text={<Trans>There are no official decks yet.</Trans>} />;
  return (
    <SimpleGrid cols={COLUMNS}>
      {decks.map((deck) => (
        <OfficialDeckCard
          key={deck.id}
          deck={deck}
          action={
            <Button component={Link} to={paths.learn(deck.id)} variant="light">
              {deck.official_button_label ?? deck.title}
            </Button>
          }
        />
      ))}
    </SimpleGrid>
  );
}
