import { Type } from '@sinclair/typebox';
import { CARD_LABEL_MAX, CARD_SIDE_MAX, CARD_TEXT_MAX } from '../card/card-limits.ts';
import { CARDS_MAX } from './import-limits.ts';

const Text = (maxLength: number, description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Number(), Type.Null()], { description }));

const CardInFile = Type.Object({
  id: Text(
    300,
    'What the card is called where it comes from. Imported again, the card with this id is changed.',
  ),
  front: Type.String({ minLength: 1, maxLength: CARD_SIDE_MAX, description: 'Plain text.' }),
  back: Type.String({ minLength: 1, maxLength: CARD_SIDE_MAX, description: 'Plain text.' }),
  example_sentence: Text(CARD_TEXT_MAX, 'A sentence with the word in it.'),
  definition: Text(CARD_TEXT_MAX, 'What the front means.'),
  part_of_speech: Text(CARD_LABEL_MAX, 'Such as noun.'),
  level: Text(CARD_LABEL_MAX, 'Such as A2.'),
  audio: Text(300, 'Name of an audio file that is sent along, or its path inside the archive.'),
});

const Cards = Type.Array(CardInFile, { minItems: 1, maxItems: CARDS_MAX });

/** The JSON Schema of a deck file, as it is published. */
export const deckFileSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Deck file',
  description: 'A deck of flashcards: a list of cards, or an object with that list as “cards”. UTF-8.',
  anyOf: [Cards, Type.Object({ cards: Cards })],
  examples: [
    {
      cards: [
        {
          id: 'fruit-1',
          front: 'apple',
          back: 'quả táo',
          example_sentence: 'She eats an apple every day.',
          definition: 'a round fruit with red, green or yellow skin',
          part_of_speech: 'noun',
          level: 'A1',
          audio: 'apple.mp3',
        },
        { front: 'pear', back: 'quả lê' },
      ],
    },
  ],
};
