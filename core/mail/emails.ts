import type { Pool } from 'pg';
import type { DeleteReason } from '../account/account.schema.ts';
import type { Db, Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { Locale } from '../text/locale.ts';
import type { Email } from './email.entity.ts';
import type { EmailKind } from './email-kinds.ts';

export interface NewEmail {
  kind: EmailKind;
  userId: number;
  address: string;
  /** Of the page that asked for it. */
  language?: Locale | undefined;
}

/** Puts an email where the workers find it, in the transaction of what it reports: neither is there without the other. */
export async function queueEmail(db: Db, { kind, userId, address, language }: NewEmail): Promise<void> {
  await tables<typeof Email>(db)
    .insertInto('letters')
    .values({ kind, user_id: userId, address, language: language ?? null })
    .execute();
}

/**
 * Puts an email to the address with which an account was registered: it asks whether the address is its reader's. Where an
 * account has the address already, the email goes to that account's owner, and says so. Either is one statement: the caller
 * learns nothing.
 */
export async function queueRegistrationEmail(tx: Tx, given: Omit<NewEmail, 'kind'>): Promise<void> {
  const { userId, address, language } = given;
  await tx.query(
    `/* queueRegistrationEmail */ insert into letters (kind, user_id, address, language)
     select case when u.id is null then 'confirm_email' else 'address_in_use' end, coalesce(u.id, $1), coalesce(u.email, $2), $3
     from (values (1)) one left join users u on lower(u.email) = lower($2) and u.id <> $1`,
    [userId, address, language ?? null],
  );
}

/**
 * Puts an email with a link to a new password to the account of this address. Without one it goes to the account that claims
 * the address and was used last. A disabled account gets none. In the transaction that counts it: what waits for the disk is
 * one commit, whether there is an email or not, so that time shows nothing.
 */
export async function queuePasswordEmail(
  tx: Tx,
  { email, language }: { email: string; language?: Locale | undefined },
): Promise<void> {
  await tx.query(
    `/* queuePasswordEmail */ insert into letters (kind, user_id, address, language)
     select 'new_password', id, coalesce(email, claimed_email), $2 from (
       select * from users where lower(email) = lower($1) or lower(claimed_email) = lower($1)
       order by email is null, disabled_at is not null, coalesce(seen_at, created_at) desc, id desc limit 1) u
     where disabled_at is null`,
    [email.trim(), language ?? null],
  );
}

/** Puts an email to the address that is invited to teach a class, whether anybody here has it or not. */
export async function queueInvitationEmail(tx: Tx, invitationId: number, address: string): Promise<void> {
  await tables<typeof Email>(tx)
    .insertInto('letters')
    .values({ kind: 'class_invitation', invitation_id: invitationId, address })
    .execute();
}

/** Days before its end from which on an account's owner is informed. */
const INFORMED_DAYS = 5;
/** Owners that one poll informs: the rest follows with the next. */
const INFORMED_AT_ONCE = 500;

/**
 * Puts an email to everybody whose account is erased within five days and whose address is theirs: one for each day that it
 * was to be. Of two workers at once each puts other emails.
 */
export async function queueEmailsOfEnd(pool: Pool): Promise<void> {
  await pool.query(
    `/* queueEmailsOfEnd */ with informed as (
       update users set told_delete_at = delete_at where id in (
         select id from users
         where delete_at > clock_timestamp() and delete_at <= clock_timestamp() + $1 * interval '1 day'
           and told_delete_at is distinct from delete_at and email is not null and email_confirmed_at is not null
         order by delete_at, id limit $2 for no key update skip locked)
       returning id, email)
     insert into letters (kind, user_id, address) select 'account_goes', id, email from informed`,
    [INFORMED_DAYS, INFORMED_AT_ONCE],
  );
}

/** An email whose turn it is. */
export interface DueEmail extends Omit<NewEmail, 'language' | 'userId'> {
  id: string;
  /** Null while the address is not confirmed as an account's. */
  name: string | null;
  language: Locale;
  tries: number;
  /** It was put there more than a day ago: what it says is old, and the mail server takes none. */
  isOld: boolean;
  /** Of whose account has the address still and is to be erased: when, and who wanted it. */
  end: { at: Date; reason: DeleteReason; timeZone: string } | null;
}

/**
 * Takes the next email that is due, and leaves it to others again if nothing becomes of it: after a minute, then two, four,
 * up to an hour. So a worker that dies with an email in its hands loses none. Undefined when none is due.
 */
export async function takeEmail(pool: Pool): Promise<DueEmail | undefined> {
  const { rows } = await pool.query<
    DueEmail & { deleteAt: Date | null; reason: DeleteReason; timeZone: string }
  >(
    `/* takeEmail */ with due as materialized (
       select id, now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(tries, 6)) as next_try_at
       from letters where next_try_at <= now() order by letters.next_try_at for update skip locked limit 1),
     taken as (
       update letters t set tries = tries + 1, next_try_at = due.next_try_at from due where t.id = due.id
       returning t.*)
     select t.id, t.kind, t.address, t.tries,
       t.created_at < now() - interval '1 day' as "isOld",
       case when lower(u.email) = lower(t.address) and u.email_confirmed_at is not null then u.name end as name,
       coalesce(u.language, t.language, 'vi') as language,
       case when lower(u.email) = lower(t.address) then u.delete_at end as "deleteAt", u.delete_reason as reason,
       u.time_zone as "timeZone"
     from taken t left join users u on u.id = coalesce(t.user_id,
       (select id from users where lower(email) = lower(t.address) and email_confirmed_at is not null))`,
  );
  if (!rows[0]) return undefined;
  const { deleteAt, reason, timeZone, ...email } = rows[0];
  return { ...email, end: deleteAt && { at: new Date(deleteAt), reason, timeZone } };
}

/** Ends an email that was sent, or that nobody takes. */
export async function endEmail(pool: Pool, id: string): Promise<void> {
  await tables<typeof Email>(pool).deleteFrom('letters').where('id', '=', id).execute();
}

/** Returns for how many seconds the oldest email has waited; 0 when none waits. */
export async function longestWait(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    '/* longestWait */ select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds from letters',
  );
  return rows[0]!.seconds;
}
