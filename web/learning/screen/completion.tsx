import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCards, IconPlayerPlay, IconPlus, IconRefresh } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { DeckSettings } from '../../../core/deck/deck.schema.ts';
import { EXTRA_CARDS } from '../../../core/learning/learning-limits.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { formatDuration } from '../../ui/figure/duration.ts';
import GrapeFigure from '../../ui/figure/grape-figure.tsx';
import { useActivity, useStatsOfDeck, useToday } from '../activity.queries.ts';
import { DeckGrapes, END_GRAPES_PX } from '../deck-grapes.tsx';
import { WeekOfStudy } from '../progress/week-of-study.tsx';
import { useProgressSaved } from '../queue/progress-saved.ts';
import type { SessionSource, SessionState } from '../session/session.state.ts';
import { type HardWord, hardestWords, NO_SUMMARY } from '../session/session-summary.ts';
import classes from './completion.module.css';
import { type HandedWords, HardestWords } from './hardest-words.tsx';
import session from './learning-session.module.css';
import { StreakFigure } from './streak-figure.tsx';
import { SessionEndButtons, WhatComes } from './what-comes.tsx';

/** For a student who has done today's cards and wants more of the deck; not there when there are none. */
export function MoreCards({ deckId, onMore }: { deckId: number; onMore: (cards: number) => Promise<void> }) {
  const { t } = useLingui();
  const counts = useRead(addressOf('GET /api/decks/:deckId/counts', { params: { deckId } }));
  useProgressSaved(() => void counts.mutate());
  const [isBusy, setBusy] = useState(false);
  const cards = Math.min(EXTRA_CARDS, counts.data?.beyond ?? 0);
  if (cards === 0) return null;
  const ask = async () => {
    setBusy(true);
    await onMore(cards).finally(() => setBusy(false));
  };
  return (
    <Button
      size="md"
      variant="light"
      leftSection={<IconPlus size={20} aria-hidden />}
      loading={isBusy}
      onClick={() => void ask()}
    >
      {t`${plural(cards, { one: '# more card today', other: '# more cards today' })}`}
    </Button>
  );
}

/** Milliseconds that a number takes to come up. */
const COUNTING_MS = 800;

interface CountedProps {
  value: number;
  textOf: (value: number) => string;
  /** It is there at once. */
  isStill: boolean;
}

/** A number that counts up to what it is, for those who want motion. */
function Counted({ value, textOf, isStill }: CountedProps) {
  const [share, setShare] = useState(() =>
    matchMedia('(prefers-reduced-motion: no-preference)').matches ? 0 : 1,
  );
  useEffect(() => {
    if (share >= 1 || isStill) return;
    const begun = performance.now() - share * COUNTING_MS;
    const frame = requestAnimationFrame((now) =>
      setShare(Math.min(1, Math.max(0.01, (now - begun) / COUNTING_MS))),
    );
    return () => cancelAnimationFrame(frame);
  }, [share, isStill]);
  return textOf(isStill ? value : value * share);
}

interface CompletionProps {
  session: SessionState;
  /** Of the deck; null in a session over all decks. */
  settings: DeckSettings | null;
  onRelearn: () => void;
  onEnd: () => void;
  onMore: (cards: number) => Promise<void>;
}

function Figure({ name, value, more }: { name: string; value: ReactNode; more?: ReactNode }) {
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={name}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz="h2" fw={700} className="tabular">
        {value}
      </Text>
      <Text size="sm" c="dimmed" className="tabular">
        {more}
      </Text>
    </Paper>
  );
}

