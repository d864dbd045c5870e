import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { isPrivate } from '../access/deck-rights-sql.ts';
import type { KnownAccount } from '../access/directory.ts';
import { lockDeckMaker, requireRoomForCards, requireRoomForDecks } from '../access/quotas.ts';
import { lockClassProgress } from '../classroom/class-progress.projection.ts';
import { CARD_TEXT_NAMES, type CardTexts, cardTextColumns } from '../contract/card-fields.ts';
import { ADDITIONS_SHOWN_MAX } from '../contract/card-limits.ts';
import { isoTime } from '../contract/clock.ts';
import { AppError, orThrow } from '../contract/errors.ts';
import type { Deck } from '../deck/deck.entity.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { type Row, tables } from '../postgres/typed-tables.ts';
import { removeDeck } from '../trash/delete-deck.ts';
import { moveCardsToTrash } from '../trash/trash-cards.ts';
import type { NewCardBody } from './card.schema.ts';
import type { CardAddition as CardAdditionTable } from './card-addition.entity.ts';
import type { CardAddition, DeckOfCards } from './card-addition.schema.ts';
import { lockEditableDeck } from './card-editor.ts';
import { tidyCards } from './card-texts.ts';
import { nextOrdinal } from './edits/card-rows.ts';
import { changedCards } from './edits/card-trace.ts';
import { changedSince, type ImportTrace, undoImport } from './import-trace.ts';

/**
 * Makes a deck with its first cards, all or nothing, and returns what was made. What was sent before under the key is not
 * made again. Throws `front_back_required`, `wrong_role` when the account has another role by now,
 * `too_many_decks` beyond `max`, `too_many_cards` or `idempotency_conflict`.
 */
export function makeDeckOfCards(
  pool: Pool,
  { owner, max, now }: { owner: Pick<KnownAccount, 'id' | 'role'>; max: number; now: Date },
  { key, title, cards }: { key: string; title: string; cards: readonly NewCardBody[] },
): Promise<DeckOfCards> {
  const rows = tidyCards(cards);
  const content = digestOf({ title, rows });
  return inTransaction(pool, async (tx) => {
    // The later of two that come at once then sees the earlier one's key as well.
    await lockDeckMaker(tx, owner);
    await forgetOldAdditions(tx, owner.id, now);
    const before = await additionOf(tx, key);
    if (before) {
      const isSame = before.made_deck && before.adder_id === owner.id && content.equals(before.content);
      if (!isSame) throw new AppError('idempotency_conflict');
      return { deck_id: before.deck_id, addition: toAddition(before, true) };
    }
    await requireRoomForDecks(tx, owner.id, { max, more: 1 });
    const { id: deckId } = await tables<typeof Deck>(tx)
      .insertInto('decks')
      .values({ user_id: owner.id, title })
      .returning('id')
      .executeTakeFirstOrThrow();
    const place = { deckId, adderId: owner.id, now };
    const made = await insertCards(tx, place, { key, content, rows, madeDeck: true });
    return { deck_id: deckId, addition: toAddition(made, true) };
  });
}

export const DAY_MS = 86_400_000;
/** How long the key of a call is known, so that its repetition does nothing twice. */
export const KEPT_MS = 7 * DAY_MS;

/** Whose addition it is, and when it is added or taken back. */
interface AdditionPlace {
  deckId: number;
  adderId: number;
  now: Date;
}

/** What is known of cards that come into a deck together. */
interface NewAddition {
  key: string;
  content: Buffer;
  madeDeck?: boolean;
  /** Of an import into a deck that was there. */
  trace?: ImportTrace | undefined;
}

type AdditionRow = Row<typeof CardAdditionTable>;

const toAddition = ({ key, card_ids, added_at, trace }: AdditionRow, withDeck = false): CardAddition => ({
  key,
  cards: card_ids.length,
  changed: trace ? trace.changed.length + trace.removed.length : 0,
  added_at: isoTime(added_at),
  with_deck: withDeck,
});

/**
 * Adds cards at the end of a deck, all or none, and returns what was added. What was sent before under the key is not
 * added again. Throws `front_back_required`, `deck_not_found`, `deck_not_owned`, `too_many_cards` or
 * `idempotency_conflict`.
 */
export function addCards(
  pool: Pool,
  { deckId, adderId, now }: AdditionPlace,
  { key, cards }: { key: string; cards: readonly NewCardBody[] },
): Promise<CardAddition> {
  const rows = tidyCards(cards);
  const content = digestOf(rows);
  return inTransaction(pool, async (tx) => {
    // Of two additions at once the later waits here, and then sees the earlier one's cards and key.
    await lockEditableDeck(tx, deckId, adderId);
    await forgetOldAdditions(tx, adderId, now);
    const before = await additionOf(tx, key);
    if (before) {
      const isSame =
        before.deck_id === deckId && before.adder_id === adderId && content.equals(before.content);
      if (!isSame) throw new AppError('idempotency_conflict');
      return toAddition(before);
    }
    return toAddition(await insertCards(tx, { deckId, adderId, now }, { key, content, rows }));
  });
}

