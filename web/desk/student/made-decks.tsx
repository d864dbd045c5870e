import { Plural, useLingui } from '@lingui/react/macro';
import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { DeckLink } from '../decks/deck-link.tsx';
import { Section } from './section.tsx';

/** Decks that are shown here; the others stand on a page of their own. */
const SHOWN = 4;

interface MadeDecksProps {
  decks: readonly Deck[];
  /** Whether the school lets students make decks. */
  mayMake: boolean;
}

function MadeDeck({ deck, mayMake }: { deck: Deck; mayMake: boolean }) {
  const { t } = useLingui();
  return (
    <Group component="li" justify="space-between" gap="sm" pos="relative">
      <Stack gap={0} flex="1 1 12rem" miw={0}>
        <Text fw={600} className="breakable">
          <DeckLink deckId={deck.id}>{deck.title}</DeckLink>
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          <Plural value={deck.card_count} one="# card" other="# cards" />
        </Text>
      </Stack>
      <Group gap="xs" className="above-link">
        {mayMake && (
          <ButtonLink
            to={paths.ownDeck(deck.id)}
            variant="default"
            h={44}
            aria-label={t`Manage: ${deck.title}`}
          >
            {t`Manage`}
          </ButtonLink>
        )}
        {deck.card_count > 0 && (
          <ButtonLink to={paths.learn(deck.id)} variant="light" h={44} aria-label={t`Learn: ${deck.title}`}>
            {t`Learn`}
          </ButtonLink>
        )}
      </Group>
    </Group>
  );
}

export function MadeDecks({ decks, mayMake }: MadeDecksProps) {
  const { t } = useLingui();
  const newest = [...decks].sort((a, b) => b.id - a.id).slice(0, SHOWN);
  const make = mayMake && (
    <ButtonLink to={paths.newOwnDeck()} variant="light" h={44} icon={IconPlus}>
      {t`Make a deck`}
    </ButtonLink>
  );
  return (
    <Section title={t`Decks I made`}>
      <Paper withBorder radius="lg" p="lg">
        {decks.length === 0 ? (
          <Empty
            text={t`Make decks of your own: write cards, paste a list or import a file. Nobody else sees them.`}
            action={make}
          />
        ) : (
          <Stack gap="md">
            <Stack component="ul" gap="sm" className="plain-list">
              {newest.map((deck) => (
                <MadeDeck key={deck.id} deck={deck} mayMake={mayMake} />
              ))}
            </Stack>
            <Group justify="space-between" gap="sm">
              <Anchor component={Link} to={paths.ownDecks()} size="sm" py="sm">
                {t`All decks I made`}
              </Anchor>
              {make}
            </Group>
          </Stack>
        )}
      </Paper>
    </Section>
  );
}
