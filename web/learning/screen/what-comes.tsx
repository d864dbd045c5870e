import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import type { DeckSettings } from '../../../core/deck/deck.schema.ts';
import type { Today } from '../../../core/learning/choosing/today.schema.ts';
import type { DeckStats } from '../../../core/learning/learning.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { useStatsOfDeck, useToday } from '../activity.queries.ts';
import { type NextCards, nextCards } from '../session/next-cards.ts';
import type { SessionSource } from '../session/session.state.ts';

function NextCardsText({ days, cards }: NextCards) {
  const { t } = useLingui();
  if (days <= 1)
    return (
      <Plural value={cards} one="Tomorrow # card waits for you." other="Tomorrow # cards wait for you." />
    );
  return t`${plural(cards, { one: 'The next card comes', other: 'The next # cards come' })} ${plural(days, { one: 'in # day', other: 'in # days' })}.`;
}

function OfDeck({ stats, settings }: { stats: DeckStats; settings: DeckSettings }) {
  const unseen = stats.total_cards - stats.cards_studied;
  const next = nextCards(stats, settings);
  if (stats.total_cards === 0) return <Trans>This deck has no cards yet.</Trans>;
  return (
    <>
      {next && <NextCardsText {...next} />}{' '}
      {unseen > 0 && settings.new_cards_per_day === 0 && (
        <Plural
          value={unseen}
          one="# new card waits: your limit for new cards is 0 a day."
          other="# new cards wait: your limit for new cards is 0 a day."
        />
      )}
    </>
  );
}

const OfToday = ({ today: { day, next } }: { today: Today }) =>
  next && <NextCardsText days={dayNumber(next.day) - dayNumber(day)} cards={next.cards} />;

interface WhatComesProps {
  source: SessionSource;
  /** Of the deck; null in a session over all decks. */
  settings: DeckSettings | null;
}

/** When there is something to study again, in a deck or over all. Without the network nothing is said. */
export function WhatComes({ source, settings }: WhatComesProps) {
  const stats = useStatsOfDeck(source === 'today' ? null : source);
  const today = useToday();
  const { data, error } = source === 'today' ? today : stats;
  if (!data && error) return null;
  return (
    <Skeleton component="span" display="block" visible={!data} mih="1lh">
      {stats.data && settings && <OfDeck stats={stats.data} settings={settings} />}
      {source === 'today' && today.data && <OfToday today={today.data} />}
    </Skeleton>
  );
}

/** Another deck in which there is something to study now; undefined when there is none, or it is not known. */
export function useNextDeck(source: SessionSource): Today['decks'][number] | undefined {
  const { data } = useToday();
  return data?.decks.find((deck) => deck.deck_id !== source && deck.due + deck.new > 0);
}
