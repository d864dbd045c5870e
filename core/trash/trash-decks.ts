import type { Pool } from 'pg';
import type { KnownAccount } from '../access/directory.ts';
import { atAnothers, type FileQuota, requireRoomForDecks } from '../access/quotas.ts';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { requestGathering } from '../classroom/class-gathering.ts';
import { lockClassProgress } from '../classroom/class-progress.projection.ts';
import { isoTime } from '../contract/clock.ts';
import { AppError } from '../contract/errors.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { administers, learns } from '../contract/roles.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import { ADMINISTRATORS, LEARNERS } from '../postgres/person-sql.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { bringBackHanging, insertKept, keepHanging } from './kept-rows.ts';
import type { TrashedDeck as TrashedDeckTable } from './trash.entity.ts';
import type { TrashedCard, TrashedDeck } from './trash.schema.ts';
import { FILE_KEYS } from './trash-cards.ts';
import { TRASH_DAYS } from './trash-limits.ts';

/** Plain SQL: JSON of rows, names and counts in one statement. */
const THROWN = `t.deleted_at, t.deleted_at + ${TRASH_DAYS} * interval '1 day' as kept_until, b.name as deleted_by`;

const withTimes = <Row extends { deleted_at: string; kept_until: string }>(row: Row): Row => ({
  ...row,
  deleted_at: isoTime(row.deleted_at),
  kept_until: isoTime(row.kept_until),
});

/** SQL: true for the deck of a student of whom the account $1 is another one. */
const IS_ANOTHERS = `(o.id <> $1 and o.role in ${LEARNERS})`;

/**
 * Returns the deleted decks that an account looks after, the latest first. A student's are without a title to all others,
 * and the student also sees those that an administrator has deleted.
 */
export const trashedDecks = async (
  pool: Pool,
  account: KnownAccount,
  query: PageQuery,
): Promise<Page<TrashedDeck>> =>
  mapPage(
    await readPage<TrashedDeck>(
      pool,
      {
        name: 'trashed_decks',
        text: `select t.id, case when not ${IS_ANOTHERS} then t."row" ->> 'title' end as title,
            ${IS_KEEPER} as can_bring_back, (t."row" ->> 'is_official')::boolean as is_official,
            (select count(*) from trashed_cards c where c.trashed_deck_id = t.id and c.cause = 'deck')::integer as card_count,
            (select count(*) from trashed_rows r join classes c on c.id = (r."row" ->> 'class_id')::integer
              where r.deck_id = t.id and r.table_name = 'class_decks')::integer as class_count,
            json_build_object('id', o.id, 'name', o.name) as owner, ${THROWN}
          from trashed_decks t join users o on o.id = t.owner_id left join users b on b.id = t.deleted_by
          where ${IS_KEEPER} or $3::boolean and t.owner_id = $1 order by t.deleted_at desc, t.id desc`,
        values: [account.id, administers(account.role), learns(account.role)],
      },
      query,
    ),
    withTimes,
  );

/** Returns the deleted cards of a deck, the latest first, those of one moment as they stood in the deck. */
export const trashedCards = async (
  pool: Pool,
  deckId: number,
  query: PageQuery,
): Promise<Page<TrashedCard>> =>
  mapPage(
    await readPage<TrashedCard>(
      pool,
      {
        name: 'trashed_cards',
        text: `select t.id, t."row" ->> 'front' as front, t."row" ->> 'back' as back, t.cause, ${THROWN}
          from trashed_cards t left join users b on b.id = t.deleted_by
          where t.deck_id = $1 order by t.deleted_at desc, (t."row" ->> 'ordinal')::integer, t.id`,
        values: [deckId],
      },
      query,
    ),
    withTimes,
  );

/**
 * Deletes for good what has been in the trash for thirty days. Several workers may do so at once: each takes what no other
 * has. What came into the trash with its deck goes with it.
 */
