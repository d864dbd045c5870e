import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { foldAccents } from '../../lib/text/fold-accents.ts';

export interface DeckOption {
  value: string;
  label: string;
}

/** Returns what a select of decks offers: title and owner, with the number where both are the same. */
export function deckOptions(decks: readonly ManagedDeck[]): DeckOption[] {
  const label = ({ title, owner }: ManagedDeck) => `${title} · ${owner.name}`;
  const counts = new Map<string, number>();
  for (const deck of decks) counts.set(label(deck), (counts.get(label(deck)) ?? 0) + 1);
  return decks.map((deck) => ({
    value: String(deck.id),
    label: (counts.get(label(deck)) ?? 0) > 1 ? `${label(deck)} (${deck.id})` : label(deck),
  }));
}

/** The options that have every word of the text, with or without its accents; at most `limit`. */
export function findOptions<O extends { label: string }>(
  options: readonly O[],
  text: string,
  limit: number,
): O[] {
  const words = foldAccents(text).split(/\s+/).filter(Boolean);
  const found: O[] = [];
  for (const option of options) {
    if (found.length >= limit) break;
    const label = foldAccents(option.label);
    if (words.every((word) => label.includes(word))) found.push(option);
  }
  return found;
}