/** The figures of this session, or what the server knows of today when this browser no longer has it. */
function SessionFigures({ session, isStill }: { session: SessionState; isStill: boolean }) {
  const { t, i18n } = useLingui();
  const isOfToday = session.source === 'today';
  const { data: activity } = useActivity();
  const { data: stats } = useStatsOfDeck(session.source === 'today' ? null : session.source);
  const { cards, right, seconds } = session.summary ?? NO_SUMMARY;
  if (cards > 0)
    return (
      <SimpleGrid cols={2}>
        <Figure
          name={t`Right first time`}
          value={
            <Counted
              value={right / cards}
              isStill={isStill}
              textOf={(share) => i18n.number(share, { style: 'percent', maximumFractionDigits: 0 })}
            />
          }
          more={t`${right} of ${cards}`}
        />
        <Figure
          name={t`Time`}
          value={formatDuration(seconds, i18n)}
          more={session.summary?.isRelearning ? t`Practice` : t`This session`}
        />
      </SimpleGrid>
    );
  const cardsToday = isOfToday ? activity?.studied_today.cards : stats?.today_stats.cards_studied;
  const secondsToday = isOfToday ? activity?.studied_today.seconds : stats?.today_stats.time_spent;
  if (!cardsToday || secondsToday === undefined) return null;
  return (
    <SimpleGrid cols={2}>
      <Figure name={t`Cards today`} value={cardsToday} />
      <Figure name={t`Time today`} value={formatDuration(secondsToday, i18n)} />
    </SimpleGrid>
  );
}

function GrapesOfDeck({ deckId }: { deckId: number }) {
  const { data } = useStatsOfDeck(deckId);
  return data && <DeckGrapes stats={data} size={56} />;
}

/** When there is more to study, how far the deck is, this week, and the streak. */
function Outlook({ source, settings }: { source: SessionSource; settings: DeckSettings | null }) {
  const { data: activity, error } = useActivity();
  return (
    <Paper withBorder radius="md" p="sm">
      <Stack gap="sm">
        {(activity || !error) && (
          <Skeleton visible={!activity}>
            <WeekOfStudy activity={activity} isFresh />
          </Skeleton>
        )}
        <Group wrap="nowrap" gap="sm">
          {source !== 'today' && <GrapesOfDeck deckId={source} />}
          <div className={classes.comes}>
            <WhatComes source={source} settings={settings} />
          </div>
        </Group>
        {(activity || !error) && (
          <Skeleton visible={!activity} mih={68}>
            {activity && <StreakFigure activity={activity} />}
          </Skeleton>
        )}
      </Stack>
    </Paper>
  );
}

/** Days of a streak, and a first session of all, that are worth more than a bunch. */
const FEASTS = [1, 7, 30, 100];

const LEAVES = Array.from({ length: 40 }, (_, at) => at);

/** Leaves and grapes that fly, when the day is worth it or the deck's bunch is full. */
function Feast({ source }: { source: SessionSource }) {
  const { data: activity } = useActivity();
  const { data: stats } = useStatsOfDeck(source === 'today' ? null : source);
  const streak = activity?.streak;
  // A streak that begins again is no first one.
  const isFeast = streak && FEASTS.includes(streak.days) && streak.days === streak.longest;
  const isFull = stats && stats.total_cards > 0 && stats.cards_known === stats.total_cards;
  if (!isFeast && !isFull) return null;
  return (
    <div className={classes.feast} aria-hidden>
      {LEAVES.map((at) => (
        <span key={at} style={{ '--at': at, '--turn': (at * 137) % 360 } as CSSProperties} />
      ))}
    </div>
  );
}

/** To a practice of just these words, which counts as nothing. */
function PractiseThese({ words }: { words: HardWord[] }) {
  const { t } = useLingui();
  const [first] = words;
  const handed: HandedWords = { words: words.map(({ card }) => card) };
  return (
    first && (
      <ButtonLink
        to={paths.cram(first.card.deck_id)}
        state={handed}
        size="md"
        variant="light"
        icon={IconPlayerPlay}
      >
        {t`${plural(words.length, { one: 'Practise this word', other: 'Practise these # words' })}`}
      </ButtonLink>
    )
  );
}

/** Milliseconds from the last answer in which a session has just ended. */
const FRESH_MS = 5_000;

