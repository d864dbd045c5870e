import type { Pool } from 'pg';
import type { Card } from './card.schema.ts';
import { searchPattern } from './search-pattern.ts';

const COLUMNS = 'id, deck_id, front, back, example_sentence, definition, part_of_speech, level, audio_file';

/** The texts as one, so that the pattern is looked for once; what stands between them is in no text. */
const MATCHING = `deck_id = $1
  and ($2 = '' or concat_ws(E'\\n\\x1f\\n', front, back, example_sentence, definition) ~ $2)`;

/** A deck's cards in deck order; with `search`, those that contain it in any of their texts, as `searchPattern` says. */
export async function cardsOfDeck(pool: Pool, deckId: number, search = ''): Promise<Card[]> {
  const { rows } = await pool.query<Card>({
    name: 'cards_of_deck',
    text: `select ${COLUMNS} from cards where ${MATCHING} order by ordinal`,
    values: [deckId, searchPattern(search)],
  });
  return rows;
}

/** A part of the same, and how many there are in all. */
export async function foundCards(
  pool: Pool,
  deckId: number,
  { search = '', offset, limit }: { search?: string | undefined; offset: number; limit: number },
): Promise<{ cards: Card[]; total: number }> {
  const pattern = searchPattern(search);
  const [found, counted] = await Promise.all([
    pool.query<Card>(`select ${COLUMNS} from cards where ${MATCHING} order by ordinal offset $3 limit $4`, [
      deckId,
      pattern,
      offset,
      limit,
    ]),
    pool.query<{ total: number }>(`select count(*)::integer as total from cards where ${MATCHING}`, [
      deckId,
      pattern,
    ]),
  ]);
  return { cards: found.rows, total: counted.rows[0]!.total };
}
