import type { Pool } from 'pg';
import type { KnownAccount } from '../access/directory.ts';
import { atAnothers, type FileQuota, requireRoomForDecks } from '../access/quotas.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { requestGathering } from '../classroom/class-gathering.ts';
import { lockClassProgress } from '../classroom/class-progress.projection.ts';
import { AppError } from '../contract/errors.ts';
import { administers, learns } from '../contract/roles.ts';
import { ADMINISTRATORS } from '../postgres/person-sql.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { bringBackHanging, insertKept, keepHanging } from './kept-rows.ts';
import { FILE_KEYS } from './trash-cards.ts';

/** The cards that went with their deck. */
const OF_DECK = `select id from trashed_cards where trashed_deck_id = $1 and cause = 'deck'`;

/**
 * Puts a deck into the trash with its cards, its own trash and what hangs on all of them; then the deck's row is to be
 * deleted, which the caller holds. What its owner deletes is in the owner's trash, anything else in the administrators'.
 * Plain SQL: rows as they are, whatever their columns.
 */
export async function moveDeckToTrash(tx: Tx, deckId: number, actorId: number): Promise<void> {
  // Nobody marks a card from here on.
  await tx.query('select from cards where deck_id = $1 order by id for update', [deckId]);
  await tx.query(
    `insert into trashed_decks (id, owner_id, keeper_id, deleted_by, deleted_at, "row")
     select d.id, d.user_id, case when d.user_id = $2 and o.role not in ${ADMINISTRATORS} then d.user_id end,
       (select id from users where id = $2), clock_timestamp(), to_jsonb(d)
     from decks d join users o on o.id = d.user_id where d.id = $1`,
    [deckId, actorId],
  );
  await keepHanging(tx, 'deck_id', 'select $1::integer', [deckId]);
  await tx.query('update trashed_cards set deck_id = null, trashed_deck_id = $1 where deck_id = $1', [
    deckId,
  ]);
  await tx.query(
    `insert into trashed_cards (id, trashed_deck_id, cause, deleted_by, deleted_at, "row", files)
     select c.id, c.deck_id, 'deck', t.deleted_by, t.deleted_at, to_jsonb(c), ${FILE_KEYS}
     from cards c join trashed_decks t on t.id = c.deck_id where c.deck_id = $1`,
    [deckId],
  );
  await keepHanging(tx, 'card_id', OF_DECK, [deckId]);
}

/** An account that looks after a trash. */
export type Keeper = Pick<KnownAccount, 'id' | 'role'>;

interface TrashedDeck {
  owner_id: number;
  owner_role: KnownAccount['role'];
  keeper_id: number | null;
}

/** Returns a deck of the trash that the account looks after. Until the end nobody else has it. Throws `not_in_trash`. */
async function lockTrashedDeck(tx: Tx, deckId: number, account: Keeper): Promise<TrashedDeck> {
  const { rows } = await tx.query<TrashedDeck>(
    `select t.owner_id, t.keeper_id, o.role as owner_role
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
      `update trashed_cards set deck_id = $1, trashed_deck_id = null where trashed_deck_id = $1 and cause <> 'deck'`,
      [deckId],
    );
    await tx.query('delete from trashed_decks where id = $1', [deckId]);
    if (!administers(role)) {
      const { max, files } = roomOf(role);
      const room = requireRoomForDecks(tx, ownerId, { max }).then(() => files.requireWithin(ownerId, tx));
      await (ownerId === account.id ? room : atAnothers(room));
    }
    const { rows: classes } = await tx.query<{ class_id: number }>(
      'select class_id from class_decks where deck_id = $1 order by class_id',
      [deckId],
    );
    await requestGathering(
      tx,
      classes.map((row) => row.class_id),
    );
    // A student's own deck is in no book.
    if (learns(role)) return;
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
    await tx.query('delete from trashed_decks where id = $1', [deckId]);
    if (learns(account.role)) return;
    await recordAudit(tx, [{ actorId: account.id, act: 'deck.deleted_for_good', deckId }]);
  });
}

/** Deletes all decks of the trash that an account looks after, for good, and returns how many there were. */
export function emptyDeckTrash(pool: Pool, account: Keeper): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `delete from trashed_decks where ${IS_KEEPER} returning id`,
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