/** Returns whether something was pressed since: what moves then is over. */
function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const touched = () => setTouched(true);
    window.addEventListener('pointerdown', touched, { once: true, passive: true });
    return () => window.removeEventListener('pointerdown', touched);
  }, []);
  return isTouched;
}

/** The end of a session: how it went, what was hard, and what comes. */
export function Completion({ session: state, settings, onRelearn, onEnd, onMore }: CompletionProps) {
  const { t } = useLingui();
  const done = state.doneIds.length;
  const words = hardestWords(state);
  const { now } = browserClock;
  // A session that is opened again is over for longer.
  const [isFresh] = useState(() => now() - (state.past.at(-1)?.at ?? 0) < FRESH_MS);
  const isStill = useTouched() || !isFresh;
  const nothingToRelearn = state.learned.length === 0 && state.firstCards.length === 0;
  return (
    <>
      {!isStill && !state.summary?.isRelearning && <Feast source={state.source} />}
      <Stack gap="lg" py="md" className={session.middle} data-still={isStill || undefined}>
        <Stack align="center" gap="xs" role="status">
          <GrapeFigure mood="cheering" size={END_GRAPES_PX} />
          <Title order={2} size="h3" ta="center">
            {t`Congratulations, you have finished today's session!`}
          </Title>
          {done > 0 && (
            <Text c="dimmed" ta="center">
              <Plural value={done} one="You learnt # card." other="You learnt # cards." />
            </Text>
          )}
        </Stack>
        <SessionFigures session={state} isStill={isStill} />
        {words.length > 0 && <HardestWords words={words} action={<PractiseThese words={words} />} />}
        <Outlook source={state.source} settings={settings} />
      </Stack>
      <SessionEndButtons
        source={state.source}
        onEnd={onEnd}
        more={
          <>
            {state.source !== 'today' && (
              <>
                <MoreCards deckId={state.source} onMore={onMore} />
                <ButtonLink to={paths.pairs(state.source)} size="md" variant="light" icon={IconCards}>
                  {t`Play pairs`}
                </ButtonLink>
              </>
            )}
            <Button
              size="md"
              variant="light"
              leftSection={<IconRefresh size={20} aria-hidden />}
              disabled={nothingToRelearn}
              onClick={onRelearn}
            >
              {t`Relearn Today's Session`}
            </Button>
          </>
        }
      />
    </>
  );
}

interface NothingToStudyProps {
  source: SessionSource;
  settings: DeckSettings | null;
  onEnd: () => void;
  onMore: (cards: number) => Promise<void>;
}

/** Nothing is due and nothing new is left: when there will be, and the ways on. */
export function NothingToStudy({ source, settings, onEnd, onMore }: NothingToStudyProps) {
  const { t } = useLingui();
  const today = useToday();
  if (source === 'today' && today.data?.decks.length === 0) return <NothingBegun />;
  return (
    <Empty
      mood="asleep"
      text={
        <Stack component="span" gap={4}>
          <Text component="span" inherit>
            {source === 'today'
              ? t`There is nothing to study today.`
              : t`There is nothing to study in this deck today.`}
          </Text>
          <WhatComes source={source} settings={settings} />
        </Stack>
      }
      action={
        <Stack gap={0} miw="min(20rem, 100%)">
          <SessionEndButtons
            source={source}
            onEnd={onEnd}
            more={source !== 'today' && <MoreCards deckId={source} onMore={onMore} />}
          />
        </Stack>
      }
    />
  );
}

/** For somebody who has begun no deck: there is nothing to come back for yet. */
function NothingBegun() {
  const { t } = useLingui();
  return (
    <Empty
      text={t`You have not begun any deck yet. Choose one and learn a few words; from then on the cards of all your decks come together here, each when it is due.`}
      action={
        <ButtonLink to={paths.studentDecks()} size="md">
          {t`See the decks`}
        </ButtonLink>
      }
    />
  );
}
