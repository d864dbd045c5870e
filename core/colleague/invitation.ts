import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { classesTaughtBy, lockOpenClass } from '../access/class-rights.ts';
import { lockTeacher } from '../access/quotas.ts';
import { type AddressProof, addressIsTheirsSince } from '../account/address-proof.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { isoTime } from '../contract/clock.ts';
import { AppError, orThrow } from '../contract/errors.ts';
import { INVITATION_PATH } from '../mail/email-kinds.ts';
import { queueInvitationEmail } from '../mail/emails.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { ClassInvitation, ClassTeacher } from './colleague.entity.ts';
import type { NewInvitation, OfferedClass, TaughtClass } from './colleague.schema.ts';
import { CLASS_TEACHERS_MAX, INVITATION_DAYS, OFFERED_MAX } from './colleague-limits.ts';

/** By what an invitation is found: the end of its link, or its number, by the account whose address it is for. */
type By = { token: string } | { id: number; proof: AddressProof };

const newToken = (): string => randomBytes(32).toString('base64url');

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** SQL: whether an invitation (i) is that of a link: of the one that its owner was shown, or of the one in its email. */
const HAS_TOKEN = '$1 in (i.token_hash, i.letter_token_hash)';

/**
 * SQL: whether an invitation (i) is for the address of an account (u) whose it was already then. Others come with the
 * link: anybody could have registered with the address, or taken it since.
 */
const isFor = (proof: AddressProof): string =>
  `i.email = lower(u.email) and ${addressIsTheirsSince(proof, 'u')} <= i.invited_at`;

interface NewInvitee {
  classId: number;
  ownerId: number;
  /** Null for a link alone. */
  email: string | null;
  proof: AddressProof;
  /** Counts the letter to an address. Throws when there were too many. */
  countLetter(tx: Tx, address: string): Promise<void>;
}

/**
 * Invites a teacher, and returns what the link ends with: it is kept nowhere and cannot be read again. Throws
 * `class_owner_only`, `class_archived`, `already_class_teacher`, `too_many_class_teachers`, or what `countLetter` throws.
 */
export function invite(
  pool: Pool,
  { classId, ownerId, email, proof, countLetter }: NewInvitee,
): Promise<NewInvitation> {
  const token = newToken();
  const address = email?.trim().toLowerCase() ?? null;
  return inTransaction(pool, async (tx) => {
    await lockOwned(tx, classId, ownerId);
    await requireNoTeacher(tx, classId, address);
    // An address has one invitation, the newest.
    await tables<typeof ClassInvitation>(tx)
      .deleteFrom('class_invitations')
      .where('class_id', '=', classId)
      .where('email', '=', address)
      .where('accepted_by', 'is', null)
      .execute();
    await requireRoom(tx, classId);
    const row = await tables<typeof ClassInvitation>(tx)
      .insertInto('class_invitations')
      .values({
        class_id: classId,
        email: address,
        token_hash: hashOf(token),
        ends_at: sql`now() + ${INVITATION_DAYS} * interval '1 day'`,
      })
      .returning(['id', 'email', 'ends_at'])
      .executeTakeFirstOrThrow();
    const letter = address !== null && proof === 'confirmed';
    if (letter) {
      await countLetter(tx, address);
      await queueInvitationEmail(tx, row.id, address);
    }
    await recordAudit(tx, [{ actorId: ownerId, act: 'class.teacher_invited', classId }]);
    return { ...row, ends_at: isoTime(row.ends_at), token, letter };
  });
}

/**
 * Makes the link in the email of an invitation, of which the database keeps a digest only. One that was perhaps sent before
 * is no longer good. Returns undefined when nobody can accept the invitation any more.
 */