export async function removeOldTrash(pool: Pool): Promise<void> {
  const isOld = `deleted_at <= (select clock_timestamp()) - ${TRASH_DAYS} * interval '1 day'`;
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: number; is_students: boolean }>(
      `/* removeOldTrash */ delete from trashed_decks where id in (select id from trashed_decks where ${isOld} for update skip locked)
       returning id,
         exists (select 1 from users u where u.id = owner_id and u.role in ${LEARNERS}) as is_students`,
    );
    await recordAudit(
      tx,
      // What students make for themselves is not in the audit log.
      rows
        .filter(({ is_students }) => !is_students)
        .map(({ id }) => ({ actorId: OPERATOR, act: 'deck.deleted_for_good' as const, deckId: id })),
    );
  });
  await pool.query(
    `/* removeOldTrash */ with gone as (delete from trashed_cards where id in
         (select id from trashed_cards where cause <> 'deck' and ${isOld} for update skip locked) returning id)
     delete from card_versions where card_id in (select id from gone)`,
  );
}

/** The cards that went with their deck. */
const OF_DECK = `select id from trashed_cards where trashed_deck_id = $1 and cause = 'deck'`;

/**
 * Puts a deck into the trash with its cards, its own trash and what hangs on all of them; then the deck's row is to be
 * deleted, which the caller holds. What its owner deletes is in the owner's trash, anything else in the administrators'.
 * Plain SQL: rows as they are, whatever their columns.
 */
export async function moveDeckToTrash(tx: Tx, deckId: number, actorId: number): Promise<void> {
  // Nobody marks a card from here on.
  await tx.query('/* moveDeckToTrash */ select 1 from cards where deck_id = $1 order by id for update', [
    deckId,
  ]);
  await tx.query(
    `/* moveDeckToTrash */ insert into trashed_decks (id, owner_id, keeper_id, deleted_by, deleted_at, "row")
     select d.id, d.user_id, case when d.user_id = $2 and o.role not in ${ADMINISTRATORS} then d.user_id end,
       (select id from users where id = $2), clock_timestamp(), to_jsonb(d)
     from decks d join users o on o.id = d.user_id where d.id = $1`,
    [deckId, actorId],
  );
  await keepHanging(tx, 'deck_id', 'select $1::integer', [deckId]);
  await tx.query(
    '/* moveDeckToTrash */ update trashed_cards set deck_id = null, trashed_deck_id = $1 where deck_id = $1',
    [deckId],
  );
  await tx.query(
    `/* moveDeckToTrash */ insert into trashed_cards (id, trashed_deck_id, cause, deleted_by, deleted_at, "row", files)
     select c.id, c.deck_id, 'deck', t.deleted_by, t.deleted_at, to_jsonb(c), ${FILE_KEYS}
     from cards c join trashed_decks t on t.id = c.deck_id where c.deck_id = $1`,
    [deckId],
  );
  await keepHanging(tx, 'card_id', OF_DECK, [deckId]);
}

/** An account that looks after a trash. */
export type Keeper = Pick<KnownAccount, 'id' | 'role'>;

interface LockedDeck {
  owner_id: number;
  owner_role: KnownAccount['role'];
  keeper_id: number | null;
}

/** Returns a deck of the trash that the account looks after. Until the end nobody else has it. Throws `not_in_trash`. */
async function lockTrashedDeck(tx: Tx, deckId: number, account: Keeper): Promise<LockedDeck> {
  const { rows } = await tx.query<LockedDeck>(
    `/* lockTrashedDeck */ select t.owner_id, t.keeper_id, o.role as owner_role
     from trashed_decks t join users o on o.id = t.owner_id where t.id = $1 for update of t`,
    [deckId],
  );
  const [deck] = rows;
  if (!deck || !looksAfter(account, deck.keeper_id)) throw new AppError('not_in_trash');
  return deck;
}