/** Adds tidy cards to a deck that the caller holds, and notes it. Throws `too_many_cards` or `idempotency_conflict`. */
async function insertCards(
  tx: Tx,
  place: AdditionPlace,
  { rows, ...addition }: NewAddition & { rows: readonly CardTexts[] },
): Promise<AdditionRow> {
  const { deckId } = place;
  const { rows: made } = await tx.query<{ id: number }>(
    `/* insertCards */ insert into cards (deck_id, ordinal, ${cardTextColumns()})
     select $1::integer, $2 - 1 + g.place, ${cardTextColumns('g')}
     from unnest(${CARD_TEXT_NAMES.map((_, index) => `$${index + 3}::text[]`).join(', ')})
       with ordinality g (${cardTextColumns()}, place)
     order by g.place returning id`,
    [deckId, await nextOrdinal(tx, deckId), ...CARD_TEXT_NAMES.map((name) => rows.map((card) => card[name]))],
  );
  const cardIds = made.map(({ id }) => id);
  const noted = await noteAddition(tx, place, { ...addition, cardIds });
  await requireRoomForCards(tx, deckId);
  return noted;
}

/** Notes what can be taken back as one. Throws `idempotency_conflict` for a key that is in use. */
export async function noteAddition(
  tx: Tx,
  { deckId, adderId, now }: AdditionPlace,
  { key, content, cardIds, madeDeck = false, trace }: NewAddition & { cardIds: readonly number[] },
): Promise<AdditionRow> {
  const row = await tables<typeof CardAdditionTable>(tx)
    .insertInto('card_additions')
    .values({
      key,
      deck_id: deckId,
      adder_id: adderId,
      content,
      card_ids: [...cardIds],
      added_at: now,
      made_deck: madeDeck,
      trace: trace ? sql`${JSON.stringify(trace)}` : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // The same key has come for another deck in this very moment.
  return orThrow(row, 'idempotency_conflict');
}

/** By which a repetition of a call is known. */
export const digestOf = (sent: unknown): Buffer => createHash('sha256').update(JSON.stringify(sent)).digest();

export const forgetOldAdditions = (tx: Tx, adderId: number, now: Date): Promise<unknown> =>
  tx.query('/* forgetOldAdditions */ delete from card_additions where adder_id = $1 and added_at < $2', [
    adderId,
    new Date(now.getTime() - KEPT_MS),
  ]);

/**
 * SQL: undoing the addition `a` takes the deck along. The deck was made with it, is its adder's still, and has no
 * other card.
 */
const WITH_DECK = `(a.made_deck and exists (select 1 from decks d where d.id = a.deck_id and d.user_id = a.adder_id)
  and not exists (select 1 from cards c where c.deck_id = a.deck_id and c.id <> all (a.card_ids)))`;

/** Returns what an account can still undo in a deck, the latest first. */
export async function additionsToUndo(
  pool: Pool,
  { deckId, adderId, now }: AdditionPlace,
): Promise<CardAddition[]> {
  const { rows } = await pool.query<AdditionRow & { with_deck: boolean }>(
    `/* additionsToUndo */ select a.*, ${WITH_DECK} as with_deck from card_additions a
     where deck_id = $1 and adder_id = $2 and undone_at is null and added_at > $3
     order by added_at desc, key limit ${ADDITIONS_SHOWN_MAX}`,
    [deckId, adderId, new Date(now.getTime() - DAY_MS)],
  );
  return rows.map(({ with_deck, ...row }) => toAddition(row, with_deck));
}

/**
 * Deletes the cards of an addition that are still there, in one step. Deletes the deck as well if it was made of them
 * and has no others. Of an import, the cards that it changed or left out are as they were before. Does nothing the
 * second time. Throws `addition_not_found`, `addition_too_old`, `cards_changed_since`, `official_deck_kept`,
 * `too_many_cards`, `deck_not_found` or `deck_not_owned`.
 */
export function undoAddition(
  pool: Pool,
  { deckId, adderId, now }: AdditionPlace,
  key: string,
): Promise<CardAddition> {
  return inTransaction(pool, async (tx) => {
    // A deck is deleted under this lock, which comes before all others.
    if ((await additionOf(tx, key))?.made_deck) await lockClassProgress(tx);
    // Until the end nobody who may edit the deck changes a card of it.
    await lockEditableDeck(tx, deckId, adderId);
    const addition = await additionOf(tx, key);
    if (!addition || addition.deck_id !== deckId || addition.adder_id !== adderId)
      throw new AppError('addition_not_found');
    if (addition.undone_at) return toAddition(addition);
    if (Date.parse(isoTime(addition.added_at)) <= now.getTime() - DAY_MS)
      throw new AppError('addition_too_old');
    const { trace } = addition;
    const count =
      (await changedCards(tx, deckId, addition.card_ids)) +
      (trace ? await changedSince(tx, deckId, trace) : 0);
    if (count > 0) throw new AppError('cards_changed_since', { params: { count } });
    const { rows: along } = await tx.query<{ is_official: boolean; is_private: boolean }>(
      `/* undoAddition */ select d.is_official, ${isPrivate('d')} as is_private from card_additions a join decks d on d.id = a.deck_id
       where a.key = $1 and ${WITH_DECK}`,
      [key],
    );
    if (along[0]?.is_official) throw new AppError('official_deck_kept');
    if (along[0]) await removeDeck(tx, deckId, adderId, { isNoted: !along[0].is_private });
    else await moveCardsToTrash(tx, { deckId, ids: addition.card_ids, by: adderId, cause: 'undone' });
    if (trace) {
      await undoImport(tx, deckId, trace);
      await requireRoomForCards(tx, deckId);
    }
    await tables<typeof CardAdditionTable>(tx)
      .updateTable('card_additions')
      .set({ undone_at: now })
      .where('key', '=', key)
      .execute();
    return toAddition(addition, along[0] !== undefined);
  });
}

async function additionOf(tx: Tx, key: string): Promise<AdditionRow | undefined> {
  const { rows } = await tx.query<AdditionRow>(
    '/* additionOf */ select * from card_additions where key = $1',
    [key],
  );
  return rows[0];
}