export async function makeInvitationLink(
  pool: Pool,
  publicUrl: string,
  emailId: string,
): Promise<string | undefined> {
  const token = newToken();
  const { rowCount } = await pool.query(
    `/* makeInvitationLink */ update class_invitations set letter_token_hash = $1
     where accepted_by is null and ends_at > now() and id in (
       select i.id from letters l join class_invitations i on i.id = l.invitation_id
         join classes c on c.id = i.class_id and c.archived_at is null
       where l.id = $2)`,
    [hashOf(token), emailId],
  );
  return rowCount ? new URL(`${INVITATION_PATH}/${token}`, publicUrl).href : undefined;
}

/**
 * Deletes invitations that ended so long ago that nobody asks about them, with the addresses of people who never came.
 */
export const deleteEndedInvitations = (pool: Pool): Promise<unknown> =>
  pool.query(
    `/* deleteEndedInvitations */ delete from class_invitations where ends_at < now() - $1 * interval '1 day'`,
    [INVITATION_DAYS],
  );

async function lockOwned(tx: Tx, classId: number, ownerId: number): Promise<void> {
  const locked = await lockOpenClass(tx, classId, 'alone');
  if (locked.ownerId !== ownerId) throw new AppError('class_owner_only');
}

/** Throws `already_class_teacher` when the address is of somebody who teaches the class. */
async function requireNoTeacher(tx: Tx, classId: number, address: string | null): Promise<void> {
  const { rowCount } = await tx.query(
    `/* requireNoTeacher */ select 1 from users u where lower(u.email) = $2 and (u.id in (select teacher_id from classes where id = $1)
       or u.id in (select teacher_id from class_teachers where class_id = $1))`,
    [classId, address],
  );
  if (rowCount) throw new AppError('already_class_teacher');
}

/** Throws `too_many_class_teachers` when teachers and open invitations leave no room for one more. */
async function requireRoom(tx: Tx, classId: number): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    `/* requireRoom */ select (select count(*) from class_teachers where class_id = $1)::integer + (select count(*) from class_invitations
       where class_id = $1 and accepted_by is null and ends_at > now())::integer as count`,
    [classId],
  );
  if (rows[0]!.count >= CLASS_TEACHERS_MAX)
    throw new AppError('too_many_class_teachers', { params: { max: CLASS_TEACHERS_MAX } });
}

/** Withdraws an invitation. Throws `class_owner_only`, or `invitation_unknown` when nobody can accept it any more. */
export function withdrawInvitation(
  pool: Pool,
  { classId, ownerId, id }: { classId: number; ownerId: number; id: number },
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockOwned(tx, classId, ownerId);
    const { numDeletedRows } = await tables<typeof ClassInvitation>(tx)
      .deleteFrom('class_invitations')
      .where('id', '=', id)
      .where('class_id', '=', classId)
      .where('accepted_by', 'is', null)
      .executeTakeFirst();
    if (!numDeletedRows) throw new AppError('invitation_unknown');
    await recordAudit(tx, [{ actorId: ownerId, act: 'class.invitation_taken_back', classId }]);
  });
}

const OFFERED = `select i.id, i.class_id, c.name as class_name, o.name as owner_name, i.ends_at,
    i.accepted_by as "acceptedBy", i.ends_at <= now() as "hasEnded"
  from class_invitations i join classes c on c.id = i.class_id join users o on o.id = c.teacher_id`;

interface OfferedRow extends OfferedClass {
  acceptedBy: number | null;
  hasEnded: boolean;
}

const toOffered = ({ acceptedBy, hasEnded, ...row }: OfferedRow): OfferedClass => ({
  ...row,
  ends_at: isoTime(row.ends_at),
});

/** Returns the open invitations to the address of an account, the newest first. */
export async function offeredClasses(
  pool: Pool,
  accountId: number,
  proof: AddressProof,
): Promise<OfferedClass[]> {
  const { rows } = await pool.query<OfferedRow>({
    name: 'offered_classes',
    text: `${OFFERED} join users u on u.id = $1 and ${isFor(proof)}
           where i.accepted_by is null and i.ends_at > now() and c.archived_at is null
             and c.id not in (${classesTaughtBy('$1')}) order by i.id desc limit ${OFFERED_MAX}`,
    values: [accountId],
  });
  return rows.map(toOffered);
}

