import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { ShareRight } from '../../access/deck-rights-sql.ts';
import { atAnothers, type FileQuota, requireRoomForDecks } from '../../access/quotas.ts';
import type { Account } from '../../account/account.entity.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { isoTime } from '../../contract/clock.ts';
import { AppError, orThrow } from '../../contract/errors.ts';
import { learns } from '../../contract/roles.ts';
import { loginNameOf } from '../../postgres/person-sql.ts';
import { inTransaction, type Tx } from '../../postgres/transaction.ts';
import { tables } from '../../postgres/typed-tables.ts';
import type { Deck } from '../deck.entity.ts';
import type { DeckShare as DeckShareTable } from './deck-share.entity.ts';
import { COLLEAGUES_MAX, type DeckShare } from './deck-share.schema.ts';

const rowsOf = (tx: Tx) => tables<typeof DeckShareTable | typeof Deck | typeof Account>(tx);

/** Plain SQL: people are ordered by the database's rules for names. */
const SELECT = `
  select h.teacher_id, u.name, ${loginNameOf('u')} as login, h.may, h.shared_at
  from deck_shares h join users u on u.id = h.teacher_id`;

/** Returns the colleagues with whom a deck is shared, by name. */
export async function sharesOf(pool: Pool, deckId: number): Promise<DeckShare[]> {
  const { rows } = await pool.query<DeckShare>(`${SELECT} where h.deck_id = $1 order by u.name, u.id`, [
    deckId,
  ]);
  return rows.map((row) => ({ ...row, shared_at: isoTime(row.shared_at) }));
}

/** One colleague of a deck. Throws `deck_not_shared_with`. */
export async function shareOf(pool: Pool, deckId: number, teacherId: number): Promise<DeckShare> {
  const share = (await sharesOf(pool, deckId)).find(({ teacher_id }) => teacher_id === teacherId);
  return orThrow(share, 'deck_not_shared_with');
}

/** Locks an account that may own and share decks, before any deck. Throws `deck_not_shared_with` for any other. */
async function lockTeacher(tx: Tx, teacherId: number): Promise<void> {
  await rowsOf(tx)
    .selectFrom('users')
    .select('id')
    .where('id', '=', teacherId)
    .where('role', '=', 'teacher')
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('deck_not_shared_with'));
}

/** Locks a deck and returns its owner: nobody else changes, shares or deletes it meanwhile. Throws `deck_not_found`. */
async function lockDeckOfOwner(tx: Tx, deckId: number): Promise<number> {
  const deck = await rowsOf(tx)
    .selectFrom('decks')
    .select('user_id')
    .where('id', '=', deckId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('deck_not_found'));
  return deck.user_id;
}

/** Locks a deck for its owner. Throws `deck_not_found` or `deck_not_owned`. */
async function lockOwnDeck(tx: Tx, deckId: number, ownerId: number): Promise<void> {
  if ((await lockDeckOfOwner(tx, deckId)) !== ownerId) throw new AppError('deck_not_owned');
}

interface Sharing {
  deckId: number;
  ownerId: number;
  teacherId: number;
  may: ShareRight;
}

/**
 * Shares a deck with a colleague, or gives them another right to it. Throws `own_account`, `too_many_colleagues`,
 * `deck_not_found`, `deck_not_owned`, or `deck_not_shared_with` for a colleague who has just stopped being a teacher.
 */
export async function shareDeck(pool: Pool, sharing: Sharing): Promise<void> {
  if (sharing.teacherId === sharing.ownerId) throw new AppError('own_account');
  await inTransaction(pool, async (tx) => {
    await lockTeacher(tx, sharing.teacherId);
    await giveRight(tx, sharing, false);
  });
}

/** Gives a colleague another right to a deck. Throws as `shareDeck`, and `deck_not_shared_with`. */
export const changeShare = (pool: Pool, sharing: Sharing): Promise<void> =>
  inTransaction(pool, (tx) => giveRight(tx, sharing, true));

async function giveRight(
  tx: Tx,
  { deckId, ownerId, teacherId, may }: Sharing,
  mustBeShared: boolean,
): Promise<void> {
  await lockOwnDeck(tx, deckId, ownerId);
  const shares = await rowsOf(tx)
    .selectFrom('deck_shares')
    .select(['teacher_id', 'may'])
    .where('deck_id', '=', deckId)
    .execute();
  const known = shares.find(({ teacher_id }) => teacher_id === teacherId);
  if (!known && mustBeShared) throw new AppError('deck_not_shared_with');
  if (known?.may === may) return;
  if (!known && shares.length >= COLLEAGUES_MAX)
    throw new AppError('too_many_colleagues', { params: { max: COLLEAGUES_MAX } });
  await rowsOf(tx)
    .insertInto('deck_shares')
    .values({ deck_id: deckId, teacher_id: teacherId, may, shared_by: ownerId })
    .onConflict((conflict) => conflict.columns(['deck_id', 'teacher_id']).doUpdateSet({ may }))
    .execute();
  const act = known ? 'deck.share_changed' : 'deck.shared';
  await recordAudit(tx, [{ actorId: ownerId, act, deckId, personId: teacherId, details: { may } }]);
}

