import { Plural, useLingui } from '@lingui/react/macro';
import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import type { DeckToday, Today } from '../../../core/learning/choosing/today.schema.ts';
import { useClasses } from '../../classroom/classroom.queries.ts';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { DeckMark, deckBand } from '../../deck/deck-mark.tsx';
import { useOfficialDecks } from '../../deck/official-deck.queries.ts';
import { useRecentDeck, useToday } from '../../learning/activity.queries.ts';
import { DeckGrapes } from '../../learning/deck-grapes.tsx';
import { useDeckStats } from '../../learning/studied-deck.queries.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { DeckLink } from '../decks/deck-link.tsx';
import { OFFICIAL_DECKS_ID, OfficialDecks } from './official-decks.tsx';
import { Section } from './section.tsx';

// Search and choice stand below what is seen first.
const AllDecks = lazyNamed('AllDecks', () => import('./all-decks.tsx'));

/** Returns whether nothing is left today of a deck; of one that the day does not know, it is not said. */
const isDone = (today: Pick<Today, 'decks'>, deckId: number): boolean =>
  today.decks.some((deck) => deck.deck_id === deckId && deck.due + deck.new === 0);

interface RecentDeckProps {
  today: Today;
  onShowProgress: (deck: StudyDeck) => void;
}

/** The deck studied last, in one line; nothing before the first. */
export function RecentDeck({ today, onShowProgress }: RecentDeckProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useRecentDeck();
  const label = t`Last studied`;
  if (!data)
    return error ? (
      <section aria-label={label}>
        <LoadError error={error} onRetry={() => void mutate()} />
      </section>
    ) : null;
  const { id, title } = data;
  const done = isDone(today, id);
  return (
    <Group component="section" aria-label={label} justify="space-between" gap="xs" wrap="nowrap">
      <div>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {label}
          {done && (
            <>
              {' · '}
              <span>{t`Done for today`}</span>
            </>
          )}
        </Text>
        <Text fw={600} lineClamp={1} className="breakable">
          {title}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap" flex="none" mih={44}>
        {!done && (
          <ButtonLink
            to={paths.learn(id)}
            variant="subtle"
            size="sm"
            mih={44}
            px="xs"
            aria-label={t`Continue: ${title}`}
          >
            {t`Continue`}
          </ButtonLink>
        )}
        <Button
          variant="subtle"
          size="sm"
          mih={44}
          px="xs"
          aria-label={t`Progress: ${title}`}
          onClick={() => onShowProgress(data)}
        >
          {t`Progress`}
        </Button>
      </Group>
    </Group>
  );
}

/** Null is an answer too. */
export const isRead = ({ data, error }: { data: unknown; error: unknown }): boolean =>
  data !== undefined || Boolean(error);

/** How many decks are shown at first; those with most to do stand first. */
const FIRST_SHOWN = 6;

function Learnt({ deckId }: { deckId: number }) {
  const { t } = useLingui();
  const { data } = useDeckStats(deckId);
  const { cards_studied: studied = 0, total_cards: total = 0 } = data ?? {};
  return (
    <Group gap="sm" wrap="nowrap" flex={1} align="flex-end">
      <DeckGrapes stats={data} size={56} />
      <Text size="sm" c="dimmed" className="tabular" mih="1.5em">
        {data && t`${studied} of ${total} cards learnt`}
      </Text>
    </Group>
  );
}

interface DeckCardProps {
  deck: DeckToday;
  /** What an official deck says in place of "Learn". */
  label: string | null | undefined;
  /** The day's work is done, as it says above. */
  isDayDone: boolean;
  /** It is the one studied last, and no line above it says so. */
  isLast: boolean;
  onShowProgress: () => void;
}

