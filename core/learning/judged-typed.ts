import type { Pool } from 'pg';
import type { ProgressBody, Typed } from './learning.schema.ts';
import { judgedAnswer } from './typed-answer.ts';

/**
 * Returns how right the answer is that a client sent along; undefined without one, or when the card has just gone. It is
 * judged by the card as it is now.
 */
export async function judgedTyped(
  pool: Pool,
  cardId: number,
  { answer, asked = 'front', mode = 'session' }: ProgressBody,
): Promise<Typed | undefined> {
  if (answer === undefined) return undefined;
  const { rows } = await pool.query<{ front: string; back: string; lenient: boolean }>({
    name: 'card_to_judge',
    text: `select c.front, c.back, d.lenient_typing as lenient from cards c join decks d on d.id = c.deck_id
           where c.id = $1`,
    values: [cardId],
  });
  const card = rows[0];
  return card && judgedAnswer(answer, card, { asked, mode, lenient: card.lenient });
}
