import { CARD_TEXT_NAMES, type CardTexts, forCardTexts, isCardSide } from '../contract/card-fields.ts';
import { AppError, type FieldErrors } from '../contract/errors.ts';
import { tidyOptional, tidyText } from '../text/tidy-text.ts';
import type { NewCardBody } from './card.schema.ts';

/** Returns those of a card's texts that are given, as they are kept. Throws `front_back_required` with each blank side. */
export const tidyChanges = (given: NewCardBody): Partial<CardTexts> => tidyGiven([given], () => '')[0]!;

/** Tidies all texts of a new card: a text that is not given is blank. */
export const tidyCard = (card: NewCardBody): CardTexts => tidyGiven([whole(card)], () => '')[0] as CardTexts;

/** Tidies many new cards, and throws with the place of each blank side. */
export const tidyCards = (cards: readonly NewCardBody[]): CardTexts[] =>
  tidyGiven(cards.map(whole), (index) => `cards.${index}.`) as CardTexts[];

const whole = (card: NewCardBody): NewCardBody =>
  forCardTexts((name) => card[name] ?? (isCardSide(name) ? '' : null)) as NewCardBody;

/** Tidies the texts that are given of each card. Throws `front_back_required` with the places of blank sides. */
export function tidyGiven(
  cards: readonly NewCardBody[],
  placeOf: (index: number) => string,
): Partial<CardTexts>[] {
  const errors: FieldErrors = {};
  const tidy = cards.map((card, index) => {
    const given = CARD_TEXT_NAMES.filter((name) => card[name] !== undefined);
    const texts = given.map((name) => [
      name,
      isCardSide(name) ? tidyText(card[name]!) : tidyOptional(card[name]),
    ]);
    for (const [name, text] of texts)
      if (text === '') errors[`${placeOf(index)}${name}`] = [`The ${name} is required`];
    return Object.fromEntries(texts) as Partial<CardTexts>;
  });
  if (Object.keys(errors).length) throw new AppError('front_back_required', { errors });
  return tidy;
}
