import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DeckSettings } from '../../../core/deck/deck.schema.ts';
import { todaysCards } from '../../../core/learning/choosing/daily-limits.ts';
import type { Today } from '../../../core/learning/choosing/today.schema.ts';
import type { DeckStats } from '../../../core/learning/learning.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { useStatsOfDeck, useToday } from '../activity.queries.ts';
import type { SessionSource } from '../session/session.state.ts';
import classes from './learning-session.module.css';

interface SessionEndButtonsProps {
  source: SessionSource;
  onEnd: () => void;
  /** Another way on, beside these. */
  more?: ReactNode;
}

/** The ways on from a session that is over: the next deck, if one waits, and home. */
export function SessionEndButtons({ source, onEnd, more }: SessionEndButtonsProps) {
  const { t } = useLingui();
  const next = useNextDeck(source);
  const title = next?.title;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: next && more ? 2 : 1 }} spacing="xs" w="100%">
        {more}
        {next && (
          <Button size="md" variant="default" onClick={onEnd}>
            {t`End Session`}
          </Button>
        )}
      </SimpleGrid>
      <div className={classes.actions} data-kept-clear>
        {next ? (
          <ButtonLink to={paths.learn(next.deck_id)} size="md" fullWidth icon={IconPlayerPlay}>
            <span className={classes.next}>{t`Next deck: ${title}`}</span>
          </ButtonLink>
        ) : (
          <Button size="md" fullWidth onClick={onEnd}>
            {t`End Session`}
          </Button>
        )}
      </div>
    </>
  );
}

/** When cards of a deck come next, in days from today, and how many. */
interface NextCards {
  days: number;
  cards: number;
}

type Known = Pick<DeckStats, 'review_schedule' | 'cards_studied' | 'total_cards'>;

/** Returns what comes after a day on which everything was studied; undefined when nothing comes by itself. */
export function nextCards(
  { review_schedule, cards_studied, total_cards }: Known,
  settings: DeckSettings,
): NextCards | undefined {
  const tomorrow = todaysCards(
    {
      due: review_schedule.reduce(
        (sum, { days_from_now, card_count }) => sum + (days_from_now <= 1 ? card_count : 0),
        0,
      ),
      unseen: total_cards - cards_studied,
      introducedToday: 0,
      studiedToday: 0,
    },
    settings,
  );
  const cards = tomorrow.reviewCards + tomorrow.newCards;
  if (cards > 0) return { days: 1, cards };
  const later = review_schedule.find(({ days_from_now }) => days_from_now > 1);
  return (
    later && { days: later.days_from_now, cards: Math.min(later.card_count, settings.max_cards_per_day) }
  );
}

function NextCardsText({ days, cards }: NextCards) {
  const { t } = useLingui();
  if (days <= 1)
    return (
      <Plural value={cards} one="Tomorrow # card waits for you." other="Tomorrow # cards wait for you." />
    );
  return t`${plural(cards, { one: 'The next card comes', other: 'The next # cards come' })} ${plural(days, { one: 'in # day', other: 'in # days' })}.`;
}

function OfDeck({ stats, settings }: { stats: DeckStats; settings: DeckSettings }) {
  const { t } = useLingui();
  const unseen = stats.total_cards - stats.cards_studied;
  const next = nextCards(stats, settings);
  if (stats.total_cards === 0) return t`This deck has no cards yet.`;
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

/** When there is something to study again, in a deck or over all. Without the network nothing is said. */
export function WhatComes({ source, settings }: { source: SessionSource; settings: DeckSettings | null }) {
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
