import type { Pool } from 'pg';

/** More say no more to a person who changes a card. */
const COUNTED_MAX = 1_000;

/** Returns how many students have learnt a card as it is meant now, up to a thousand. */
export async function cardLearners(
  pool: Pool,
  { deckId, cardId }: { deckId: number; cardId: number },
): Promise<number> {
  const { rows } = await pool.query<{ learners: number }>({
    name: 'card_learners',
    text: `select count(*)::integer as learners from (
             select from cards c join review_schedule r on r.card_id = c.id and r.meaning = c.meaning
             where c.deck_id = $1 and c.id = $2 limit ${COUNTED_MAX}) found`,
    values: [deckId, cardId],
  });
  return rows[0]!.learners;
}
