import type { PoolClient } from 'pg';
import { AppError } from '../../errors.ts';
import { CARD_TEXT_NAMES, type CardTexts, cardTextColumns } from '../card-fields.ts';
import { seenCard } from '../seen-card.ts';
import { type CardRow, deckOrder, lockedCards, merged, setDeckOrder } from './card-rows.ts';

type Content = CardTexts & { tags: string[] };

/** What an edit has done, as far as undoing it needs. */
export interface CardTrace {
  /** Cards that got other texts or tags. */
  changed?: { id: number; before: Content; after: string }[];
  /** Whole rows, by name of column. */
  deleted?: CardRow[];
  /** Cards that were made in the other deck. */
  made?: number[];
  order?: { before: number[]; after: number[] };
}

/** What a change of texts or tags leaves behind, to be recognised by. */
export const contentOf = (card: CardRow): string => JSON.stringify([seenCard(card), card.tags]);

export const keptContent = (card: CardRow): Content => ({
  ...(Object.fromEntries(CARD_TEXT_NAMES.map((name) => [name, card[name]])) as CardTexts),
  tags: card.tags,
});

interface TracedDecks {
  deckId: number;
  toDeckId: number | null;
}

/**
 * Undoes what a trace is of. The caller holds both decks. Throws `edit_overtaken` when a card is no longer as the edit
 * has left it, and then does nothing.
 */
export async function undoTrace(
  tx: PoolClient,
  { deckId, toDeckId }: TracedDecks,
  trace: CardTrace,
): Promise<void> {
  const { changed = [], deleted = [], made = [], order } = trace;
  const overtaken =
    (await overtakenChanges(tx, deckId, changed)) +
    (await overtakenCopies(tx, toDeckId, made)) +
    (await overtakenDeletions(tx, deleted)) +
    (await overtakenOrder(tx, deckId, order));
  if (overtaken > 0) throw new AppError('edit_overtaken', { params: { count: overtaken } });
  if (changed.length > 0)
    await setContents(
      tx,
      deckId,
      changed.map(({ id, before }) => ({ id, ...before })),
    );
  if (made.length > 0)
    await tx.query('delete from cards where deck_id = $1 and id = any ($2::integer[])', [toDeckId, made]);
  if (deleted.length > 0) await bringBack(tx, deckId, deleted);
  if (order) await setDeckOrder(tx, deckId, merged(await deckOrder(tx, deckId), order.before));
}

async function overtakenChanges(
  tx: PoolClient,
  deckId: number,
  changed: NonNullable<CardTrace['changed']>,
): Promise<number> {
  if (changed.length === 0) return 0;
  const cards = await lockedCards(
    tx,
    deckId,
    changed.map(({ id }) => id),
  );
  return changed.filter(({ id, after }) => {
    const card = cards.get(id);
    return !card || contentOf(card) !== after;
  }).length;
}

/** A copy that somebody has deleted is undone already. */
async function overtakenCopies(tx: PoolClient, deckId: number | null, made: number[]): Promise<number> {
  if (made.length === 0) return 0;
  const { rows } = await tx.query<{ is_changed: boolean }>(
    `select updated_at <> created_at as is_changed from cards
     where deck_id = $1 and id = any ($2::integer[]) order by id for update`,
    [deckId, made],
  );
  return rows.filter(({ is_changed }) => is_changed).length;
}

/** Cards that are there again. */
async function overtakenDeletions(tx: PoolClient, deleted: readonly CardRow[]): Promise<number> {
  if (deleted.length === 0) return 0;
  const { rowCount } = await tx.query('select from cards where id = any ($1::integer[])', [
    deleted.map(({ id }) => id),
  ]);
  return rowCount ?? 0;
}

/** Cards that were added or deleted since do not count: the others are to stand as they were left. */
async function overtakenOrder(tx: PoolClient, deckId: number, order: CardTrace['order']): Promise<number> {
  if (!order) return 0;
  const known = new Set(order.after);
  const now = (await deckOrder(tx, deckId)).map(({ id }) => id).filter((id) => known.has(id));
  const still = new Set(now);
  const left = order.after.filter((id) => still.has(id));
  return left.filter((id, index) => id !== now[index]).length;
}

/** Gives cards other texts and tags. */
export const setContents = (
  tx: PoolClient,
  deckId: number,
  cards: readonly ({ id: number } & Content)[],
): Promise<unknown> =>
  tx.query(
    `update cards c set (${cardTextColumns()}, tags) = (select ${cardTextColumns('g')}, g.tags), updated_at = now()
     from jsonb_to_recordset($2::jsonb) g (id integer, ${CARD_TEXT_NAMES.map((name) => `${name} text`).join(', ')}, tags text[])
     where c.deck_id = $1 and c.id = g.id`,
    [deckId, JSON.stringify(cards)],
  );

/** Puts deleted cards back to where they were, with the ids by which their learners know them. */
async function bringBack(tx: PoolClient, deckId: number, rows: readonly CardRow[]): Promise<void> {
  const order = await deckOrder(tx, deckId);
  // First out of the way of those who have taken their places.
  const waiting = rows.map((row, index) => ({ ...row, ordinal: -(2 ** 30) - index }));
  await tx.query(
    `insert into cards overriding system value select * from jsonb_populate_recordset(null::cards, $1::jsonb)`,
    [JSON.stringify(waiting)],
  );
  const ids = rows.map(({ id }) => id);
  await tx.query('delete from deleted_cards where deck_id = $1 and card_id = any ($2::integer[])', [
    deckId,
    ids,
  ]);
  const places = [...rows, ...order].map(({ id, ordinal }) => ({ id, ordinal }));
  // Of two with one place, the one that was deleted stood there first.
  places.sort((a, b) => a.ordinal - b.ordinal);
  await setDeckOrder(
    tx,
    deckId,
    places.map(({ id }) => id),
  );
}
