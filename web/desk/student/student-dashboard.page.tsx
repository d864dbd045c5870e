import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { OpenExam, Today } from '../../../core/learning/choosing/today.schema.ts';
import type { Activity } from '../../../core/learning/progress/activity.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { useExamInWords } from '../../classroom/join/exam-to-take.tsx';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { useTakeExam } from '../../exam/take-exam.tsx';
import { useActivity, useRecentDeck, useToday } from '../../learning/activity.queries.ts';
import { DeckProgress } from '../../learning/progress/deck-progress.tsx';
import { WeekOfStudy } from '../../learning/progress/week-of-study.tsx';
import { useRead } from '../../lib/call/use-read.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { givenName } from '../../lib/text/given-name.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { PlacedBelow } from '../../ui/control/placed-below.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { LazyFigure } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Grapes } from '../../ui/figure/grapes.tsx';
import { OWN_CLASSES_ID, StudentClasses } from '../classes/student-classes.tsx';
import { MadeDecksPlace } from './made-decks-place.tsx';
import { OFFICIAL_DECKS_ID } from './official-decks.tsx';
import { AllDecksPlace, isRead, OfficialSection, TodaysDecks } from './student-decks.tsx';
import classes from './today-band.module.css';

function OpenExamRow({ exam, onTake }: { exam: OpenExam; onTake: () => void }) {
  const { t } = useLingui();
  const { id, title } = exam;
  const { size, running } = useExamInWords(exam);
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <Stack gap={0} miw={0} className="breakable">
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {running ?? size}
        </Text>
      </Stack>
      {running ? (
        <ButtonLink
          to={paths.exam(id)}
          variant="light"
          mih={44}
          flex="none"
          aria-label={t`Continue exam: ${title}`}
        >
          {t`Continue exam`}
        </ButtonLink>
      ) : (
        <Button variant="default" mih={44} flex="none" aria-label={t`Take exam: ${title}`} onClick={onTake}>
          {t`Take exam`}
        </Button>
      )}
    </Group>
  );
}

function TodaysExams({ exams }: { exams: readonly OpenExam[] }) {
  const { t } = useLingui();
  const take = useTakeExam();
  if (exams.length === 0) return null;
  return (
    <TitledSection order={3} size="h5" gap="xs" title={t`Exams to take`}>
      <Stack component="ul" gap="sm" className="plain-list" aria-label={t`Exams to take`}>
        {exams.map((exam) => (
          <OpenExamRow key={exam.id} exam={exam} onTake={() => void take(exam)} />
        ))}
      </Stack>
    </TitledSection>
  );
}

/** Returns whether a student has never studied a card; one of whom nothing is known counts as having studied. */
const isNewcomer = (activity: Pick<Activity, 'streak'> | undefined): boolean =>
  activity?.streak.longest === 0;

/** What a student's day is like: something is left, all is done, nothing was due, or nothing was ever begun. */
export function todayState(
  today: Pick<Today, 'due' | 'new' | 'studied' | 'decks'>,
): 'left' | 'done' | 'nothing' | 'newcomer' {
  if (today.due + today.new > 0) return 'left';
  if (today.decks.length === 0) return 'newcomer';
  return today.studied > 0 ? 'done' : 'nothing';
}

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
  const { t } = useLingui();
  const { due, new: unseen, minutes } = today;
  return (
    <>
      <div className={classes.day}>
        <DayGrapes today={today} />
        <Group gap="sm">
          <Figure value={due} label={t`to review`} />
          <Figure value={unseen} label={<Trans context="new cards">new</Trans>} />
          <Figure value={<>≈ {minutes}</>} label={t`min`} />
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
          t`Review ${due}, learn ${unseen} new`
        )}
      </ButtonLink>
    </>
  );
}

