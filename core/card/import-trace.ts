import type { Tx } from '../postgres/transaction.ts';
import { bringBackCards } from './edits/brought-back-cards.ts';
import { deckOrder, merged, setDeckOrder } from './edits/card-rows.ts';
import { overtakenOrder } from './edits/card-trace.ts';
import { type CardState, setToStates } from './versions/card-versions.ts';

/** What a deck is called, and its cards in their order. */
interface DeckState {
  title: string;
  description: string | null;
  order: number[];
}

/** What an import has done to a deck that was there, as far as taking it back needs. */
export interface ImportTrace {
  /** The cards that it changed, as they were before. */
  changed: CardState[];
  /** The cards that it put into the trash. */
  removed: number[];
  before: DeckState;
  after: DeckState;
}

/** Returns what a deck is now. The caller holds it. */
export async function deckAsItIs(tx: Tx, deckId: number): Promise<DeckState> {
  const { rows } = await tx.query<Omit<DeckState, 'order'>>(
    '/* deckAsItIs */ select title, description from decks where id = $1',
    [deckId],
  );
  const order = await deckOrder(tx, deckId);
  return { ...rows[0]!, order: order.map(({ id }) => id) };
}

/** Returns what the cards of a deck were that this transaction has changed: the database notes it. */
export async function statesBefore(tx: Tx, deckId: number): Promise<CardState[]> {
  const { rows } = await tx.query<CardState>(
    `/* statesBefore */ select card_id as id, min(version) as version from card_versions
     where deck_id = $1 and changed_at = now() group by 1 order by 1`,
    [deckId],
  );
  return rows;
}

/** Returns how many of the cards that an import changed were changed again; those that are gone do not count. Holds them. */
export async function changedSince(tx: Tx, deckId: number, { changed }: ImportTrace): Promise<number> {
  const ids = changed.map(({ id }) => id);
  const { rows: there } = await tx.query<{ id: number }>(
    '/* changedSince */ select id from cards where deck_id = $1 and id = any ($2::integer[]) order by id for update',
    [deckId, ids],
  );
  const { rows } = await tx.query<CardState>(
    '/* changedSince */ select card_id as id, max(version) as version from card_versions where card_id = any ($1::integer[]) group by 1',
    [there.map(({ id }) => id)],
  );
  const before = new Map(changed.map(({ id, version }) => [id, version]));
  return rows.filter(({ id, version }) => before.get(id) !== version).length;
}

/**
 * Makes a deck and its cards what they were before an import, without the cards that came with it. What has left the trash
 * since, and an order or texts of the deck that were changed since, stay. The caller holds the deck.
 */
export async function undoImport(tx: Tx, deckId: number, trace: ImportTrace): Promise<void> {
  const { changed, removed, before, after } = trace;
  const isOrderKept = (await overtakenOrder(tx, deckId, { before: before.order, after: after.order })) === 0;
  await setToStates(tx, deckId, changed);
  const { rows } = await tx.query<{ id: number }>(
    '/* undoImport */ select id from trashed_cards where deck_id = $1 and id = any ($2::integer[])',
    [deckId, removed],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await bringBackCards(tx, deckId, ids);
  if (isOrderKept) await setDeckOrder(tx, deckId, merged(await deckOrder(tx, deckId), before.order));
  await tx.query(
    `/* undoImport */ update decks set title = $2, description = $3, updated_at = now()
     where id = $1 and (title, description) is not distinct from ($4::text, $5::text)`,
    [deckId, before.title, before.description, after.title, after.description],
  );
}
