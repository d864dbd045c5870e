import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { searchedAs } from '../../../core/text/normal-form.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { deckDescription } from '../../deck/deck-description.ts';
import { type DeckGroups, groupDecks, type StudyDeck } from '../../deck/deck-groups.ts';
import { useOfficialDecks } from '../../deck/official-deck.queries.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { DeckLink } from '../decks/deck-link.tsx';
import { Section } from './section.tsx';

interface Searchable {
  title: string;
  description: string | null;
}

/**
 * Returns the decks that have every word of the text in title or description. Those with all words in the title come
 * first. Blank text finds nothing: null, as there was no search.
 */
export function searchDecks<D extends Searchable>(
  decks: readonly D[],
  text: string,
  descriptionOf: (deck: D) => string | null = (deck) => deck.description,
): D[] | null {
  const words = searchedAs(text).split(' ').filter(Boolean);
  if (words.length === 0) return null;
  const has = (place: string) => words.every((word) => place.includes(word));
  const found = decks
    .map((deck) => ({
      deck,
      title: searchedAs(deck.title),
      all: searchedAs(`${deck.title} ${descriptionOf(deck) ?? ''}`),
    }))
    .filter(({ all }) => has(all));
  const [inTitle, elsewhere] = [
    found.filter(({ title }) => has(title)),
    found.filter(({ title }) => !has(title)),
  ];
  return [...inTitle, ...elsewhere].map(({ deck }) => deck);
}

interface DeckSearchBoxProps {
  decks: StudyDeck[];
  onShowProgress: (deck: StudyDeck) => void;
}

function FoundDeck({ deck, onShowProgress }: { deck: StudyDeck; onShowProgress: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <Paper component="li" withBorder radius="md" p="sm" pos="relative">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} flex="1 1 12rem">
          <Text fw={600}>
            <DeckLink deckId={deck.id}>{deck.title}</DeckLink>
          </Text>
          {deck.description && (
            <Text size="sm" c="dimmed">
              {deckDescription(i18n, deck)}
            </Text>
          )}
        </Stack>
        <Group gap="xs" className="above-link">
          <Button
            size="sm"
            variant="default"
            aria-label={t`Progress: ${deck.title}`}
            onClick={onShowProgress}
          >
            {t`Progress`}
          </Button>
          <ButtonLink
            to={paths.learn(deck.id)}
            size="sm"
            variant="light"
            aria-label={t`Learn: ${deck.title}`}
          >
            {t`Learn`}
          </ButtonLink>
        </Group>
      </Group>
    </Paper>
  );
}

/** Finds decks while the student types; nothing is asked of the server. */
function DeckSearchBox({ decks, onShowProgress }: DeckSearchBoxProps) {
  const { t, i18n } = useLingui();
  const [text, setText] = useState('');
  // What is written and what is shown: a known deck's description is translated.
  const descriptions = (deck: StudyDeck) =>
    deck.description && `${deck.description} ${deckDescription(i18n, deck)}`;
  const found = searchDecks(decks, text, descriptions);
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label={t`Search decks`}
        placeholder={t`Title or description`}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <VisuallyHidden role="status">
        {found && t`${plural(found.length, { one: '# deck found', other: '# decks found' })}`}
      </VisuallyHidden>
      {found?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t`No deck matches your search.`}
        </Text>
      )}
      {found && found.length > 0 && (
        <Stack component="ul" gap="xs" className="plain-list" aria-label={t`Decks found`}>
          {found.map((deck) => (
            <FoundDeck key={deck.id} deck={deck} onShowProgress={() => onShowProgress(deck)} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

interface DeckPickerProps {
  groups: DeckGroups;
  onShowProgress: (deck: StudyDeck) => void;
}

const options = (decks: StudyDeck[]) => decks.map(({ id, title }) => ({ value: String(id), label: title }));

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
      {deck && (
        <Group gap="sm">
          <ButtonLink to={paths.learn(deck.id)} variant="light">
            {t`Learn`}
          </ButtonLink>
          <Button
            variant="default"
            leftSection={<IconChartBar size={18} aria-hidden />}
            onClick={() => onShowProgress(deck)}
          >
            {t`View progress`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

export function AllDecks({ onShowProgress }: { onShowProgress: (deck: StudyDeck) => void }) {
  const { t, i18n } = useLingui();
  const all = useDecks();
  // The boxes of many decks are drawn when there is time.
  const known = useDeferredValue(all.data);
  const official = useOfficialDecks();
  useFailedRead(all.error, failureText.fetchDecksFailed);

  const groups = groupDecks(known, official.data);
  const decks = [...groups.official, ...groups.personal];
  const isLoading = !known && !all.error;
  return (
    <Section title={t`All decks`}>
      {!known && all.error && (
        <LoadError
          error={all.error}
          title={i18n._(noticeText.fetchDecksFailed)}
          onRetry={() => all.mutate()}
        />
      )}
      {isLoading && <LoadingBlock height={246} radius="lg" />}
      {known && decks.length === 0 && <Empty text={t`There is no deck to study yet.`} />}
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
