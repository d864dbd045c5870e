import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { deckDescription } from '../../deck/deck-description.ts';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { DeckLink } from '../decks/deck-link.tsx';
import { searchDecks } from './deck-search.ts';

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
            <Trans>Progress</Trans>
          </Button>
          <ButtonLink
            to={paths.learn(deck.id)}
            size="sm"
            variant="light"
            aria-label={t`Learn: ${deck.title}`}
          >
            <Trans>Learn</Trans>
          </ButtonLink>
        </Group>
      </Group>
    </Paper>
  );
}

/** Finds decks while the student types; nothing is asked of the server. */
export function DeckSearchBox({ decks, onShowProgress }: DeckSearchBoxProps) {
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
          <Trans>No deck matches your search.</Trans>
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
