import { Type } from '@sinclair/typebox';
import {
  CARD_SIDES,
  CARD_TEXTS,
  cardTextMax,
  forCardTexts,
  isCardSide,
  type PictureField,
} from '../../contract/card-fields.ts';
import { FURTHER_FILES_MAX, PICTURE_ALT_MAX } from '../../contract/card-limits.ts';
import { TAG_LETTERS_MAX, TAGS_MAX } from '../../text/tags.ts';
import { CARDS_MAX } from '../import-limits.ts';

const Text = (maxLength: number, description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Number(), Type.Null()], { description }));

/** What a card names of its files: one, or several in a list. */
const Files = (maxLength: number, description: string) =>
  Type.Optional(
    Type.Union(
      [
        Type.String({ maxLength }),
        Type.Array(Type.String({ maxLength }), { maxItems: FURTHER_FILES_MAX + 1 }),
        Type.Null(),
      ],
      { description },
    ),
  );

const CardInFile = Type.Object({
  id: Text(
    300,
    'What the card is called where it comes from. Imported again, the card with this id is changed.',
  ),
  ...forCardTexts((name) => {
    const { description } = CARD_TEXTS[name];
    const maxLength = cardTextMax(name);
    return isCardSide(name)
      ? Type.String({ minLength: 1, maxLength, description })
      : Text(maxLength, description);
  }),
  audio: Files(
    300,
    'Name of an audio file that is sent along, or its path inside the archive. Of a list the first is heard with the front, the others with the answer.',
  ),
  ...(Object.fromEntries(
    CARD_SIDES.flatMap((side) => [
      [`${side}_picture`, Files(300, `Name of a picture for the ${side}, or names, likewise.`)],
      [
        `${side}_picture_alt`,
        Files(PICTURE_ALT_MAX, 'What it shows, for those who do not see it; of several, in a list as well.'),
      ],
    ]),
  ) as Record<PictureField, ReturnType<typeof Files>>),
  tags: Type.Optional(
    Type.Union([Type.Array(Type.String(), { maxItems: TAGS_MAX }), Type.String(), Type.Null()], {
      description: `What the card is about: at most ${TAGS_MAX} tags of at most ${TAG_LETTERS_MAX} letters, as a list or separated by commas.`,
    }),
  ),
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
          back_picture: 'apple.jpg',
          back_picture_alt: 'a red apple',
          tags: ['fruit', 'Unit 1'],
        },
        { front: 'pear', back: 'quả lê' },
      ],
    },
  ],
};