const looksAfter = (account: Keeper, keeperId: number | null): boolean =>
  keeperId === null ? administers(account.role) : keeperId === account.id;

interface Restoring {
  deckId: number;
  account: Keeper;
  /** Decks and files that an owner of a role may have. */
  roomOf: (role: KnownAccount['role']) => { max: number; files: FileQuota };
}

/**
 * Brings a deck back with its ids, and so with what its learners know: its cards, its trash, its places in classes, what
 * is shared with colleagues, and what students have set and marked. Throws `not_in_trash`, or what the quotas of its owner
 * say, as `teacher_has_no_room` when it is another's deck.
 */
export async function bringBackDeck(pool: Pool, { deckId, account, roomOf }: Restoring): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockClassProgress(tx);
    const { owner_id: ownerId, owner_role: role } = await lockTrashedDeck(tx, deckId, account);
    await insertKept(
      tx,
      'decks',
      `select t."row" || jsonb_build_object('user_id', t.owner_id,
         'received_from', (select id from users where id = (t."row" ->> 'received_from')::integer)) as "row"
       from trashed_decks t where t.id = $1`,
      [deckId],
    );
    await insertKept(
      tx,
      'cards',
      `select t."row" from trashed_cards t where t.trashed_deck_id = $1 and t.cause = 'deck'`,
      [deckId],
    );
    await bringBackHanging(tx, 'deck_id', 'select $1::integer', [deckId]);
    await bringBackHanging(tx, 'card_id', OF_DECK, [deckId]);
    await tx.query(
      `/* bringBackDeck */ update trashed_cards set deck_id = $1, trashed_deck_id = null where trashed_deck_id = $1 and cause <> 'deck'`,
      [deckId],
    );
    await tables<typeof TrashedDeckTable>(tx).deleteFrom('trashed_decks').where('id', '=', deckId).execute();
    if (!administers(role)) {
      const { max, files } = roomOf(role);
      const room = requireRoomForDecks(tx, ownerId, { max }).then(() => files.requireWithin(ownerId, tx));
      await atAnothers(room, ownerId === account.id);
    }
    const { rows: classes } = await tx.query<{ class_id: number }>(
      '/* bringBackDeck */ select class_id from class_decks where deck_id = $1 order by class_id',
      [deckId],
    );
    await requestGathering(
      tx,
      classes.map((row) => row.class_id),
    );
    // What students do with their own is in no book.
    if (learns(account.role)) return;
    const act = { actorId: account.id, deckId };
    await recordAudit(tx, [
      { ...act, act: 'deck.brought_back' },
      ...classes.map(({ class_id }) => ({ ...act, act: 'class.deck_added' as const, classId: class_id })),
    ]);
  });
}

/** Deletes a deck of the trash for good. Throws `not_in_trash`. */
export async function deleteTrashedDeck(pool: Pool, deckId: number, account: Keeper): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockTrashedDeck(tx, deckId, account);
    await tables<typeof TrashedDeckTable>(tx).deleteFrom('trashed_decks').where('id', '=', deckId).execute();
    if (learns(account.role)) return;
    await recordAudit(tx, [{ actorId: account.id, act: 'deck.deleted_for_good', deckId }]);
  });
}

/** Deletes all decks of the trash that an account looks after, for good, and returns how many there were. */
export function emptyDeckTrash(pool: Pool, account: Keeper): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `/* emptyDeckTrash */ delete from trashed_decks where ${IS_KEEPER} returning id`,
      [account.id, administers(account.role)],
    );
    if (!learns(account.role))
      await recordAudit(
        tx,
        rows.map(({ id }) => ({ actorId: account.id, act: 'deck.deleted_for_good' as const, deckId: id })),
      );
    return rows.length;
  });
}

/** SQL: true for what the account $1, an administrator by $2, looks after. */
export const IS_KEEPER = '(keeper_id = $1 or keeper_id is null and $2::boolean)';
