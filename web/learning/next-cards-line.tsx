import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeckSettings } from '../../core/deck/deck.schema.ts';
import type { DeckStats } from '../../core/learning/learning.schema.ts';
import { dayNumber } from '../../core/learning/study-day.ts';
import { useStatsOfDeck, useToday } from './activity.queries.ts';
import { nextCards } from './next-cards.ts';
import type { SessionSource } from './session.state.ts';

interface Next {
  /** From today. */
  days: number;
  cards: number;
}

/** When there is something to study again, and how much; nothing for 0 days. */
function NextText({ days, cards }: Next) {
  const { t } = useLingui();
  return (
    <>
      {days === 1 && (
        <Plural value={cards} one="Tomorrow # card waits for you." other="Tomorrow # cards wait for you." />
      )}
      {days > 1 &&
        t`${plural(cards, { one: 'The next card comes', other: 'The next # cards come' })} ${plural(days, { one: 'in # day', other: 'in # days' })}.`}
    </>
  );
}

function DeckNextText({ stats, settings }: { stats: DeckStats; settings: DeckSettings }) {
  const { total_cards, cards_studied } = stats;
  const unseen = total_cards - cards_studied;
  if (total_cards === 0) return <Trans>This deck has no cards yet.</Trans>;
  return (
    <>
      <NextText {...(nextCards(stats, settings) ?? { days: 0, cards: 0 })} />{' '}
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

function DeckNext({ deckId, settings }: { deckId: number; settings: DeckSettings }) {
  const { data: stats, error } = useStatsOfDeck(deckId);
  return (
    <NextLine isLoading={!stats && !error}>
      {stats && <DeckNextText stats={stats} settings={settings} />}
    </NextLine>
  );
}

function TodaysNext() {
  const { data: today, error } = useToday();
  return (
    <NextLine isLoading={!today && !error}>
      {today?.next && (
        <NextText days={dayNumber(today.next.day) - dayNumber(today.day)} cards={today.next.cards} />
      )}
    </NextLine>
  );
}

function NextLine({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  return (
    <Skeleton component="span" display="block" visible={isLoading} mih="1lh">
      {children}
    </Skeleton>
  );
}

interface NextCardsProps {
  source: SessionSource;
  /** Of the deck, when it is one. */
  settings: DeckSettings | null;
}

/** When there is something to study again, in one deck or over all; without the network nothing is said of it. */
export function NextCards({ source, settings }: NextCardsProps) {
  if (source === 'today') return <TodaysNext />;
  return settings ? <DeckNext deckId={source} settings={settings} /> : null;
}