function Next({ today }: { today: Today }) {
  const { t, i18n } = useLingui();
  if (!today.next) return null;
  const { day, cards } = today.next;
  const count = t`${plural(cards, { one: '# card', other: '# cards' })}`;
  if (dayNumber(day) - dayNumber(today.day) === 1) return t`Next: tomorrow, ${count}`;
  const date = i18n.date(new Date(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return t`Next: ${date}, ${count}`;
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
          <Text fw={600} size="lg" lh={1.3}>
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
  const { t } = useLingui();
  const { data } = useRead(addressOf('GET /api/decks/:deckId/counts', { params: { deckId } }));
  return (
    <div className={classes.ways}>
      <ButtonLink to={paths.pairs(deckId)} mih={44}>
        {t`Play pairs`}
      </ButtonLink>
      {data && data.beyond > 0 && (
        <ButtonLink to={paths.learn(deckId)} mih={44} variant="light">
          {t`Study more`}
        </ButtonLink>
      )}
    </div>
  );
}

function WhatToDo({ today, activity }: { today: Today; activity: Activity | undefined }) {
  const { t } = useLingui();
  const state = todayState(today);
  if (state === 'left') return <Left today={today} activity={activity} />;
  if (state === 'newcomer')
    return (
      <Said
        picture={<LazyFigure mood="glad" size={88} />}
        title={t`Choose your first deck`}
        text={t`A few words are enough to begin.`}
      >
        <Button component="a" href={`#${OFFICIAL_DECKS_ID}`} size="xl" className={classes.action}>
          {t`See the decks`}
        </Button>
        <Button component="a" href={`#${OWN_CLASSES_ID}`} variant="subtle" mih={44} hiddenFrom="lg">
          {t`Join a class with its code`}
        </Button>
      </Said>
    );
  const [deck] = today.decks;
  const { studied, studied: all } = today;
  const full = t`${studied} of today's ${all} cards are done`;
  return (
    <Said
      picture={<LazyFigure mood="asleep" size={88} label={state === 'done' ? full : undefined} />}
      title={state === 'done' ? t`Done for today` : t`Nothing is due today`}
      text={
        <>
          {t`See you tomorrow!`} <Next today={today} />
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

function TodayBand() {
  const { t } = useLingui();
  const { data, error, mutate } = useToday();
  const { data: activity } = useActivity();
  // The picture that was drawn ahead knows none.
  const today = useAwake() ? data : undefined;
  return (
    <TitledSection order={2} isCard shadow="xs" gap="md" title={t`Today`}>
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
    </TitledSection>
  );
}

const AnsweredReports = lazy(() => import('../../learning/progress/answered-reports.tsx'));

// A year of days, far below what is seen first.
const ActivityBlock = lazyNamed('ActivityBlock', () => import('../../learning/progress/activity-block.tsx'));

export default function StudentDashboard() {
  const { t } = useLingui();
  const name = givenName(useSession().name ?? '');
  const [progressOf, setProgressOf] = useState<StudyDeck | null>(null);
  const { data: today, error } = useToday();
  const activity = useActivity();
  const recent = useRecentDeck();
  const isKnown = Boolean((today ?? error) && (activity.data ?? activity.error) && isRead(recent));
  const begun = useMemo(() => new Set(today?.decks.map(({ deck_id }) => deck_id)), [today]);
  const isNew = isNewcomer(activity.data);
  usePageTitle(t`My learning`);
  const official = (
    <ErrorBoundary>
      <OfficialSection begun={begun} />
    </ErrorBoundary>
  );
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="xl">
        <Title order={1}>{name ? t`Hello, ${name}!` : t`Hello!`}</Title>
        <ErrorBoundary>
          <TodayBand />
        </ErrorBoundary>
        <ErrorBoundary>
          <TodaysDecks onShowProgress={setProgressOf} />
        </ErrorBoundary>
        <PlacedBelow gap="xl" isPlaced={isKnown}>
          <ErrorBoundary>
            <Suspense>
              <AnsweredReports />
            </Suspense>
          </ErrorBoundary>
          {isNew && official}
          <ErrorBoundary>
            <StudentClasses isNew={isNew} />
          </ErrorBoundary>
          <ErrorBoundary>
            <MadeDecksPlace />
          </ErrorBoundary>
          {!isNew && official}
          <AllDecksPlace onShowProgress={setProgressOf} />
          {!isNew && (
            <ErrorBoundary>
              <Suspense>
                <ActivityBlock />
              </Suspense>
            </ErrorBoundary>
          )}
        </PlacedBelow>
      </Stack>
      <DeckProgress deck={progressOf} onClose={() => setProgressOf(null)} />
    </Container>
  );
}
