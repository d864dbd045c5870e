import { sql } from 'kysely';
import type { Pool } from 'pg';
import { requireRoomForCards } from '../../access/quotas.ts';
import { cardContentColumns } from '../../contract/card-fields.ts';
import { EDITS_SHOWN_MAX } from '../../contract/card-limits.ts';
import { isoTime } from '../../contract/clock.ts';
import { AppError, orThrow } from '../../contract/errors.ts';
import type { PageQuery } from '../../contract/page-query.ts';
import { type Page, readPage } from '../../postgres/page.ts';
import { inTransaction, type Tx } from '../../postgres/transaction.ts';
import { triedAgain } from '../../postgres/tried-again.ts';
import { type Row, tables } from '../../postgres/typed-tables.ts';
import { checkedTags } from '../../text/checked-tags.ts';
import { changedTags } from '../../text/tags.ts';
import { moveCardsToTrash, type TrashCause } from '../../trash/trash-cards.ts';
import { DAY_MS, digestOf, KEPT_MS } from '../card-additions.ts';
import { lockEditableDeck } from '../card-editor.ts';
import { tidyGiven } from '../card-texts.ts';
import { hasOtherSides, seenCard } from '../seen-card.ts';
import type { CardEdit as CardEditTable } from './card-edit.entity.ts';
import type { CardEdit, Edit, SeenCard, TableCard } from './card-edit.schema.ts';
import {
  type CardRow,
  contentColumns,
  deckOrder,
  lockedCards,
  nextOrdinal,
  setDeckOrder,
  toTableCard,
} from './card-rows.ts';
import { type CardTrace, contentOf, keptContent, setContents, undoTrace } from './card-trace.ts';

/** Returns a part of a deck's cards with their tags, in deck order. */
export const tableCards = (pool: Pool, deckId: number, page?: PageQuery): Promise<Page<TableCard>> =>
  readPage(
    pool,
    {
      name: 'table_cards',
      text: `select id, deck_id, ${cardContentColumns()}, tags from cards where deck_id = $1 order by ordinal`,
      values: [deckId],
    },
    page,
  );

/** Cards that a refusal has with it, as they are now. */
const CONFLICTS_SHOWN = 50;

/** The deck of an edit, and who makes it. */
type Editing = Omit<EditPlace, 'now'>;

interface Done {
  cards: number;
  trace: CardTrace;
}

type EditOf<A extends Edit['act']> = Extract<Edit, { act: A }>;

/**
 * Does an edit to a deck that the caller holds, as `toDeckId` if there is one. Throws `cards_changed_meanwhile` with cards
 * as they are now, `cards_gone`, `front_back_required`, `order_changed_meanwhile`, `too_many_tags` or `tag_too_long`.
 */
function doEdit(tx: Tx, editing: Editing, edit: Edit): Promise<Done> {
  const { deckId } = editing;
  switch (edit.act) {
    case 'texts':
      return changeTexts(tx, deckId, edit);
    case 'meaning':
      return changeMeanings(tx, deckId, edit.cards);
    case 'tags':
      return changeTags(tx, deckId, edit);
    case 'delete':
      return deleteCards(tx, editing, edit.cards);
    case 'place':
      return placeCards(tx, deckId, edit);
    case 'order':
      return orderCards(tx, deckId, edit);
    case 'copy':
      return copyCards(tx, deckId, edit.ids, edit.to_deck_id);
    case 'move':
      return moveCards(tx, editing, edit);
    default:
      return edit satisfies never;
  }
}

/** Returns cards that are all there. Throws `cards_gone`. */
async function presentCards(tx: Tx, deckId: number, ids: readonly number[]): Promise<CardRow[]> {
  const wanted = [...new Set(ids)];
  const cards = await lockedCards(tx, deckId, wanted);
  const gone = wanted.length - cards.size;
  if (gone > 0) throw new AppError('cards_gone', { params: { count: gone } });
  return wanted.map((id) => cards.get(id)!);
}

/** Returns cards that are all there and as their editor saw them. Throws `cards_gone` or `cards_changed_meanwhile`. */
async function seenCards(tx: Tx, deckId: number, seen: readonly SeenCard[]): Promise<CardRow[]> {
  const bySeen = new Map(seen.map((card) => [card.id, card.seen]));
  const cards = await presentCards(tx, deckId, [...bySeen.keys()]);
  const others = cards.filter((card) => bySeen.get(card.id) !== seenCard(card));
  if (others.length > 0)
    throw new AppError('cards_changed_meanwhile', {
      params: { count: others.length },
      data: others.slice(0, CONFLICTS_SHOWN).map(toTableCard),
    });
  return cards;
}

interface Change {
  before: CardRow;
  after: CardRow;
}

