import { CARD_TEXT_NAMES, type CardTexts, cardTextColumns } from '../../contract/card-fields.ts';
import { AppError } from '../../contract/errors.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { moveCardsToTrash } from '../../trash/trash-cards.ts';
import { nextVersions } from '../card-editor.ts';
import { seenCard } from '../seen-card.ts';
import { bringBackCards } from './brought-back-cards.ts';
import { type CardRow, deckOrder, lockedCards, merged, setDeckOrder } from './card-rows.ts';

type Content = CardTexts & {
  tags: string[];
  /** Of those whose meaning was changed as well. */
  meaning?: number;
};

/** `next` is a meaning that the card never had. */
type NewContent = Omit<Content, 'meaning'> & { id: number; meaning?: number | 'next' };

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
  /** The account that made the edit, and undoes it. */
  editorId: number;
  toDeckId: number | null;
}

/**
 * Undoes what a trace is of. The caller holds both decks. Throws `edit_overtaken` when a card is no longer as the edit
 * has left it, and then does nothing.
 */
export async function undoTrace(tx: Tx, decks: TracedDecks, trace: CardTrace): Promise<void> {
  const { deckId, toDeckId, editorId } = decks;
  const { changed = [], deleted = [], made = [], order } = trace;
  const overtaken =
    (await overtakenChanges(tx, deckId, changed)) +
    // A copy that somebody has deleted is undone already.
    (await changedCards(tx, toDeckId, made)) +
    (await overtakenDeletions(tx, deleted)) +
    (await overtakenOrder(tx, deckId, order));
  if (overtaken > 0) throw new AppError('edit_overtaken', { params: { count: overtaken } });
  if (changed.length > 0)
    await setContents(
      tx,
      deckId,
      changed.map(({ id, before }) => ({ id, ...before })),
    );
  if (toDeckId !== null)
    await moveCardsToTrash(tx, { deckId: toDeckId, ids: made, by: editorId, cause: 'undone' });
  if (deleted.length > 0) await bringBack(tx, decks, deleted);
  if (order) await setDeckOrder(tx, deckId, merged(await deckOrder(tx, deckId), order.before));
}

async function overtakenChanges(
  tx: Tx,
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

/**
 * Returns how many of the cards that were made together were changed since. Holds them: an administrator changes cards
 * without the deck's lock.
 */
export async function changedCards(tx: Tx, deckId: number | null, made: readonly number[]): Promise<number> {
  if (made.length === 0) return 0;
  const { rows } = await tx.query<{ is_changed: boolean }>(
    `/* changedCards */ select updated_at <> created_at as is_changed from cards
     where deck_id = $1 and id = any ($2::integer[]) order by id for update`,
    [deckId, made],
  );
  return rows.filter(({ is_changed }) => is_changed).length;
}

/** Cards that are there again. */
async function overtakenDeletions(tx: Tx, deleted: readonly CardRow[]): Promise<number> {
  if (deleted.length === 0) return 0;
  const { rowCount } = await tx.query(
    '/* overtakenDeletions */ select 1 from cards where id = any ($1::integer[])',
    [deleted.map(({ id }) => id)],
  );
  return rowCount ?? 0;
}

/** Cards that were added or deleted since do not count: the others are to stand as they were left. */
export async function overtakenOrder(tx: Tx, deckId: number, order: CardTrace['order']): Promise<number> {
  if (!order) return 0;
  const known = new Set(order.after);
  const now = (await deckOrder(tx, deckId)).map(({ id }) => id).filter((id) => known.has(id));
  const still = new Set(now);
  const left = order.after.filter((id) => still.has(id));
  return left.filter((id, index) => id !== now[index]).length;
}

/** Gives cards other texts and tags, and the meaning if there is one. */
export async function setContents(tx: Tx, deckId: number, cards: readonly NewContent[]): Promise<void> {
  const others = cards.filter(({ meaning }) => meaning === 'next').map(({ id }) => id);
  const next = others.length > 0 ? await nextVersions(tx, others) : undefined;
  const given = cards.map((card) => ({
    ...card,
    meaning: card.meaning === 'next' ? next?.get(card.id) : card.meaning,
  }));
  await tx.query(
    `/* setContents */ update cards c set (${cardTextColumns()}, tags) = (select ${cardTextColumns('g')}, g.tags),
       meaning = coalesce(g.meaning, c.meaning), updated_at = now()
     from jsonb_to_recordset($2::jsonb) g (id integer, ${CARD_TEXT_NAMES.map((name) => `${name} text`).join(', ')},
       tags text[], meaning integer)
     where c.deck_id = $1 and c.id = g.id`,
    [deckId, JSON.stringify(given)],
  );
}

/** Brings deleted cards back from the trash. What is there no longer, since it was emptied, is in the trace still. */
async function bringBack(tx: Tx, { deckId, editorId }: TracedDecks, rows: readonly CardRow[]): Promise<void> {
  await tx.query(
    `/* bringBack */ insert into trashed_cards (id, deck_id, cause, deleted_by, deleted_at, "row", files)
     select (k ->> 'id')::integer, $1, 'deleted', $2, clock_timestamp(), k, '{}' from jsonb_array_elements($3::jsonb) k
     on conflict do nothing`,
    [deckId, editorId, JSON.stringify(rows)],
  );
  await bringBackCards(
    tx,
    deckId,
    rows.map(({ id }) => id),
  );
}