/** False when the deck was not shared with the teacher. */
async function takeRight(tx: Tx, deckId: number, teacherId: number): Promise<boolean> {
  const { numDeletedRows } = await rowsOf(tx)
    .deleteFrom('deck_shares')
    .where('deck_id', '=', deckId)
    .where('teacher_id', '=', teacherId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends a colleague's right to a deck: its owner takes it back, or the colleague gives it up. Classes that have the deck keep
 * it. Throws `deck_not_found`, `deck_not_owned` or `deck_not_shared_with`.
 */
export async function endShare(
  pool: Pool,
  { deckId, actorId, teacherId }: { deckId: number; actorId: number; teacherId: number },
): Promise<void> {
  const isLeaving = actorId === teacherId;
  await inTransaction(pool, async (tx) => {
    if (!isLeaving) await lockOwnDeck(tx, deckId, actorId);
    if (!(await takeRight(tx, deckId, teacherId))) throw new AppError('deck_not_shared_with');
    await recordAudit(tx, [
      { actorId, act: isLeaving ? 'deck.share_left' : 'deck.share_ended', deckId, personId: teacherId },
    ]);
  });
}

interface Handover {
  deckId: number;
  /** The giver: its owner, or the administrator. */
  actorId: number;
  teacherId: number;
  /** Decks that a teacher may have. */
  max: number;
  /** Given by the administrator: a deck of anybody, to any teacher. */
  isAny?: boolean;
}

/**
 * Gives a deck to another teacher. The former owner may edit it from then on. Cards, classes and what students have
 * learnt stay as they are. Throws `deck_not_found`, `deck_not_owned`, `own_account`, `teacher_has_no_room`, or
 * `deck_not_shared_with`.
 */
export async function handDeckOver(pool: Pool, files: FileQuota, handover: Handover): Promise<void> {
  const { deckId, actorId, teacherId, max, isAny = false } = handover;
  if (teacherId === actorId) throw new AppError('own_account');
  // Asks for the sizes of files while nothing is locked.
  await atAnothers(files.requireRoomForDeck(teacherId, deckId, { withTrash: true }));
  await inTransaction(pool, async (tx) => {
    await lockTeacher(tx, teacherId);
    const formerId = await lockDeckOfOwner(tx, deckId);
    if (!isAny && formerId !== actorId) throw new AppError('deck_not_owned');
    if (await isStudents(tx, formerId)) throw new AppError('deck_not_found');
    if (formerId === teacherId) return;
    const wasShared = await takeRight(tx, deckId, teacherId);
    if (!isAny && !wasShared) throw new AppError('deck_not_shared_with');
    await atAnothers(requireRoomForDecks(tx, teacherId, { max, more: 1 }));
    await atAnothers(files.requireRoomForDeck(teacherId, deckId, { db: tx, withTrash: true }));
    await rowsOf(tx)
      .updateTable('decks')
      .set({ user_id: teacherId, received_from: formerId, received_at: sql<Date>`now()` })
      .where('id', '=', deckId)
      .execute();
    // Only teachers share; an administrator may change any deck anyway.
    await rowsOf(tx)
      .insertInto('deck_shares')
      .columns(['deck_id', 'teacher_id', 'may', 'shared_by'])
      .expression((from) =>
        from
          .selectFrom('users')
          .select((user) => [
            user.val(deckId).as('deck_id'),
            'id',
            user.val('edit' as const).as('may'),
            user.val(teacherId).as('shared_by'),
          ])
          .where('id', '=', formerId)
          .where('role', '=', 'teacher'),
      )
      .execute();
    await recordAudit(tx, [
      { actorId, act: 'deck.handed_over', deckId, personId: teacherId, details: { from: formerId } },
    ]);
  });
}

/** True for a student, whose decks the administrator does not know. */
async function isStudents(tx: Tx, ownerId: number): Promise<boolean> {
  const owner = await rowsOf(tx)
    .selectFrom('users')
    .select('role')
    .where('id', '=', ownerId)
    .executeTakeFirst();
  return learns(owner?.role);
}