async function changeContents(
  tx: Tx,
  deckId: number,
  changes: readonly Change[],
  meansOther: (change: Change) => boolean = () => false,
): Promise<Done> {
  const real = changes.filter((one) => meansOther(one) || contentOf(one.before) !== contentOf(one.after));
  if (real.length > 0)
    await setContents(
      tx,
      deckId,
      real.map((one) => ({
        id: one.after.id,
        ...keptContent(one.after),
        ...(meansOther(one) && { meaning: 'next' }),
      })),
    );
  const changed = real.map((one) => ({
    id: one.before.id,
    before: { ...keptContent(one.before), ...(meansOther(one) && { meaning: one.before.meaning }) },
    after: contentOf(one.after),
  }));
  return { cards: changed.length, trace: { changed } };
}

async function changeTexts(tx: Tx, deckId: number, { cards, change }: EditOf<'texts'>): Promise<Done> {
  const wanted = [...new Map(cards.map((card) => [card.id, card])).values()];
  const before = await seenCards(tx, deckId, wanted);
  const texts = tidyGiven(wanted, (index) => `edit.cards.${index}.`);
  const changes = before.map((card, index) => ({ before: card, after: { ...card, ...texts[index] } }));
  return changeContents(
    tx,
    deckId,
    changes,
    (one) => change === 'meaning' && hasOtherSides(one.before, one.after),
  );
}

/** Texts stay as they are; undoing brings back what the cards meant. */
async function changeMeanings(tx: Tx, deckId: number, seen: readonly SeenCard[]): Promise<Done> {
  const changes = (await seenCards(tx, deckId, seen)).map((card) => ({ before: card, after: card }));
  return changeContents(tx, deckId, changes, () => true);
}

async function changeTags(tx: Tx, deckId: number, { ids, add, remove }: EditOf<'tags'>): Promise<Done> {
  const change = { add: checkedTags(add), remove };
  const cards = await presentCards(tx, deckId, ids);
  return changeContents(
    tx,
    deckId,
    cards.map((before) => ({
      before,
      after: { ...before, tags: checkedTags(changedTags(before.tags, change)) },
    })),
  );
}

async function deleteCards(
  tx: Tx,
  { deckId, editorId }: Editing,
  seen: readonly SeenCard[],
  cause: TrashCause = 'deleted',
): Promise<Done> {
  const deleted = await seenCards(tx, deckId, seen);
  const ids = deleted.map(({ id }) => id);
  await moveCardsToTrash(tx, { deckId, ids, by: editorId, cause });
  return { cards: deleted.length, trace: { deleted } };
}

async function placeCards(tx: Tx, deckId: number, { ids, after: neighbour }: EditOf<'place'>): Promise<Done> {
  const moving = new Set(ids);
  const before = (await deckOrder(tx, deckId)).map(({ id }) => id);
  const there = new Set(before);
  const gone = [...moving, ...(neighbour === null ? [] : [neighbour])].filter((id) => !there.has(id)).length;
  if (gone > 0) throw new AppError('cards_gone', { params: { count: gone } });
  // Behind a card that moves itself: behind the nearest one before it that stays.
  let place = neighbour === null ? -1 : before.indexOf(neighbour);
  while (place >= 0 && moving.has(before[place]!)) place -= 1;
  const head = before.slice(0, place + 1).filter((id) => !moving.has(id));
  const tail = before.slice(place + 1).filter((id) => !moving.has(id));
  const after = [...head, ...before.filter((id) => moving.has(id)), ...tail];
  await setDeckOrder(tx, deckId, after);
  return { cards: moving.size, trace: { order: { before, after } } };
}

async function orderCards(tx: Tx, deckId: number, { ids, seen }: EditOf<'order'>): Promise<Done> {
  const before = (await deckOrder(tx, deckId)).map(({ id }) => id);
  const isSeen = before.length === seen.length && before.every((id, index) => id === seen[index]);
  const there = new Set(before);
  const isSame =
    ids.length === before.length && new Set(ids).size === ids.length && ids.every((id) => there.has(id));
  if (!isSeen || !isSame) throw new AppError('order_changed_meanwhile');
  await setDeckOrder(tx, deckId, ids);
  const cards = ids.filter((id, index) => id !== before[index]).length;
  return { cards, trace: { order: { before, after: [...ids] } } };
}

async function copyCards(tx: Tx, deckId: number, ids: readonly number[], toDeckId: number): Promise<Done> {
  const cards = await presentCards(tx, deckId, ids);
  // A copy is another card: it never meant anything else.
  const list = (await contentColumns(tx)).filter((name) => name !== 'meaning').join(', ');
  const { rows } = await tx.query<{ id: number }>(
    `/* copyCards */ insert into cards (deck_id, ordinal, ${list})
     select $1, $4 - 1 + row_number() over (order by ordinal), ${list}
     from cards where deck_id = $2 and id = any ($3::integer[]) returning id`,
    [toDeckId, deckId, cards.map(({ id }) => id), await nextOrdinal(tx, toDeckId)],
  );
  return { cards: rows.length, trace: { made: rows.map(({ id }) => id) } };
}

async function moveCards(tx: Tx, editing: Editing, { cards, to_deck_id }: EditOf<'move'>): Promise<Done> {
  const { deckId } = editing;
  const ids = cards.map(({ id }) => id);
  await seenCards(tx, deckId, cards);
  const { trace: copied } = await copyCards(tx, deckId, ids, to_deck_id);
  const { cards: count, trace: deleted } = await deleteCards(tx, editing, cards, 'moved');
  return { cards: count, trace: { ...copied, ...deleted } };
}

