import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Paper, Stack } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useDecks } from '../../deck/deck.queries.ts';
import { type DeckGroups, groupDecks, type StudyDeck } from '../../deck/deck-groups.ts';
import { useOfficialDecks } from '../../deck/official-deck.queries.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { DeckSearchBox } from './deck-search-box.tsx';
import { Section } from './section.tsx';

interface DeckPickerProps {
  groups: DeckGroups;
  onShowProgress: (deck: StudyDeck) => void;
}

const options = (decks: StudyDeck[]) => decks.map(({ id, title }) => ({ value: String(id), label: title }));

/** Chooses among all decks, official and personal. */
function DeckPicker({ groups, onShowProgress }: DeckPickerProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState('');
  const deck = [...groups.official, ...groups.personal].find(({ id }) => String(id) === chosen);
  const data = [
    { group: t`Official decks`, items: options(groups.official) },
    { group: t`Personal decks`, items: options(groups.personal) },
  ].filter(({ items }) => items.length > 0);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t`Choose a deck`}
        value={deck ? chosen : ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[{ value: '', label: t`No deck chosen` }, ...data]}
      />
      <Group gap="sm">
        {deck ? (
          <ButtonLink to={paths.learn(deck.id)} variant="light">
            <Trans>Learn</Trans>
          </ButtonLink>
        ) : (
          <Button variant="light" disabled>
            <Trans>Learn</Trans>
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconChartBar size={18} aria-hidden />}
          disabled={!deck}
          onClick={() => deck && onShowProgress(deck)}
        >
          <Trans>View progress</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

/** Every deck that the student may study, by search or choice. */
export function AllDecks({ onShowProgress }: { onShowProgress: (deck: StudyDeck) => void }) {
  const { i18n } = useLingui();
  const all = useDecks();
  // The boxes of many decks are drawn when there is time.
  const known = useDeferredValue(all.data);
  const official = useOfficialDecks();
  useFailedRead(all.error, failureText.fetchDecksFailed);

  const groups = groupDecks(known, official.data);
  const decks = [...groups.official, ...groups.personal];
  const isLoading = !known && !all.error;
  return (
    <Section title={<Trans>All decks</Trans>}>
      {!known && all.error && (
        <LoadError
          error={all.error}
          title={i18n._(noticeText.fetchDecksFailed)}
          onRetry={() => all.mutate()}
        />
      )}
      {isLoading && <LoadingBlock height={246} radius="lg" />}
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
  );
}
