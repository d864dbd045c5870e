import type { Pool } from 'pg';
import type { Card } from './card.schema.ts';

/** A deck's cards in deck order; with `search`, those that contain it in any of their texts, whatever its case. */
export async function cardsOfDeck(pool: Pool, deckId: number, search = ''): Promise<Card[]> {
  const pattern = `%${search
    .trim()
    .normalize('NFC')
    .replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await pool.query<Card>({
    name: 'cards_of_deck',
    text: `select id, deck_id, front, back, example_sentence, definition, part_of_speech, level, audio_file
           from cards where deck_id = $1
             and (front ilike $2 or back ilike $2 or example_sentence ilike $2 or definition ilike $2)
           order by ordinal`,
    values: [deckId, pattern],
  });
  return rows;
}
