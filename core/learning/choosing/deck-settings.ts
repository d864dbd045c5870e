import type { Pool } from 'pg';
import { ERRORS } from '../../contract/error-codes.ts';
import { AppError } from '../../contract/errors.ts';
import type { DeckSettingsBody } from '../../deck/deck.schema.ts';
import { MAX_PER_NEW } from '../../deck/deck-limits.ts';
import { partitionOf } from '../../log/position.ts';
import { tables } from '../../postgres/typed-tables.ts';
import type { DeckSettings } from './deck-settings.entity.ts';

/** Saves a student's daily limits for a deck. Throws `max_cards_too_low` for a maximum below ten times the new. */
export async function saveDeckSettings(
  pool: Pool,
  studentId: number,
  deckId: number,
  settings: DeckSettingsBody,
): Promise<void> {
  if (settings.max_cards_per_day < settings.new_cards_per_day * MAX_PER_NEW)
    throw new AppError('max_cards_too_low', { errors: { max_cards_per_day: [ERRORS.max_cards_too_low[1]] } });
  const { new_cards_per_day, max_cards_per_day, way } = settings;
  const set = { new_cards_per_day, max_cards_per_day, ...(way && { way }) };
  await tables<typeof DeckSettings>(pool)
    .insertInto('deck_settings')
    .values({ partition: partitionOf(studentId), student_id: studentId, deck_id: deckId, ...set })
    .onConflict((conflict) => conflict.columns(['partition', 'student_id', 'deck_id']).doUpdateSet(set))
    .execute();
}
