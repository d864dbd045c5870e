import type { ClientBase } from 'pg';
import { DEFAULT_DECK_SETTINGS, type DeckSettings } from '../../deck/deck.schema.ts';

/** Those of some cards that are no longer there. */
export async function deletedCards(client: ClientBase, cardIds: Iterable<number>): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>(
    `select k.id from unnest($1::integer[]) k (id) where not exists (select from cards c where c.id = k.id)`,
    [[...cardIds]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The daily limits that hold now, by student and deck. */
export class LimitsNow {
  readonly #saved = new Map<string, DeckSettings>();

  static async of(client: ClientBase, studentIds: Iterable<number>): Promise<LimitsNow> {
    const limits = new LimitsNow();
    const { rows } = await client.query<DeckSettings & { student_id: number; deck_id: number }>(
      `select student_id, deck_id, new_cards_per_day, max_cards_per_day from deck_settings
       where student_id = any ($1::integer[])`,
      [[...studentIds]],
    );
    for (const row of rows) limits.#saved.set(`${row.student_id} ${row.deck_id}`, row);
    return limits;
  }

  get(studentId: number, deckId: number): DeckSettings {
    return this.#saved.get(`${studentId} ${deckId}`) ?? DEFAULT_DECK_SETTINGS;
  }
}
