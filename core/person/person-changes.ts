import { sql } from 'kysely';
import type { Pool } from 'pg';
import { classesTaughtBy } from '../access/class-rights.ts';
import type { Account } from '../account/account.entity.ts';
import { type FirstPassword, firstPasswords, type Hash } from '../account/first-password.ts';
import { hashPassword } from '../account/password.ts';
import type { SchoolLogin } from '../account/school-login/school-login.entity.ts';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import type { AuditAction } from '../audit/audit-names.ts';
import { AppError } from '../contract/errors.ts';
import { learns, type Role, teaches } from '../contract/roles.ts';
import type { DeckShare } from '../deck/sharing/deck-share.entity.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { AccountChange, ChangedPerson } from './person.schema.ts';

export interface FoundPerson {
  id: number;
  name: string;
  role: Role;
  disabled: boolean;
}

/**
 * Returns the account of an address, a user name or a number; a login comes first. Without one, all that claim the address.
 * Plain SQL: several ways to one account, each by its index.
 */
export async function findPeople(pool: Pool, given: string): Promise<FoundPerson[]> {
  const text = given.trim();
  const { rows } = await pool.query<FoundPerson & { is_claim: boolean }>(
    `/* findPeople */ select id, name, role, disabled_at is not null as disabled, email is null and lower(claimed_email) is not distinct from lower($1) as is_claim
     from users
     where lower(email) = lower($1) or lower(user_name) = lower($1) or id = $2 or lower(claimed_email) = lower($1)
     order by is_claim, id = $2, id`,
    [text, /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0],
  );
  const people = rows[0]?.is_claim ? rows : rows.slice(0, 1);
  return people.map(({ is_claim, ...person }) => person);
}

/** Gives an account a new password, as the operator of the server; undefined when it is gone. */
export async function givePasswordTo(
  pool: Pool,
  person: FoundPerson,
): Promise<(Omit<FoundPerson, 'id'> & { password: string }) | undefined> {
  const [outcome] = await changePeople(pool, {
    actorId: OPERATOR,
    change: 'new_password',
    ids: [person.id],
    hash: hashPassword,
  });
  const { id, ...rest } = person;
  return outcome?.password ? { ...rest, password: outcome.password } : undefined;
}

const users = (tx: Tx) => tables<typeof Account>(tx);

const ACTIONS: Record<AccountChange, AuditAction> = {
  approve: 'person.approved',
  refuse: 'person.refused',
  disable: 'person.disabled',
  enable: 'person.enabled',
  new_password: 'person.password_given',
  end_sessions: 'person.sessions_ended',
  disconnect_school: 'person.school_disconnected',
};

/** One change of administrators at a time: of two at once the later one sees what the earlier has left. */
export const lockAdministrators = (tx: Tx): Promise<unknown> =>
  tx.query(`/* lockAdministrators */ select pg_advisory_xact_lock(hashtext('nho administrators'))`);

/** Locks these people, always in the same order, and returns those that there are. */
const lockPeople = (tx: Tx, ids: readonly number[]) =>
  users(tx)
    .selectFrom('users')
    .select(['id', 'role', 'disabled_at', 'awaits_approval'])
    .where('id', '=', (id) => id.fn.any(id.val([...ids])))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Returns the administrators who can log in. */
