import type { Pool } from 'pg';
import type { ProgressBody, Typed } from '../learning.schema.ts';
import { judgedAnswer } from './typed-answer.ts';

/** How right the answer is that a client sent along. */
export interface Judged {
  judged: Typed;
  /** The card of the deck whose answer was chosen instead. */
  mistakenFor?: number;
}

/**
 * Judges the answer that a client sent along by the card as it is now; undefined without one, or when the card has just
 * gone. What was chosen wrongly is the answer of another card of the deck, if one still says the same.
 */
export async function judgedTyped(
  pool: Pool,
  cardId: number,
  { answer, asked = 'front', mode = 'session' }: ProgressBody,
): Promise<Judged | undefined> {
  if (answer === undefined) return undefined;
  const { rows } = await pool.query<{ front: string; back: string; lenient: boolean; deck_id: number }>({
    name: 'card_to_judge',
    text: `select c.front, c.back, c.deck_id, d.lenient_typing as lenient
           from cards c join decks d on d.id = c.deck_id where c.id = $1`,
    values: [cardId],
  });
  const card = rows[0];
  if (!card) return undefined;
  const judged = judgedAnswer(answer, card, { asked, mode, lenient: card.lenient });
  if (mode !== 'choice' || judged !== 'wrong') return { judged };
  const side = asked === 'front' ? 'back' : 'front';
  const { rows: others } = await pool.query<{ id: number }>({
    name: `card_with_${side}`,
    text: `select id from cards where deck_id = $1 and ${side} = $2 and id <> $3 order by ordinal limit 1`,
    values: [card.deck_id, answer, cardId],
  });
  return others[0] ? { judged, mistakenFor: others[0].id } : { judged };
}