/** Whose edit it is, and when it is made or undone. */
export interface EditPlace {
  deckId: number;
  editorId: number;
  now: Date;
}

type EditRow = Row<typeof CardEditTable>;

const toEdit = ({ key, act, cards, made_at }: EditRow): CardEdit => ({
  key,
  act,
  cards,
  made_at: isoTime(made_at),
});

/** The other deck that an edit changes. */
export const otherDeckOf = (edit: Edit): number | null => ('to_deck_id' in edit ? edit.to_deck_id : null);

/**
 * Does something to cards of a deck, all or none, and returns what was done. What was sent before under the key is not
 * done again. Throws what `doEdit` throws, `deck_not_found`, `deck_not_owned`, `same_deck`, `too_many_cards` or
 * `idempotency_conflict`.
 */
export function editCards(
  pool: Pool,
  { deckId, editorId, now }: EditPlace,
  { key, edit }: { key: string; edit: Edit },
): Promise<CardEdit> {
  const content = digestOf(edit);
  const toDeckId = otherDeckOf(edit);
  if (toDeckId === deckId) throw new AppError('same_deck');
  return triedAgain(() =>
    inTransaction(pool, async (tx) => {
      await lockDecks(tx, editorId, [deckId, toDeckId]);
      await tx.query('/* editCards */ delete from card_edits where editor_id = $1 and made_at < $2', [
        editorId,
        new Date(now.getTime() - KEPT_MS),
      ]);
      const before = await editOf(tx, key);
      if (before) {
        const isSame =
          before.deck_id === deckId && before.editor_id === editorId && content.equals(before.content);
        if (!isSame) throw new AppError('idempotency_conflict');
        return toEdit(before);
      }
      const { cards, trace } = await doEdit(tx, { deckId, editorId }, edit);
      if (toDeckId !== null) await requireRoomForCards(tx, toDeckId);
      const noted = await tables<typeof CardEditTable>(tx)
        .insertInto('card_edits')
        .values({
          key,
          deck_id: deckId,
          to_deck_id: toDeckId,
          editor_id: editorId,
          content,
          act: edit.act,
          cards,
          trace: sql`${JSON.stringify(trace)}`,
          made_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      // The same key has come for another deck in this very moment.
      return toEdit(orThrow(noted, 'idempotency_conflict'));
    }),
  );
}

/** Returns what an account can still undo in a deck, the latest first. What changed nothing is not among it. */
export async function editsToUndo(pool: Pool, { deckId, editorId, now }: EditPlace): Promise<CardEdit[]> {
  const { rows } = await pool.query<EditRow>(
    `/* editsToUndo */ select key, act, cards, made_at from card_edits
     where deck_id = $1 and editor_id = $2 and undone_at is null and cards > 0 and made_at > $3
     order by made_at desc, key limit ${EDITS_SHOWN_MAX}`,
    [deckId, editorId, new Date(now.getTime() - DAY_MS)],
  );
  return rows.map(toEdit);
}

/**
 * Undoes an edit in one step. Does nothing the second time. Throws `edit_not_found`, `edit_too_old`, `edit_overtaken`,
 * `too_many_cards`, `deck_not_found` or `deck_not_owned`.
 */
export function undoCardEdit(
  pool: Pool,
  { deckId, editorId, now }: EditPlace,
  key: string,
): Promise<CardEdit> {
  return triedAgain(() =>
    inTransaction(pool, async (tx) => {
      const known = await editOf(tx, key);
      const isOwn = known?.deck_id === deckId && known.editor_id === editorId;
      await lockDecks(tx, editorId, [deckId, isOwn ? known.to_deck_id : null]);
      // Again, since the deck's last holder may have undone it.
      const edit = orThrow(isOwn ? await editOf(tx, key) : undefined, 'edit_not_found');
      if (edit.undone_at) return toEdit(edit);
      if (Date.parse(isoTime(edit.made_at)) <= now.getTime() - DAY_MS) throw new AppError('edit_too_old');
      await undoTrace(tx, { deckId, toDeckId: edit.to_deck_id, editorId }, edit.trace);
      await requireRoomForCards(tx, deckId);
      await tables<typeof CardEditTable>(tx)
        .updateTable('card_edits')
        .set({ undone_at: now })
        .where('key', '=', key)
        .execute();
      return toEdit(edit);
    }),
  );
}

async function editOf(tx: Tx, key: string): Promise<EditRow | undefined> {
  const { rows } = await tx.query<EditRow>('/* editOf */ select * from card_edits where key = $1', [key]);
  return rows[0];
}

/** Holds the decks of an edit, always in the same order: two that go to and fro never wait for each other. */
async function lockDecks(tx: Tx, editorId: number, ids: (number | null)[]): Promise<void> {
  for (const id of ids.filter((one) => one !== null).sort((a, b) => a - b))
    await lockEditableDeck(tx, id, editorId);
}
