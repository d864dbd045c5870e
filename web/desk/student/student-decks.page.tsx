import { Plural, useLingui } from '@lingui/react/macro';
import { Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import type { ClassDeck, Classroom } from '../../../core/classroom/classroom.schema.ts';
import { useClasses } from '../../classroom/classroom.queries.ts';
import type { StudyDeck } from '../../deck/deck-groups.ts';
import { DeckMark } from '../../deck/deck-mark.tsx';
import { DeckProgress } from '../../learning/progress/deck-progress.tsx';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { PlacedBelow } from '../../ui/control/placed-below.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { DeckFrame } from '../decks/deck-frame.tsx';
import { DeckLink } from '../decks/deck-link.tsx';
import { LearnDeck } from './learn-deck.tsx';
import { MadeDecksPlace } from './made-decks-place.tsx';
import { Section } from './section.tsx';
import { AllDecksPlace, OfficialSection } from './student-decks.tsx';

function ClassDeckCard({ deck }: { deck: ClassDeck }) {
  const titleId = useId();
  return (
    <DeckFrame deck={deck} titleId={titleId}>
      <Group gap="sm" wrap="nowrap" flex={1} align="flex-start">
        <DeckMark deck={deck} />
        <Stack gap={0} miw={0} flex={1} className="breakable">
          <Title id={titleId} order={3} size="h5">
            <DeckLink deckId={deck.id}>{deck.title}</DeckLink>
          </Title>
          <Text size="sm" c="dimmed" className="tabular">
            <Plural value={deck.card_count} one="# card" other="# cards" />
          </Text>
        </Stack>
      </Group>
      <LearnDeck deck={deck} />
    </DeckFrame>
  );
}

function ClassDecks({ classes }: { classes: readonly Classroom[] }) {
  const { t } = useLingui();
  const decks = new Map(classes.flatMap(({ decks = [] }) => decks.map((deck) => [deck.id, deck])));
  if (decks.size === 0) return null;
  return (
    <Section title={t`Decks of my classes`}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {[...decks.values()].map((deck) => (
          <ClassDeckCard key={deck.id} deck={deck} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

export default function StudentDecksPage() {
  const { t } = useLingui();
  const [progressOf, setProgressOf] = useState<StudyDeck | null>(null);
  const classes = useClasses();
  usePageTitle(t`Decks`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <Title order={1}>{t`Decks`}</Title>
        <PlacedBelow gap="lg" isPlaced={Boolean(classes.data ?? classes.error)}>
          <ErrorBoundary>
            <ClassDecks classes={classes.data ?? []} />
          </ErrorBoundary>
          <ErrorBoundary>
            <MadeDecksPlace />
          </ErrorBoundary>
          <ErrorBoundary>
            <OfficialSection />
          </ErrorBoundary>
          <AllDecksPlace onShowProgress={setProgressOf} />
        </PlacedBelow>
      </Stack>
      <DeckProgress deck={progressOf} onClose={() => setProgressOf(null)} />
    </Container>
  );
}
