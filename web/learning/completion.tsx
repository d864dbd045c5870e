import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Paper, SimpleGrid, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconConfetti, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { DeckSettings } from '../../core/deck/deck.schema.ts';
import { formatDuration } from '../ui/duration.ts';
import { useActivity, useStatsOfDeck, useToday } from './activity.queries.ts';
import classes from './completion.module.css';
import { NextCards } from './next-cards-line.tsx';
import type { SessionSource, SessionState } from './session.state.ts';
import { SessionEndButtons } from './session-end-buttons.tsx';
import { type HardWord, hardestWords, NO_SUMMARY } from './session-summary.ts';
import { StreakFigure } from './streak-figure.tsx';

interface CompletionProps {
  session: SessionState;
  settings: DeckSettings | null;
  onRelearn: () => void;
  onEnd: () => void;
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

function HardestWords({ words }: { words: HardWord[] }) {
  const titleId = useId();
  return (
    <Stack component="section" aria-labelledby={titleId} gap="xs">
      <Title id={titleId} order={3} size="h5">
        <Trans>Hardest words of this session</Trans>
      </Title>
      <ul className={`plain-list ${classes.words}`}>
        {words.map(({ card, misses }) => (
          <li key={card.id} className={classes.word}>
            <Text fw={600} className="breakable" lineClamp={2}>
              {card.front}
            </Text>
            <Text className="breakable" lineClamp={2}>
              {card.back}
            </Text>
            <Text size="sm" c="dimmed" className="tabular">
              <Plural value={misses} one="missed once" other="missed # times" />
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface TodaysFiguresProps {
  cards: number | undefined;
  /** Seconds. */
  time?: number | undefined;
}

function TodaysFigures({ cards, time }: TodaysFiguresProps) {
  const { t, i18n } = useLingui();
  if (!cards) return null;
  return (
    <SimpleGrid cols={2}>
      <Figure name={t`Cards today`} value={cards} />
      {time !== undefined && <Figure name={t`Time today`} value={formatDuration(time, i18n)} />}
    </SimpleGrid>
  );
}

function DeckFigures({ deckId }: { deckId: number }) {
  const { data } = useStatsOfDeck(deckId);
  return <TodaysFigures cards={data?.today_stats.cards_studied} time={data?.today_stats.time_spent} />;
}

function AllFigures() {
  return <TodaysFigures cards={useToday().data?.studied} />;
}

/** The figures of this session, or what the server knows of today when this browser no longer has it. */
function SessionFigures({ session }: { session: SessionState }) {
  const { t, i18n } = useLingui();
  const { cards, right, seconds } = session.summary ?? NO_SUMMARY;
  if (cards === 0)
    return session.source === 'today' ? <AllFigures /> : <DeckFigures deckId={session.source} />;
  return (
    <SimpleGrid cols={2}>
      <Figure
        name={t`Right at the first try`}
        value={i18n.number(right / cards, { style: 'percent', maximumFractionDigits: 0 })}
        more={
          <Trans>
            {right} of {cards}
          </Trans>
        }
      />
      <Figure
        name={t`Time`}
        value={formatDuration(seconds, i18n)}
        more={session.summary?.isRelearning ? <Trans>Practice</Trans> : <Trans>This session</Trans>}
      />
    </SimpleGrid>
  );
}

/** When it goes on, and the streak; without the network nothing is said of them. */
function WhatComes({ source, settings }: { source: SessionSource; settings: DeckSettings | null }) {
  const activity = useActivity();
  return (
    <Paper withBorder radius="md" p="sm">
      <Stack gap="sm">
        <Text>
          <NextCards source={source} settings={settings} />
        </Text>
        {!activity.error && (
          <Skeleton visible={!activity.data} mih={68}>
            {activity.data && <StreakFigure activity={activity.data} />}
          </Skeleton>
        )}
      </Stack>
    </Paper>
  );
}

/** The end of a session: how it went, what was hard, and what comes. */
export function Completion({ session: state, settings, onRelearn, onEnd }: CompletionProps) {
  const done = state.doneIds.length;
  const words = hardestWords(state);
  const nothingToRelearn = state.learned.length === 0 && state.firstCards.length === 0;
  return (
    <>
      <Stack gap="lg" py="md" className={classes.middle}>
        <Stack align="center" gap="xs" role="status">
          <ThemeIcon size={72} radius={72} variant="light" color="leaf" className={classes.picture}>
            <IconConfetti size={40} aria-hidden />
          </ThemeIcon>
          <Title order={2} size="h3" ta="center">
            <Trans>Congratulations, you have finished today's session!</Trans>
          </Title>
          {done > 0 && (
            <Text c="dimmed" ta="center">
              <Plural value={done} one="You learned # card." other="You learned # cards." />
            </Text>
          )}
        </Stack>
        <SessionFigures session={state} />
        {words.length > 0 && <HardestWords words={words} />}
        <WhatComes source={state.source} settings={settings} />
      </Stack>
      <SessionEndButtons
        source={state.source}
        onEnd={onEnd}
        more={
          <Button
            size="md"
            variant="light"
            leftSection={<IconRefresh size={20} aria-hidden />}
            disabled={nothingToRelearn}
            onClick={onRelearn}
          >
            <Trans>Relearn Today's Session</Trans>
          </Button>
        }
      />
    </>
  );
}
