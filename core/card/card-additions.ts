import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { AppError, type FieldErrors } from '../errors.ts';
import { isoTime } from '../iso-time.ts';
import { tidyOptional, tidyText } from '../tidy-text.ts';
import { inTransaction } from '../transaction.ts';
import type { NewCardBody } from './card.schema.ts';
import type { CardAddition } from './card-addition.schema.ts';
import { CARD_TEXT_NAMES, type CardTexts, cardTextColumns, forCardTexts, isCardSide } from './card-fields.ts';
import { ADDITIONS_SHOWN_MAX } from './card-limits.ts';

const DAY_MS = 86_400_000;
/** How long a key is known, so that a repetition adds nothing twice. */
const KEPT_MS = 7 * DAY_MS;

/** Whose addition it is, and when it is added or taken back. */
interface AdditionPlace {
  deckId: number;
  adderId: number;
  now: Date;
}

interface AdditionRow {
  key: string;
  deck_id: number;
  adder_id: number;
  content: Buffer;
  card_ids: number[];
  added_at: string;
  undone_at: string | null;
}

const toAddition = ({ key, card_ids, added_at }: AdditionRow): CardAddition => ({
  key,
  cards: card_ids.length,
  added_at: isoTime(added_at),
});

/**
 * Adds cards at the end of a deck, all or none, and returns what was added. What was sent before under the key is not
 * added again. Throws `front_back_required`, `deck_not_found`, `deck_not_owned` or `idempotency_conflict`.
 */
export function addCards(
  pool: Pool,
  { deckId, adderId, now }: AdditionPlace,
  { key, cards }: { key: string; cards: readonly NewCardBody[] },
): Promise<CardAddition> {
  const rows = tidyCards(cards);
  const content = createHash('sha256').update(JSON.stringify(rows)).digest();
  return inTransaction(pool, async (tx) => {
    // Of two additions at once the later waits here, and then sees the earlier one's cards and key.
    await lockEditableDeck(tx, deckId, adderId);
    await tx.query('delete from card_additions where adder_id = $1 and added_at < $2', [
      adderId,
      new Date(now.getTime() - KEPT_MS),
    ]);
    const before = await additionOf(tx, key);
    if (before) {
      const isSame =
        before.deck_id === deckId && before.adder_id === adderId && before.content.equals(content);
      if (!isSame) throw new AppError('idempotency_conflict');
      return toAddition(before);
    }
    const { rows: made } = await tx.query<{ id: number }>(
      `insert into cards (deck_id, ordinal, ${cardTextColumns()})
       select $1::integer, (select coalesce(max(ordinal), 0) from cards where deck_id = $1) + g.place, ${cardTextColumns('g')}
       from unnest(${CARD_TEXT_NAMES.map((_, index) => `$${index + 2}::text[]`).join(', ')})
         with ordinality g (${cardTextColumns()}, place)
       order by g.place returning id`,
      [deckId, ...CARD_TEXT_NAMES.map((name) => rows.map((card) => card[name]))],
    );
    const { rows: noted } = await tx.query<AdditionRow>(
      `insert into card_additions (key, deck_id, adder_id, content, card_ids, added_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning *`,
      [key, deckId, adderId, content, made.map(({ id }) => id), now],
    );
    // The same key has come for another deck in this very moment.
    if (!noted[0]) throw new AppError('idempotency_conflict');
    return toAddition(noted[0]);
  });
}

/** Returns what an account can still take back in a deck, the latest first. */
export async function additionsToTakeBack(
  pool: Pool,
  { deckId, adderId, now }: AdditionPlace,
): Promise<CardAddition[]> {
  const { rows } = await pool.query<AdditionRow>(
    `select * from card_additions
     where deck_id = $1 and adder_id = $2 and undone_at is null and added_at > $3
     order by added_at desc, key limit ${ADDITIONS_SHOWN_MAX}`,
    [deckId, adderId, new Date(now.getTime() - DAY_MS)],
  );
  return rows.map(toAddition);
}

/**
 * Deletes the cards of an addition that are still there, in one step. Does nothing the second time. Throws
 * `addition_not_found`, `addition_too_old`, `cards_changed_since`, `deck_not_found` or `deck_not_owned`.
 */
export function takeBackCards(
  pool: Pool,
  { deckId, adderId, now }: AdditionPlace,
  key: string,
): Promise<CardAddition> {
  return inTransaction(pool, async (tx) => {
    // Until the end nobody who may edit the deck changes a card of it.
    await lockEditableDeck(tx, deckId, adderId);
    const addition = await additionOf(tx, key);
    if (!addition || addition.deck_id !== deckId || addition.adder_id !== adderId)
      throw new AppError('addition_not_found');
    if (addition.undone_at) return toAddition(addition);
    if (Date.parse(isoTime(addition.added_at)) <= now.getTime() - DAY_MS)
      throw new AppError('addition_too_old');
    // Locked as well: an administrator changes cards without the deck's lock.
    const { rows: cards } = await tx.query<{ is_changed: boolean }>(
      `select updated_at <> created_at as is_changed from cards
       where deck_id = $1 and id = any ($2::integer[]) order by id for update`,
      [deckId, addition.card_ids],
    );
    const count = cards.filter(({ is_changed }) => is_changed).length;
    if (count > 0) throw new AppError('cards_changed_since', { params: { count } });
    await tx.query('delete from cards where deck_id = $1 and id = any ($2::integer[])', [
      deckId,
      addition.card_ids,
    ]);
    await tx.query('update card_additions set undone_at = $2 where key = $1', [key, now]);
    return toAddition(addition);
  });
}

async function additionOf(tx: PoolClient, key: string): Promise<AdditionRow | undefined> {
  const { rows } = await tx.query<AdditionRow>('select * from card_additions where key = $1', [key]);
  return rows[0];
}

/** Holds a deck, and the right of an account to edit it, until the transaction ends. */
export async function lockEditableDeck(tx: PoolClient, deckId: number, editorId: number): Promise<void> {
  const { rows } = await tx.query<{ user_id: number }>('select user_id from decks where id = $1 for update', [
    deckId,
  ]);
  if (!rows[0]) throw new AppError('deck_not_found');
  if (rows[0].user_id === editorId) return;
  // A statement after the lock: it sees what its last holder has done.
  const { rowCount } = await tx.query(
    `select from deck_shares where deck_id = $1 and teacher_id = $2 and may = 'edit'`,
    [deckId, editorId],
  );
  if (!rowCount) throw new AppError('deck_not_owned');
}

/** The cards as they are kept. Throws `front_back_required` with the place of each that lacks a side. */
function tidyCards(cards: readonly NewCardBody[]): CardTexts[] {
  const errors: FieldErrors = {};
  const tidy = cards.map((card, index) => {
    const texts = forCardTexts((name) =>
      isCardSide(name) ? tidyText(card[name] ?? '') : tidyOptional(card[name]),
    ) as CardTexts;
    for (const name of CARD_TEXT_NAMES)
      if (texts[name] === '') errors[`cards.${index}.${name}`] = [`The ${name} is required`];
    return texts;
  });
  if (Object.keys(errors).length) throw new AppError('front_back_required', { errors });
  return tidy;
}
