import { Badge, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Card } from '../../core/card/card.schema.ts';
import type { CardFaces } from './card-faces.ts';
import classes from './flashcard.module.css';

/** Beyond this many characters a side is a sentence rather than a word, and set smaller. */
const LONG = 24;

function Side({ text, quiet }: { text: string; quiet: boolean }) {
  return (
    <Text
      className={classes.side}
      data-long={text.length > LONG || undefined}
      data-quiet={quiet || undefined}
    >
      {text}
    </Text>
  );
}

/** What is shown of a word beside its meaning. */
function Details({ card, revealed }: { card: Card; revealed: boolean }) {
  return (
    <Stack gap="xs" align="center">
      {(card.part_of_speech || card.level) && (
        <Group gap={6} justify="center">
          {card.part_of_speech && (
            <Badge variant="default" tt="none">
              {card.part_of_speech}
            </Badge>
          )}
          {card.level && (
            <Badge variant="default" tt="none">
              {card.level}
            </Badge>
          )}
        </Group>
      )}
      {card.example_sentence && (
        <Text ta="center" fs="italic" c="dimmed" className={classes.text}>
          {card.example_sentence}
        </Text>
      )}
      {revealed && card.definition && (
        <Text ta="center" size="sm" c="dimmed" className={classes.text}>
          {card.definition}
        </Text>
      )}
    </Stack>
  );
}

interface FlashcardProps {
  card: Card;
  faces: CardFaces;
  revealed: boolean;
  position: number;
  total: number;
  audio: ReactNode;
}

/** The answer is not on the page before it is revealed. */
export function Flashcard({ card, faces, revealed, position, total, audio }: FlashcardProps) {
  return (
    <Paper withBorder radius="lg" shadow="sm" className={classes.flashcard}>
      <Progress value={(100 * (position - 1)) / total} size="xs" radius={0} aria-hidden />
      <Group justify="space-between" px="md" pt="xs" mih={44}>
        <Text size="sm" c="dimmed" className={classes.position}>
          {position} / {total}
        </Text>
        {audio}
      </Group>
      <div className={classes.faces} data-revealed={revealed || undefined} key={String(revealed)}>
        <Side text={faces.question} quiet={revealed} />
        {revealed && <Side text={faces.answer} quiet={false} />}
        {faces.frontShown && <Details card={card} revealed={revealed} />}
      </div>
    </Paper>
  );
}
