import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCards, IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { dayNumber } from '../../core/learning/study-day.ts';
import type { Today } from '../../core/learning/today.schema.ts';
import { useToday } from '../learning/activity.queries.ts';
import { paths } from '../lib/pages/paths.ts';
import { useAwake } from '../lib/use-awake.ts';
import { LoadError } from '../ui/load-error.tsx';
import { OFFICIAL_DECKS_ID } from './official-decks.tsx';
import classes from './today-band.module.css';
import { todayState } from './today-state.ts';
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

function Left({ today }: { today: Pick<Today, 'due' | 'new' | 'minutes'> }) {
  const { due, new: unseen, minutes } = today;
  const all = due + unseen;
  return (
    <Group justify="space-between" gap="lg">
      <Group gap="xl">
        <Figure value={due} label={<Trans>to review</Trans>} />
        <Figure value={unseen} label={<Trans context="new cards">new</Trans>} />
        <Figure value={<>≈ {minutes}</>} label={<Trans>min</Trans>} />
      </Group>
      <Button
        component={Link}
        to={paths.learnToday()}
        size="lg"
        className={classes.action}
        leftSection={<IconPlayerPlay size={20} aria-hidden />}
      >
        <Trans>Study everything ({all})</Trans>
      </Button>
    </Group>
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

function Said({ icon, title, text, action }: Record<'icon' | 'title' | 'text' | 'action', ReactNode>) {
  return (
    <Group justify="space-between" gap="lg">
      <Group gap="md" wrap="nowrap" className={classes.said}>
        {icon}
        <div>
          <Text fw={600} size="lg">
            {title}
          </Text>
          <Text c="dimmed">{text}</Text>
        </div>
      </Group>
      {action}
    </Group>
  );
}

function WhatToDo({ today }: { today: Today }) {
  const state = todayState(today);
  if (state === 'left') return <Left today={today} />;
  if (state === 'newcomer')
    return (
      <Said
        icon={<IconCards size={40} stroke={1.5} aria-hidden />}
        title={<Trans>Choose your first deck</Trans>}
        text={<Trans>Learn a few words, and from then on this place says what is due each day.</Trans>}
        action={
          <Button component="a" href={`#${OFFICIAL_DECKS_ID}`} size="lg" className={classes.action}>
            <Trans>See the decks</Trans>
          </Button>
        }
      />
    );
  return (
    <Said
      icon={<IconCircleCheck size={40} stroke={1.5} className={classes.done} aria-hidden />}
      title={state === 'done' ? <Trans>Done for today</Trans> : <Trans>Nothing is due today</Trans>}
      text={<Next today={today} />}
      action={null}
    />
  );
}

/** What stands under the skeleton, so that it has the height of what comes. */
const UNKNOWN = { due: 10, new: 10, minutes: 10 };

/** What the student has to do today, and the one button that begins it. */
export function TodayBand() {
  const { t } = useLingui();
  const titleId = useId();
  const { data, error, mutate } = useToday();
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
              <WhatToDo today={today} />
            </div>
            <TodaysExams exams={today.exams} />
          </>
        ) : error ? (
          <LoadError error={error} onRetry={() => void mutate()} />
        ) : (
          <div role="status" aria-label={t`Loading…`}>
            <Skeleton className={classes.body}>
              <div inert>
                <Left today={UNKNOWN} />
              </div>
            </Skeleton>
          </div>
        )}
      </Stack>
    </Paper>
  );
}
