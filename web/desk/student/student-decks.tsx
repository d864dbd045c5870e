import { useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import type { Today } from '../../../core/learning/choosing/today.schema.ts';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { useOfficialDecks } from '../../deck/official-deck.queries.ts';
import { useRecentDeck } from '../../learning/activity.queries.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
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
