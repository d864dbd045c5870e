import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { Today } from '../../../core/learning/choosing/today.schema.ts';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { useActivity, useToday } from '../../learning/activity.queries.ts';
import { WeekOfStudy } from '../../learning/progress/week-of-study.tsx';
import { useRead } from '../../lib/call/use-read.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Grapes } from '../../ui/figure/grapes.tsx';
import { OFFICIAL_DECKS_ID } from './official-decks.tsx';
import classes from './today-band.module.css';
import { isNewcomer, todayState } from './today-state.ts';
import { TodaysExams } from './todays-exams.tsx';

function Figure({ value, label }: { value: ReactNode; label: ReactNode }) {
  return (
    <div>
      <Text span display="block" className={classes.number}>
        {value}
      </Text>
      <Text span size="sm" c="dimmed">
        {label}
      </Text>
    </div>
  );
}

type WorkOfDay = Pick<Today, 'due' | 'new' | 'minutes' | 'studied'>;

/** The day's work as a bunch: a grape for each part of it that is done. */
function DayGrapes({ today: { due, new: unseen, studied } }: { today: WorkOfDay }) {
  const { t } = useLingui();
  const all = due + unseen + studied;
  return (
    <Grapes
      total={Math.max(1, all)}
      filled={studied}
      size={88}
      label={t`${studied} of today's ${all} cards are done`}
    />
  );
}

function Left({ today, activity }: { today: WorkOfDay; activity?: Activity | undefined }) {
  const { due, new: unseen, minutes } = today;
  return (
    <>
      <div className={classes.day}>
        <DayGrapes today={today} />
        <Group gap="sm">
          <Figure value={due} label={<Trans>to review</Trans>} />
          <Figure value={unseen} label={<Trans context="new cards">new</Trans>} />
          <Figure value={<>≈ {minutes}</>} label={<Trans>min</Trans>} />
        </Group>
      </div>
      {/* Before the first card it would be a week of nothing. */}
      {!isNewcomer(activity) && <WeekOfStudy activity={activity} />}
      <ButtonLink
        to={paths.learnToday()}
        size="xl"
        className={classes.action}
        leftSection={<IconPlayerPlay size={20} aria-hidden />}
      >
        {unseen === 0 ? (
          <Plural value={due} one="Review # card" other="Review # cards" />
        ) : due === 0 ? (
          <Plural value={unseen} one="Learn # new card" other="Learn # new cards" />
        ) : (
          <Trans>
            Review {due}, learn {unseen} new
          </Trans>
        )}
      </ButtonLink>
    </>
  );
}

/** When there is something to study again. */
function Next({ today }: { today: Today }) {
  const { i18n } = useLingui();
  if (!today.next) return null;
  const { day, cards } = today.next;
  const count = <Plural value={cards} one="# card" other="# cards" />;
  if (dayNumber(day) - dayNumber(today.day) === 1) return <Trans>Next: tomorrow, {count}</Trans>;
  const date = i18n.date(new Date(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <Trans>
      Next: {date}, {count}
    </Trans>
  );
}

interface SaidProps {
  picture: ReactNode;
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}

function Said({ picture, title, text, children }: SaidProps) {
  return (
    <>
      <div className={classes.day}>
        {picture}
        <div className={classes.said}>
          <Text fw={600} size="lg">
            {title}
          </Text>
          <Text c="dimmed">{text}</Text>
        </div>
      </div>
      {children}
    </>
  );
}

/** What there still is to do with the deck that the day was for: a game, and more of its cards. */
function GoOn({ deckId }: { deckId: number }) {
  const { data } = useRead(addressOf('GET /api/decks/:deckId/counts', { params: { deckId } }));
  return (
    <div className={classes.ways}>
      <ButtonLink to={paths.pairs(deckId)} mih={44}>
        <Trans>Play pairs</Trans>
      </ButtonLink>
      {data && data.beyond > 0 && (
        <ButtonLink to={paths.learn(deckId)} mih={44} variant="light">
          <Trans>Study more</Trans>
        </ButtonLink>
      )}
    </div>
  );
}

function WhatToDo({ today, activity }: { today: Today; activity: Activity | undefined }) {
  const state = todayState(today);
  if (state === 'left') return <Left today={today} activity={activity} />;
  if (state === 'newcomer')
    return (
      <Said
        picture={<Grapes total={1} filled={0} size={88} />}
        title={<Trans>Choose your first deck</Trans>}
        text={<Trans>Learn a few words, and from then on this place says what is due each day.</Trans>}
      >
        <Button component="a" href={`#${OFFICIAL_DECKS_ID}`} size="xl" className={classes.action}>
          <Trans>See the decks</Trans>
        </Button>
      </Said>
    );
  const [deck] = today.decks;
  return (
    <Said
      picture={<DayGrapes today={today} />}
      title={state === 'done' ? <Trans>Done for today</Trans> : <Trans>Nothing is due today</Trans>}
      text={
        <>
          <Trans>See you tomorrow!</Trans> <Next today={today} />
        </>
      }
    >
      {!isNewcomer(activity) && <WeekOfStudy activity={activity} />}
      {deck && <GoOn deckId={deck.deck_id} />}
    </Said>
  );
}

/** What stands under the skeleton, so that it has the height of what comes. */
const UNKNOWN = { due: 10, new: 10, minutes: 10, studied: 0 };

/** What the student has to do today, and the one button that begins it. */
export function TodayBand() {
  const { t } = useLingui();
  const titleId = useId();
  const { data, error, mutate } = useToday();
  const { data: activity } = useActivity();
  // The picture that was drawn ahead knows none.
  const today = useAwake() ? data : undefined;
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg" shadow="xs">
      <Stack gap="md">
        <Title id={titleId} order={2} size="h3">
          <Trans>Today</Trans>
        </Title>
        {today ? (
          <>
            <div className={classes.body}>
              <WhatToDo today={today} activity={activity} />
            </div>
            <TodaysExams exams={today.exams} />
          </>
        ) : error ? (
          <LoadError error={error} onRetry={() => void mutate()} />
        ) : (
          <div role="status" aria-label={t`Loading…`}>
            <Skeleton>
              <div inert className={classes.body}>
                <Left today={UNKNOWN} />
              </div>
            </Skeleton>
          </div>
        )}
      </Stack>
    </Paper>
  );
}
