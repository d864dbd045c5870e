import { sql } from 'kysely';
import type { Pool } from 'pg';
import { isPrivate } from '../access/deck-rights-sql.ts';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { lockClassProgress } from '../classroom/class-progress.projection.ts';
import { AppError, orThrow } from '../contract/errors.ts';
import type { Deck } from '../deck/deck.entity.ts';
import type { ManagedDeck } from '../deck/deck.schema.ts';
import { checkedTexts } from '../deck/deck-changes.ts';
import { OFFICIAL_LABEL_MAX } from '../deck/deck-limits.ts';
import { type Page, readPage } from '../postgres/page.ts';
import { LEARNERS } from '../postgres/person-sql.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyOptional } from '../text/tidy-text.ts';
import { removeDeck } from '../trash/delete-deck.ts';
import type { ManagedDecksQuery, OfficialDeckChanges } from './official-deck.schema.ts';

/** Plain SQL: counts come with each deck. Students' own are none of the administrator's. */
const SELECT = `
  select d.id, d.title, d.description, d.is_official, d.official_button_label,
    (select count(*) from cards c where c.deck_id = d.id)::integer as card_count,
    (select count(*) from class_decks k where k.deck_id = d.id)::integer as class_count,
    json_build_object('id', u.id, 'name', u.name) as owner
  from decks d join users u on u.id = d.user_id and u.role not in ${LEARNERS}`;

/**
 * Returns a part of all decks with their owners, official ones first, by title. `official` restricts it to these or
 * the others, `owner_id` to those of one person.
 */
export const managedDecks = (
  pool: Pool,
  { official, owner_id, ...page }: ManagedDecksQuery,
): Promise<Page<ManagedDeck>> =>
  readPage(
    pool,
    {
      name: 'managed_decks',
      text: `${SELECT} where ($1::boolean is null or d.is_official = $1) and ($2::integer is null or d.user_id = $2)
             order by d.is_official desc, d.title, d.id`,
      values: [official ?? null, owner_id ?? null],
    },
    page,
  );

/** One deck as the administrator sees it. Throws `deck_not_found`. */
export async function managedDeck(pool: Pool, deckId: number): Promise<ManagedDeck> {
  const { rows } = await pool.query<ManagedDeck>(`${SELECT} where d.id = $1`, [deckId]);
  return orThrow(rows[0], 'deck_not_found');
}

/** The label of an official deck's button as it is kept, null for none. Throws `invalid_official_label`. */
export function officialLabel(text: string): string | null {
  const label = tidyOptional(text);
  if (label === null || graphemeCount(label) <= OFFICIAL_LABEL_MAX) return label;
  const problem = `The label may have at most ${OFFICIAL_LABEL_MAX} characters`;
  throw new AppError('invalid_official_label', { errors: { official_button_label: [problem] } });
}

/** Makes a deck official. Throws `invalid_official_label`, `deck_not_found` or `deck_already_official`. */
export async function markOfficial(
  pool: Pool,
  deckId: number,
  label: string,
  actorId = OPERATOR,
): Promise<void> {
  const kept = officialLabel(label);
  await inTransaction(pool, async (tx) => {
    if (await lockDeck(tx, deckId)) throw new AppError('deck_already_official');
    await changeDeck(tx, deckId, { is_official: true, official_button_label: kept });
    await recordAudit(tx, [{ actorId, act: 'deck.made_official', deckId }]);
  });
}

/**
 * Changes what is given of an official deck. Throws `invalid_official_label`, `invalid_deck_data`, `deck_not_found` or
 * `deck_not_official`.
 */
export async function updateOfficialDeck(
  pool: Pool,
  deckId: number,
  { official_button_label, ...changes }: OfficialDeckChanges,
  actorId = OPERATOR,
): Promise<void> {
  const label = official_button_label === undefined ? undefined : officialLabel(official_button_label);
  const texts = checkedTexts(changes);
  await inTransaction(pool, async (tx) => {
    if (!(await lockDeck(tx, deckId))) throw new AppError('deck_not_official');
    await changeDeck(tx, deckId, { ...texts, official_button_label: label });
    await recordAudit(tx, [{ actorId, act: 'deck.official_changed', deckId }]);
  });
}

/** Makes an official deck an ordinary one again, its owner's. Throws `deck_not_found` or `deck_not_official`. */
export async function unmarkOfficial(pool: Pool, deckId: number, actorId = OPERATOR): Promise<void> {
  await inTransaction(pool, async (tx) => {
    if (!(await lockDeck(tx, deckId))) throw new AppError('deck_not_official');
    await changeDeck(tx, deckId, { is_official: false, official_button_label: null });
    await recordAudit(tx, [{ actorId, act: 'deck.made_ordinary', deckId }]);
  });
}

/**
 * Puts anybody's deck, official or not, into the trash, with its cards and its students' settings. Takes it out of
 * every class; a student's own as well. The log keeps what was learnt with it. Throws `deck_not_found`.
 */
export async function deleteAnyDeck(pool: Pool, deckId: number, actorId = OPERATOR): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    await lockDeck(tx, deckId, 'all');
    await removeDeck(tx, deckId, actorId);
  });
}

/**
 * True when the deck, which nobody else changes until this transaction ends, is official. Students' own are found only
 * among all. Throws `deck_not_found`.
 */
async function lockDeck(tx: Tx, deckId: number, among: 'managed' | 'all' = 'managed'): Promise<boolean> {
  const deck = await tables<typeof Deck>(tx)
    .selectFrom('decks')
    .select('is_official')
    .where('id', '=', deckId)
    .where(sql<boolean>`(${among === 'all'} or not ${sql.raw(isPrivate('decks'))})`)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('deck_not_found'));
  return deck.is_official;
}

interface OfficialChanges {
  is_official?: boolean;
  official_button_label?: string | null | undefined;
  title?: string;
  description?: string | null;
}

/** What is undefined stays. */
const changeDeck = (tx: Tx, deckId: number, changes: OfficialChanges): Promise<unknown> =>
  tables<typeof Deck>(tx)
    .updateTable('decks')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', deckId)
    .execute();
