import { type CardTexts, forCardTexts } from '../../contract/card-fields.ts';
import type { Card } from '../../contract/card-shape.schema.ts';
import type { Tx } from '../../postgres/transaction.ts';
import type { TableCard } from './card-edit.schema.ts';

/** A row of `cards` with the columns that edits know of; it has all others as well. */
export type CardRow = TableCard & { ordinal: number; meaning: number };

/** What is shown of a row. */
export const toCard = (card: Card): Card => ({
  id: card.id,
  deck_id: card.deck_id,
  ...(forCardTexts((name) => card[name]) as CardTexts),
  audio_file: card.audio_file,
  front_picture: card.front_picture,
  back_picture: card.back_picture,
  further_files: card.further_files ?? null,
});

export const toTableCard = (card: CardRow): TableCard => ({ ...toCard(card), tags: card.tags });

/** Names what belongs to one card alone, and neither to a copy of it nor to what it was. */
const ITS_OWN = ['id', 'deck_id', 'ordinal', 'source_id', 'created_at', 'updated_at'];

/** Names the columns of what is on a card, by the table itself: those that are added later are among them. */
export async function contentColumns(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `/* contentColumns */ select quote_ident(attname) as name from pg_attribute where attrelid = 'cards'::regclass and attnum > 0
       and not attisdropped and attname <> all ($1::text[]) order by attnum`,
    [ITS_OWN],
  );
  return rows.map(({ name }) => name);
}

/** Returns cards of a deck by id, as JSON has them: columns added later are in it. Nobody else changes them now. */
export async function lockedCards(
  tx: Tx,
  deckId: number,
  ids: readonly number[],
): Promise<Map<number, CardRow>> {
  const { rows } = await tx.query<{ card: CardRow }>(
    `/* lockedCards */ select to_jsonb(c) as card from cards c
     where c.deck_id = $1 and c.id = any ($2::integer[]) order by c.id for update`,
    [deckId, ids],
  );
  return new Map(rows.map(({ card }) => [card.id, card]));
}

/** Where a card stands in its deck. */
export interface Place {
  id: number;
  ordinal: number;
}

/** Returns the place after the last card of a deck that the caller holds. */
export async function nextOrdinal(tx: Tx, deckId: number): Promise<number> {
  const { rows } = await tx.query<{ next: number }>(
    '/* nextOrdinal */ select coalesce(max(ordinal), 0) + 1 as next from cards where deck_id = $1',
    [deckId],
  );
  return rows[0]!.next;
}

/** The cards of a deck, in order. */
export async function deckOrder(tx: Tx, deckId: number): Promise<Place[]> {
  const { rows } = await tx.query<Place>(
    '/* deckOrder */ select id, ordinal from cards where deck_id = $1 order by ordinal',
    [deckId],
  );
  return rows;
}

/** An order of before, with what has come since behind its neighbour, and without what has gone. */
export function merged(now: readonly Place[], before: readonly number[]): number[] {
  const there = new Set(now.map(({ id }) => id));
  const known = new Set(before);
  const order = before.filter((id) => there.has(id));
  for (const [index, { id }] of now.entries()) {
    if (known.has(id)) continue;
    const neighbour = now[index - 1]?.id;
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, id);
  }
  return order;
}

/** Gives all cards of a deck their places. Only rows whose place is another one are written. */
export async function setDeckOrder(tx: Tx, deckId: number, ids: readonly number[]): Promise<void> {
  const now = await deckOrder(tx, deckId);
  // Cards that wait with a place below none have no place to give to others: then all are counted again.
  const isWaiting = now.some(({ ordinal }) => ordinal < 0);
  const places = now.map(({ ordinal }, index) => (isWaiting ? index + 1 : ordinal));
  const was = new Map(now.map(({ id, ordinal }) => [id, ordinal]));
  const moves = ids
    .map((id, index) => ({ id, ordinal: places[index]! }))
    .filter(({ id, ordinal }) => was.get(id) !== ordinal);
  if (moves.length === 0) return;
  // Two cards never have one place, not for the length of a statement either: first all go below none.
  await tx.query(
    `/* setDeckOrder */ update cards c set ordinal = -g.ordinal
     from unnest($2::integer[], $3::integer[]) g (id, ordinal) where c.deck_id = $1 and c.id = g.id`,
    [deckId, moves.map(({ id }) => id), moves.map(({ ordinal }) => ordinal)],
  );
  await tx.query(
    '/* setDeckOrder */ update cards set ordinal = -ordinal where deck_id = $1 and ordinal < 0',
    [deckId],
  );
}
