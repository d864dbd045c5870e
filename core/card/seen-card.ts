import { CARD_TEXT_NAMES, type CardSide, type CardTextName } from '../contract/card-fields.ts';
import type { Card, CardPicture } from '../contract/card-shape.schema.ts';

/**
 * Returns a card's texts and audio as one text: a list in JSON, in the order of the fields. By it the server knows
 * whether it is still the card that its editor saw.
 */
export const seenCard = (card: Pick<Card, CardTextName | 'audio_file'>): string =>
  JSON.stringify([...CARD_TEXT_NAMES.map((name) => card[name]), card.audio_file]);

/**
 * Returns a side's picture as one text: its file and what is said of it, as a list in JSON; `null` for none. By it the
 * server knows whether it is still the one that its editor saw.
 */
export const seenPicture = (picture: Pick<CardPicture, 'file' | 'alt'> | null): string =>
  JSON.stringify(picture && [picture.file, picture.alt]);

/** Returns whether a card's sides would be other ones. */
export const hasOtherSides = (
  card: Pick<Card, CardSide>,
  { front = card.front, back = card.back }: { front?: string | undefined; back?: string | undefined },
): boolean => front !== card.front || back !== card.back;