function DeckCard({ deck, label, isDayDone, isLast, onShowProgress }: DeckCardProps) {
  const { t } = useLingui();
  const { deck_id, title, due, new: unseen } = deck;
  const isOpen = due + unseen > 0;
  const isContinued = isLast && isOpen;
  return (
    <Card
      component="article"
      aria-label={title}
      withBorder
      radius="lg"
      padding="md"
      {...deckBand({ id: deck_id })}
    >
      <Stack gap="sm" h="100%">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <DeckMark deck={{ id: deck_id, title }} />
          <Title order={3} size="h5" className="breakable" mt={8}>
            <DeckLink deckId={deck_id}>{title}</DeckLink>
          </Title>
        </Group>
        {(isOpen || !isDayDone) && (
          <Group gap="xs" mih={26}>
            {due > 0 && (
              <Badge variant="light" tt="none" size="lg" className="tabular">
                <Plural value={due} one="# due" other="# due" />
              </Badge>
            )}
            {unseen > 0 && (
              <Badge variant="light" color="sky" tt="none" size="lg" className="tabular">
                <Plural value={unseen} one="# new" other="# new" />
              </Badge>
            )}
            {!isOpen && (
              <Text size="sm" c="dimmed">
                {t`Done for today`}
              </Text>
            )}
          </Group>
        )}
        <Learnt deckId={deck_id} />
        <Group gap="xs" grow>
          <Button
            variant="subtle"
            mih={44}
            px={4}
            className="above-link"
            aria-label={t`Progress: ${title}`}
            onClick={onShowProgress}
          >
            {t`Progress`}
          </Button>
          <ButtonLink
            to={paths.learn(deck_id)}
            className="above-link"
            variant="light"
            mih={44}
            h="auto"
            px={4}
            // A label of its own may be long.
            styles={{ inner: { minHeight: 42 }, label: { whiteSpace: 'normal' } }}
            aria-label={
              label ? `${label}: ${title}` : isContinued ? t`Continue: ${title}` : t`Learn: ${title}`
            }
          >
            {label ?? (isContinued ? t`Continue` : t`Learn`)}
          </ButtonLink>
        </Group>
      </Stack>
    </Card>
  );
}

/**
 * The decks that the student is learning, with what is left of each today, those of classes first; not there before the
 * first.
 */
export function TodaysDecks({ onShowProgress }: { onShowProgress: (deck: StudyDeck) => void }) {
  const { t } = useLingui();
  const { data } = useToday();
  const classes = useClasses();
  const recent = useRecentDeck();
  const official = useOfficialDecks().data;
  const today = useAwake() ? data : undefined;
  const [isWhole, setWhole] = useState(false);
  // Otherwise they would change places when the classes come, and move when the deck studied last does.
  const isKnown = (classes.data ?? classes.error) && isRead(recent);
  if (!today || today.decks.length === 0 || !isKnown) return null;
  const ofClasses = new Set(classes.data?.flatMap(({ decks = [] }) => decks.map(({ id }) => id)));
  const decks = today.decks.toSorted(
    (one, other) => Number(ofClasses.has(other.deck_id)) - Number(ofClasses.has(one.deck_id)),
  );
  const count = decks.length;
  const shown = isWhole ? decks : decks.slice(0, FIRST_SHOWN);
  // Of a single deck all would be said twice.
  const isOnlyLast = count === 1 && recent.data?.id === decks[0]!.deck_id;
  const grid = (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {shown.map((deck) => (
        <DeckCard
          key={deck.deck_id}
          deck={deck}
          label={official?.find(({ id }) => id === deck.deck_id)?.official_button_label}
          isDayDone={today.due + today.new === 0}
          isLast={isOnlyLast}
          onShowProgress={() =>
            onShowProgress({ id: deck.deck_id, title: deck.title, description: null, card_count: 0 })
          }
        />
      ))}
    </SimpleGrid>
  );
  return (
    <>
      {!isOnlyLast && <RecentDeck today={today} onShowProgress={onShowProgress} />}
      <Section title={t`My decks`}>
        {isOnlyLast ? <section aria-label={t`Last studied`}>{grid}</section> : grid}
        {shown.length < count && (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            {t`Show all ${count} decks`}
          </Button>
        )}
      </Section>
    </>
  );
}

/** The official decks at one touch, but for those that stand elsewhere on the screen: `begun`. */
export function OfficialSection({ begun }: { begun?: ReadonlySet<number> }) {
  const { t } = useLingui();
  const official = useOfficialDecks();
  useFailedRead(official.error, failureText.fetchOfficialDecksFailed);

  useEffect(() => {
    // A newcomer who comes by the link before the decks are on the page would stay at its top.
    if (location.hash === `#${OFFICIAL_DECKS_ID}`)
      document.getElementById(OFFICIAL_DECKS_ID)?.scrollIntoView();
  }, []);

  const offered = official.data?.filter(({ id }) => !begun?.has(id));
  if (offered?.length === 0 && official.data?.length !== 0) return null;
  return (
    <Section id={OFFICIAL_DECKS_ID} title={t`Official decks`}>
      <OfficialDecks decks={offered} error={official.error} onRetry={() => official.mutate()} />
    </Section>
  );
}

export function AllDecksPlace({ onShowProgress }: { onShowProgress: (deck: StudyDeck) => void }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingBlock height={246} radius="lg" />}>
        <AllDecks onShowProgress={onShowProgress} />
      </Suspense>
    </ErrorBoundary>
  );
}
