import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import type { DeckToday } from '../../../core/learning/choosing/today.schema.ts';
import { useClasses } from '../../classroom/classroom.queries.ts';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { DeckMark, deckBand } from '../../deck/deck-mark.tsx';
import { useToday } from '../../learning/activity.queries.ts';
import { DeckGrapes } from '../../learning/deck-grapes.tsx';
import { useDeckStats } from '../../learning/studied-deck.queries.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { DeckLink } from '../decks/deck-link.tsx';

/** How many decks are shown at first; those with most to do stand first. */
const FIRST_SHOWN = 6;

/** How far the deck is learnt; of the same height while that is not known. */
function Learnt({ deckId }: { deckId: number }) {
  const { data } = useDeckStats(deckId);
  const { cards_studied: studied = 0, total_cards: total = 0 } = data ?? {};
  return (
    <Group gap="sm" wrap="nowrap" flex={1} align="flex-end">
      <DeckGrapes stats={data} size={56} />
      <Text size="sm" c="dimmed" className="tabular" mih="1.5em">
        {data && (
          <Trans>
            {studied} of {total} cards learnt
          </Trans>
        )}
      </Text>
    </Group>
  );
}

function DeckCard({ deck, onShowProgress }: { deck: DeckToday; onShowProgress: () => void }) {
  const { t } = useLingui();
  const { deck_id, title, due, new: unseen } = deck;
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
          {due + unseen === 0 && (
            <Text size="sm" c="dimmed">
              <Trans>Done for today</Trans>
            </Text>
          )}
        </Group>
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
            <Trans>Progress</Trans>
          </Button>
          <ButtonLink
            to={paths.learn(deck_id)}
            className="above-link"
            variant="light"
            mih={44}
            px={4}
            aria-label={t`Learn: ${title}`}
          >
            <Trans>Learn</Trans>
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
  const titleId = useId();
  const { data } = useToday();
  const classes = useClasses();
  const today = useAwake() ? data : undefined;
  const [isWhole, setWhole] = useState(false);
  // Otherwise they would change places when the classes come.
  if (!today || today.decks.length === 0 || !(classes.data ?? classes.error)) return null;
  const ofClasses = new Set(classes.data?.flatMap(({ decks = [] }) => decks.map(({ id }) => id)));
  const decks = today.decks.toSorted(
    (one, other) => Number(ofClasses.has(other.deck_id)) - Number(ofClasses.has(one.deck_id)),
  );
  const count = decks.length;
  const shown = isWhole ? decks : decks.slice(0, FIRST_SHOWN);
  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm">
      <Title id={titleId} order={2} size="h3">
        <Trans>My decks</Trans>
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {shown.map((deck) => (
          <DeckCard
            key={deck.deck_id}
            deck={deck}
            onShowProgress={() =>
              onShowProgress({ id: deck.deck_id, title: deck.title, description: null, card_count: 0 })
            }
          />
        ))}
      </SimpleGrid>
      {shown.length < count && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          <Trans>Show all {count} decks</Trans>
        </Button>
      )}
    </Stack>
  );
}