async function activeAdministrators(tx: Tx): Promise<Set<number>> {
  const rows = await users(tx)
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const rowOf = (change: AccountChange, hash: string | undefined) => ({
  // Whatever is done to an account, what was begun with it before ends; who is let in just goes on.
  ...(change === 'approve' ? { awaits_approval: false } : { token_version: sql<number>`token_version + 1` }),
  // Somebody refused who is enabled one day waits again.
  ...((change === 'disable' || change === 'refuse') && {
    disabled_at: sql<Date>`coalesce(disabled_at, (select now()))`,
  }),
  ...(change === 'enable' && { disabled_at: null }),
  // By an address that counts as theirs the school's login would connect them again without the password.
  ...(change === 'disconnect_school' && { email_confirmed_at: null }),
  ...(hash !== undefined && { password_hash: hash, must_change_password: true }),
});

/** What nobody does to themselves. */
const NOT_ONESELF: readonly AccountChange[] = ['disable', 'new_password', 'disconnect_school'];

interface Change {
  /** The account that does it; 0 for the operator. */
  actorId: number;
  change: AccountChange;
  ids: readonly number[];
  hash: Hash;
}

/**
 * Changes accounts, each once and with its outcome, in the order of `ids`; who cannot be changed keeps nobody else from
 * it. Of the administrators who can log in one always stays, and nobody disables or gives a password to themselves.
 * People without a password get one when they are disconnected from the school's account.
 */
export async function changePeople(
  pool: Pool,
  { actorId, change, ids: named, hash }: Change,
): Promise<ChangedPerson[]> {
  const ids = [...new Set(named)];
  const isNewPassword = change === 'new_password';
  // Before the transaction: no row is locked while passwords are hashed.
  const given = await givenBy(change, pool, ids, hash);
  return inTransaction(pool, async (tx) => {
    await lockAdministrators(tx);
    const known = new Map((await lockPeople(tx, ids)).map((person) => [person.id, person]));
    const administrators = await activeAdministrators(tx);
    const disconnected =
      change === 'disconnect_school' ? await disconnect(tx, ids, actorId) : new Set<number>();
    const refusal = (id: number): ChangedPerson['refused'] => {
      const person = known.get(id);
      if (!person || (isNewPassword && !given.has(id))) return 'person_not_found';
      if (change === 'disconnect_school' && id !== actorId && !disconnected.has(id)) return 'not_connected';
      const isWaiting = person.awaits_approval && person.disabled_at === null;
      if ((change === 'approve' || change === 'refuse') && !isWaiting) return 'not_waiting';
      if (change === 'disable' && administrators.has(id)) {
        if (administrators.size === 1) return 'last_administrator';
        if (id !== actorId) administrators.delete(id);
      }
      return id === actorId && NOT_ONESELF.includes(change) ? 'own_account' : null;
    };
    const outcomes = ids.map((id) => {
      const refused = refusal(id);
      return { id, refused, password: refused === null ? (given.get(id)?.password ?? null) : null };
    });
    const changed = outcomes.filter(({ refused }) => refused === null).map(({ id }) => id);
    const withPassword = changed.filter((id) => given.has(id));
    for (const id of withPassword)
      await users(tx)
        .updateTable('users')
        .set(rowOf(change, given.get(id)!.hash))
        .where('id', '=', id)
        .execute();
    const others = changed.filter((id) => !given.has(id));
    if (others.length)
      await users(tx)
        .updateTable('users')
        .set(rowOf(change, undefined))
        .where('id', '=', (id) => id.fn.any(id.val(others)))
        .execute();
    await recordAudit(tx, [
      ...changed.map((personId) => ({ actorId, act: ACTIONS[change], personId })),
      ...(isNewPassword ? [] : withPassword).map((personId) => ({
        actorId,
        act: ACTIONS.new_password,
        personId,
      })),
    ]);
    return outcomes;
  });
}

/** Disconnects these people from their accounts of the school, and returns whom; never who asks for it. */
async function disconnect(tx: Tx, ids: readonly number[], actorId: number): Promise<Set<number>> {
  const rows = await tables<typeof SchoolLogin>(tx)
    .deleteFrom('school_logins')
    .where('user_id', '=', (id) => id.fn.any(id.val([...ids])))
    .where('user_id', '<>', actorId)
    .returning('user_id')
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** New passwords for those of these people that there are and whom the change gives one. */
async function givenBy(
  change: AccountChange,
  pool: Pool,
  ids: readonly number[],
  hash: Hash,
): Promise<Map<number, FirstPassword>> {
  if (change !== 'new_password' && change !== 'disconnect_school') return new Map();
  const named = tables<typeof Account>(pool)
    .selectFrom('users')
    .select('id')
    .where('id', '=', (id) => id.fn.any(id.val([...ids])));
  // An account never loses its password, so nobody is left without one.
  const rows = await (change === 'new_password' ? named : named.where('password_hash', 'is', null)).execute();
  const passwords = await firstPasswords(rows.length, hash);
  return new Map(rows.map(({ id }, index) => [id, passwords[index]!]));
}

/**
 * Gives somebody another role and ends their sessions. Throws `person_not_found`, `last_administrator`, `own_account`,
 * or `teacher_has_work` and `student_in_classes` when what they have belongs to their role.
 */
export function changeRole(
  pool: Pool,
  { actorId, personId, role }: { actorId: number; personId: number; role: Role },
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockAdministrators(tx);
    const [person] = await lockPeople(tx, [personId]);
    if (!person) throw new AppError('person_not_found');
    if (person.role === role) return;
    const administrators = await activeAdministrators(tx);
    if (administrators.has(personId) && administrators.size === 1) throw new AppError('last_administrator');
    if (personId === actorId) throw new AppError('own_account');
    await requireNothingOfRole(tx, personId, role);
    await users(tx)
      .updateTable('users')
      .set({ role, awaits_approval: false, token_version: sql<number>`token_version + 1` })
      .where('id', '=', personId)
      .execute();
    // What colleagues share is shared with teachers.
    if (!teaches(role))
      await tables<typeof DeckShare>(tx)
        .deleteFrom('deck_shares')
        .where('teacher_id', '=', personId)
        .execute();
    await recordAudit(tx, [
      { actorId, act: 'person.role_changed', personId, details: { from: person.role, to: role } },
    ]);
  });
}

/** Plain SQL: four questions in one statement. */
async function requireNothingOfRole(tx: Tx, personId: number, role: Role): Promise<void> {
  const { rows } = await tx.query<{ teaches: boolean; owns: boolean; studies: boolean }>(
    `/* requireNothingOfRole */ select exists (${classesTaughtBy('$1')}) or exists (select 1 from exams where teacher_id = $1) as teaches,
       exists (select 1 from decks where user_id = $1) or exists (select 1 from trashed_decks where owner_id = $1) as owns,
       exists (select 1 from class_members where student_id = $1 and status <> 'rejected') as studies`,
    [personId],
  );
  const has = rows[0]!;
  if ((has.teaches && !teaches(role)) || (has.owns && learns(role))) throw new AppError('teacher_has_work');
  if (has.studies && !learns(role)) throw new AppError('student_in_classes');
}
