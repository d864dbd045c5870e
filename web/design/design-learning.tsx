import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { DeckMark } from '../deck/deck-mark.tsx';
import { OfficialDeckCard } from '../desk/decks/official-deck-list.tsx';
import { LetterMarks } from '../flashcard/answer-box.tsx';
import { Flashcard } from '../flashcard/flashcard.tsx';
import { Grapes } from '../ui/figure/grapes.tsx';
import { PercentBar } from '../ui/figure/percent-bar.tsx';
import { Chapter, Specimen } from './specimen.tsx';

const LEARNT = [
  { total: 40, filled: 0, label: 'Nothing begun' },
  { total: 40, filled: 0, learning: 6, fresh: 6, label: 'Begun today' },
  { total: 40, filled: 12, learning: 12, label: 'On the way' },
  { total: 40, filled: 24, learning: 12, fresh: 8, label: 'Some of it today' },
  { total: 40, filled: 40, label: 'Known' },
];

const SIDES = [
  ['remember', 'nhớ'],
  ['to take part in something', 'tham gia vào một việc gì đó'],
  [
    'What did the treaty say about the cities?',
    'It said that the cities on the coast keep their own laws and courts, that nobody pays a toll twice, and that whoever is called before a judge may choose the language in which the case is heard.',
  ],
] as const;

function Turning({ front, back }: { front: string; back: string }) {
  const [revealed, setRevealed] = useState(false);
  return (
    <Box w={{ base: '100%', sm: 360 }}>
      <Box display="flex" h={320}>
        <Flashcard
          card={{
            part_of_speech: 'verb',
            level: 'A1',
            example_sentence: 'I remember you.',
            definition: null,
          }}
          faces={{ question: front, answer: back, frontShown: true }}
          revealed={revealed}
          position={3}
          total={8}
          audio={null}
        />
      </Box>
      <Button fullWidth mt="xs" variant="light" onClick={() => setRevealed(!revealed)}>
        Turn
      </Button>
    </Box>
  );
}

export function DesignLearning() {
  const [drops, setDrops] = useState(0);
  return (
    <Chapter title="Learning">
      <Specimen
        name="Grapes"
        use="How much of a deck is known, begun and still to come; what is fresh drops in."
      >
        {LEARNT.map((learnt) => (
          <Grapes key={`${learnt.label} ${drops}`} size={96} {...learnt} />
        ))}
        <Grapes total={10} filled={4} learning={3} size={32} label="Small" />
        <Button variant="default" onClick={() => setDrops(drops + 1)}>
          Drop again
        </Button>
      </Specimen>
      <Specimen name="Deck" use="A hue and an initial for each deck, the same everywhere.">
        {['Động vật', 'English', 'Food', 'Geography', 'History', 'Irregular verbs', 'Phrases'].map(
          (title, at) => (
            <DeckMark key={title} deck={{ id: at + 1, title }} />
          ),
        )}
        <Box w={{ base: '100%', sm: 320 }}>
          <OfficialDeckCard
            deck={{
              id: 4,
              title: 'Everyday nouns',
              description: 'Words for people, food and the home.',
              official_button_label: 'Nouns',
              card_count: 100,
            }}
            action={<Button variant="light">Begin</Button>}
          />
        </Box>
      </Specimen>
      <Specimen name="Card" use="A word is large, a phrase smaller, a long text is read as a text.">
        {SIDES.map(([front, back]) => (
          <Turning key={front} front={front} back={back} />
        ))}
      </Specimen>
      <Specimen name="Typed letters">
        <LetterMarks typed="gia đinhh" expected="gia đình" />
        <LetterMarks typed="mexon" expected="melon" />
      </Specimen>
      <Specimen name="Bar">
        <Box w={260}>
          <PercentBar value={4} label="Little" />
          <PercentBar value={64} label="Much" />
          <PercentBar value={100} label="All" />
        </Box>
      </Specimen>
    </Chapter>
  );
}
