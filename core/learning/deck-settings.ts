import type { EntityManager } from '@mikro-orm/core';
import type { DeckSettingsBody } from '../deck/deck.schema.ts';
import { MAX_PER_NEW } from '../deck/deck-limits.ts';
import { ERRORS } from '../error-codes.ts';
import { AppError } from '../errors.ts';
import { DeckSettings } from './deck-settings.entity.ts';

/** Saves a student's daily limits for a deck. Throws `max_cards_too_low` for a maximum below ten times the new. */
export async function saveDeckSettings(
  em: EntityManager,
  studentId: number,
  deckId: number,
  settings: DeckSettingsBody,
): Promise<void> {
  if (settings.max_cards_per_day < settings.new_cards_per_day * MAX_PER_NEW)
    throw new AppError('max_cards_too_low', { errors: { max_cards_per_day: [ERRORS.max_cards_too_low[1]] } });
  await em.upsert(DeckSettings, {
    studentId,
    deckId,
    newCardsPerDay: settings.new_cards_per_day,
    maxCardsPerDay: settings.max_cards_per_day,
    ...(settings.way && { way: settings.way }),
  });
}
