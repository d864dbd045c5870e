import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, Skeleton, Stack, Title } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useId } from 'react';
import { useDecks } from '../deck/deck.queries.ts';
import { groupDecks, type StudyDeck } from '../deck/deck-groups.ts';
import { useOfficialDecks } from '../deck/official-deck.queries.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { DeckPicker } from './deck-picker.tsx';
import { DeckSearchBox } from './deck-search-box.tsx';
import { OFFICIAL_DECKS_ID, OfficialDecks } from './official-decks.tsx';

interface StudentDecksProps {
  /** Ids of decks that stand elsewhere on the screen, and so are not offered as official ones. */
  begun?: ReadonlySet<number>;
  onShowProgress: (deck: StudyDeck) => void;
}

function Section({ id, title, children }: { id?: string; title: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Stack component="section" id={id} aria-labelledby={titleId} gap="sm">
      <Title id={titleId} order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** All decks that the student may study: the official ones at one touch, every one by search or choice. */
export function StudentDecks({ begun, onShowProgress }: StudentDecksProps) {
  const { t, i18n } = useLingui();
  const all = useDecks();
  // The boxes of many decks are drawn when there is time.
  const known = useDeferredValue(all.data);
  const official = useOfficialDecks();
  useFailedRead(all.error, failureText.fetchDecksFailed);
  useFailedRead(official.error, failureText.fetchOfficialDecksFailed);

  useEffect(() => {
    // A newcomer who comes by the link before the decks are on the page would stay at its top.
    if (location.hash === `#${OFFICIAL_DECKS_ID}`)
      document.getElementById(OFFICIAL_DECKS_ID)?.scrollIntoView();
  }, []);

  const groups = groupDecks(known, official.data);
  const decks = [...groups.official, ...groups.personal];
  const offered = official.data?.filter(({ id }) => !begun?.has(id));
  const isNoneLeft = offered?.length === 0 && official.data?.length !== 0;
  const isLoading = !known && !all.error;
  return (
    <>
      {!isNoneLeft && (
        <Section id={OFFICIAL_DECKS_ID} title={<Trans>Official decks</Trans>}>
          <OfficialDecks decks={offered} error={official.error} onRetry={() => official.mutate()} />
        </Section>
      )}
      <Section title={<Trans>All decks</Trans>}>
        {!known && all.error && (
          <LoadError
            error={all.error}
            title={i18n._(noticeText.fetchDecksFailed)}
            onRetry={() => all.mutate()}
          />
        )}
        {isLoading && <Skeleton height={246} radius="lg" role="status" aria-label={t`Loading…`} />}
        {known && decks.length === 0 && <Empty text={<Trans>There is no deck to study yet.</Trans>} />}
        {!isLoading && decks.length > 0 && (
          <Paper withBorder radius="lg" p="lg">
            <Stack gap="lg">
              <DeckSearchBox decks={decks} onShowProgress={onShowProgress} />
              <DeckPicker groups={groups} onShowProgress={onShowProgress} />
            </Stack>
          </Paper>
        )}
      </Section>
    </>
  );
}
