import { CARD_TEXT_NAMES, isCardSide } from '../../contract/card-fields.ts';
import { AppError, type FieldErrors } from '../../contract/errors.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { checkedTags } from '../../text/checked-tags.ts';
import { changedTags } from '../../text/tags.ts';
import { tidyOptional, tidyText } from '../../text/tidy-text.ts';
import { moveCardsToTrash, type TrashCause } from '../../trash/trash-cards.ts';
import type { CardChange } from '../card.schema.ts';
import { hasOtherSides, seenCard } from '../seen-card.ts';
import type { Edit, SeenCard } from './card-edit.schema.ts';
import {
  type CardRow,
  contentColumns,
  deckOrder,
  lockedCards,
  setDeckOrder,
  toTableCard,
} from './card-rows.ts';
import { type CardTrace, contentOf, keptContent, setContents } from './card-trace.ts';

/** Cards that a refusal has with it, as they are now. */
const CONFLICTS_SHOWN = 50;

/** The deck of an edit, and who makes it. */
interface Editing {
  deckId: number;
  editorId: number;
}

interface Done {
  cards: number;
  trace: CardTrace;
}

type EditOf<A extends Edit['act']> = Extract<Edit, { act: A }>;

/**
 * Does an edit to a deck that the caller holds, as `toDeckId` if there is one. Throws `cards_changed_meanwhile` with cards
 * as they are now, `cards_gone`, `front_back_required`, `order_changed_meanwhile`, `too_many_tags` or `tag_too_long`.
 */
export function doEdit(tx: Tx, { deckId, editorId }: Editing, edit: Edit): Promise<Done> {
  switch (edit.act) {
    case 'texts':
      return changeTexts(tx, deckId, edit);
    case 'meaning':
      return changeMeanings(tx, deckId, edit.cards);
    case 'tags':
      return changeTags(tx, deckId, edit);
    case 'delete':
      return deleteCards(tx, { deckId, editorId }, edit.cards);
    case 'place':
      return placeCards(tx, deckId, edit);
    case 'order':
      return orderCards(tx, deckId, edit);
    case 'copy':
      return copyCards(tx, deckId, edit.ids, edit.to_deck_id);
    case 'move':
      return moveCards(tx, { deckId, editorId }, edit);
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
      data: others.slice(0, CONFLICTS_SHOWN).map(toTableCard(deckId)),
    });
  return cards;
}

async function changeContents(
  tx: Tx,
  deckId: number,
  changes: readonly { before: CardRow; after: CardRow }[],
  change: CardChange = 'wording',
): Promise<Done> {
  const meansOther = ({ before, after }: (typeof changes)[number]) =>
    change === 'meaning' && hasOtherSides(before, after);
  const real = changes.filter(({ before, after }) => contentOf(before) !== contentOf(after));
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
  const wanted = new Map(cards.map((card) => [card.id, card]));
  const errors: FieldErrors = {};
  const changes = (await seenCards(tx, deckId, [...wanted.values()])).map((before, index) => {
    const given = wanted.get(before.id)!;
    const after = { ...before };
    for (const name of CARD_TEXT_NAMES) {
      if (given[name] === undefined) continue;
      if (!isCardSide(name)) after[name] = tidyOptional(given[name]);
      else {
        after[name] = tidyText(given[name]);
        if (after[name] === '') errors[`edit.cards.${index}.${name}`] = [`The ${name} is required`];
      }
    }
    return { before, after };
  });
  if (Object.keys(errors).length > 0) throw new AppError('front_back_required', { errors });
  return changeContents(tx, deckId, changes, change);
}

/** Texts stay as they are; undoing brings back what the cards meant. */
async function changeMeanings(tx: Tx, deckId: number, seen: readonly SeenCard[]): Promise<Done> {
  const cards = await seenCards(tx, deckId, seen);
  await setContents(
    tx,
    deckId,
    cards.map((card) => ({ id: card.id, ...keptContent(card), meaning: 'next' })),
  );
  const changed = cards.map((card) => ({
    id: card.id,
    before: { ...keptContent(card), meaning: card.meaning },
    after: contentOf(card),
  }));
  return { cards: changed.length, trace: { changed } };
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
    `insert into cards (deck_id, ordinal, ${list})
     select $1, (select coalesce(max(ordinal), 0) from cards where deck_id = $1) + row_number() over (order by ordinal),
       ${list}
     from cards where deck_id = $2 and id = any ($3::integer[]) returning id`,
    [toDeckId, deckId, cards.map(({ id }) => id)],
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
