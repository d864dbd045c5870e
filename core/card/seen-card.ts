import type { Card } from './card.schema.ts';
import { CARD_TEXT_NAMES, type CardTextName } from './card-fields.ts';

/**
 * Returns a card's texts and audio as one text, by which the server knows whether it is still the card that its editor
 * saw: a list in JSON, in the order of the fields.
 */
export const seenCard = (card: Pick<Card, CardTextName | 'audio_file'>): string =>
  JSON.stringify([...CARD_TEXT_NAMES.map((name) => card[name]), card.audio_file]);