/** Returns the class to which a link invites. Throws `invitation_unknown`, `invitation_used` or `invitation_ended`. */
export async function offeredByLink(pool: Pool, token: string): Promise<OfferedClass> {
  const { rows } = await pool.query<OfferedRow>(`${OFFERED} where ${HAS_TOKEN}`, [hashOf(token)]);
  return toOffered(requireOpen(rows[0]));
}

function requireOpen<R extends Pick<OfferedRow, 'acceptedBy' | 'hasEnded'>>(row: R | undefined): R {
  if (!row) throw new AppError('invitation_unknown');
  if (row.acceptedBy !== null) throw new AppError('invitation_used');
  if (row.hasEnded) throw new AppError('invitation_ended');
  return row;
}

/** Returns the id and the class of the invitation by which an account comes. Throws `invitation_unknown`. */
async function findInvitation(tx: Tx, by: By, accountId: number): Promise<{ id: number; classId: number }> {
  const select = 'select i.id, i.class_id as "classId" from class_invitations i';
  const { rows } =
    'token' in by
      ? await tx.query(`${select} where ${HAS_TOKEN}`, [hashOf(by.token)])
      : await tx.query(`${select} join users u on u.id = $2 and ${isFor(by.proof)} where i.id = $1`, [
          by.id,
          accountId,
        ]);
  return orThrow(rows[0], 'invitation_unknown');
}

/**
 * Makes an account a teacher of the class to which it is invited. By a link, once more after the answer was lost is no
 * error. Throws as `offeredByLink` does, `wrong_role`, `already_class_teacher`, or `class_archived`.
 */
export function accept(pool: Pool, by: By, accountId: number): Promise<TaughtClass> {
  return inTransaction(pool, async (tx) => {
    await lockTeacher(tx, accountId);
    const { id, classId } = await findInvitation(tx, by, accountId);
    // Locked before the invitation, as when somebody deletes the class or takes the invitation back.
    const { ownerId } = await lockOpenClass(tx, classId);
    const { rows } = await tx.query<OfferedRow & { teaches: boolean }>(
      `/* accept */ select c.name as class_name, i.accepted_by as "acceptedBy", i.ends_at <= now() as "hasEnded",
         exists (select 1 from class_teachers where class_id = c.id and teacher_id = $2) as teaches
       from class_invitations i join classes c on c.id = i.class_id where i.id = $1 for update of i`,
      [id, accountId],
    );
    const taught = { class_id: classId, class_name: rows[0]?.class_name ?? '' };
    if (rows[0]?.teaches && rows[0].acceptedBy === accountId) return taught;
    requireOpen(rows[0]);
    if (rows[0]?.teaches || ownerId === accountId) throw new AppError('already_class_teacher');
    await tables<typeof ClassTeacher>(tx)
      .insertInto('class_teachers')
      .values({ class_id: classId, teacher_id: accountId })
      .execute();
    await tables<typeof ClassInvitation>(tx)
      .updateTable('class_invitations')
      .set({ accepted_by: accountId, email: null })
      .where('id', '=', id)
      .execute();
    await tx.query('/* accept */ delete from letters where invitation_id = $1', [id]);
    await recordAudit(tx, [
      { actorId: accountId, act: 'class.teacher_joined', classId, personId: accountId },
    ]);
    return taught;
  });
}

/** Declines an invitation to the account's address. Throws `invitation_unknown`. */
export function decline(
  pool: Pool,
  { id, proof }: { id: number; proof: AddressProof },
  accountId: number,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    // Plain: the address is compared in the statement.
    const { rows } = await tx.query<{ class_id: number }>(
      `/* decline */ delete from class_invitations i using users u
       where i.id = $1 and u.id = $2 and ${isFor(proof)} and i.accepted_by is null returning i.class_id`,
      [id, accountId],
    );
    if (!rows[0]) throw new AppError('invitation_unknown');
    await recordAudit(tx, [
      { actorId: accountId, act: 'class.invitation_declined', classId: rows[0].class_id },
    ]);
  });
}
