import { type Static, Type } from '@sinclair/typebox';
import { CARD_LANGUAGES } from './text-language.ts';

/** A language that is read aloud, or `none`. */
export const SaidLanguage = Type.Union([
  ...CARD_LANGUAGES.map((one) => Type.Literal(one)),
  Type.Literal('none'),
]);

/** In which languages the sides of a deck's cards are read aloud. An absent one goes by the letters of each card. */
export const DeckLanguages = Type.Object({
  front_language: Type.Optional(SaidLanguage),
  back_language: Type.Optional(SaidLanguage),
});
export type DeckLanguages = Static<typeof DeckLanguages>;

/** Leaves out what a deck's row does not say. */
export const languagesOf = (
  row: {
    [Name in keyof DeckLanguages]: DeckLanguages[Name] | null;
  },
): DeckLanguages => ({
  ...(row.front_language && { front_language: row.front_language }),
  ...(row.back_language && { back_language: row.back_language }),
});
