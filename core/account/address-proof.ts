import { sql } from 'kysely';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError, orThrow } from '../contract/errors.ts';
import { isUniqueViolation } from '../postgres/postgres-error.ts';
import type { Tx } from '../postgres/transaction.ts';
import { type Given, tables } from '../postgres/typed-tables.ts';
import type { Config } from '../process/config.ts';
import type { Account } from './account.entity.ts';

/** Whose an address is: where emails are sent, the account that has confirmed it by one; elsewhere, the one that has it. */
export type AddressProof = 'confirmed' | 'had';

export const addressProofOf = ({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): AddressProof =>
  SMTP_URL === undefined ? 'had' : 'confirmed';

/** SQL: since when the address of an account (`users` under this name) is theirs; null while it is not. */
export const addressIsTheirsSince = (proof: AddressProof, users: string): string =>
  `${users}.${proof === 'confirmed' ? 'email_confirmed_at' : 'email_set_at'}`;

const addressTaken = (): AppError =>
  new AppError('email_taken', { errors: { email: ['An account with this email address already exists'] } });

/** An account whose address has just been confirmed. */
export interface ConfirmedAddress {
  account: Account;
  /** Nobody had shown before whose the account is: what was begun with it has ended, its sessions too. */
  isFirst: boolean;
  /** The address that the account had; null for one that was only claimed. */
  before: string | null;
}

/**
 * Gives an account an address that its reader has just shown to be theirs, by whatever way. An account that a school made
 * becomes its owner's own. Until the first confirmation a stranger may have made the account, or used it: all that was
 * begun with it before ends. Throws `link_ended` for an account that is disabled or gone, and `email_taken`.
 */
export async function confirmAddress(tx: Tx, accountId: number, address: string): Promise<ConfirmedAddress> {
  const { rows } = await tx.query<{ before: string | null; isFirst: boolean; isSame: boolean }>(
    `/* confirmAddress */ select email as before, email_confirmed_at is null as "isFirst",
       email is not null and lower(email) = lower($2) as "isSame"
     from users where id = $1 and disabled_at is null for update`,
    [accountId, address],
  );
  const { before, isFirst, isSame } = orThrow(rows[0], 'link_ended');
  if (isFirst) await endWhatWasBegun(tx, accountId);
  const now = sql<Date>`now()`;
  // The address before the sessions end: of the links and emails those to any other one end with them.
  const account = await setAddress(tx, accountId, address, {
    made_in_class_id: null,
    email_set_at: isSame ? undefined : now,
    email_confirmed_at: isSame ? sql<Date>`coalesce(email_confirmed_at, (select now()))` : now,
    token_version: isFirst ? sql<number>`token_version + 1` : undefined,
  });
  if (!isSame) await endPasswordLink(tx, accountId);
  return { account, isFirst, before };
}

/** Ends the link to a new password of an account whose address changes: it went to the address before. */
const endPasswordLink = async (tx: Tx, accountId: number): Promise<void> =>
  void (await tx.query(
    `/* endPasswordLink */ delete from letter_links where user_id = $1 and kind = 'new_password'`,
    [accountId],
  ));

/** Gives an account an address that nobody has confirmed, where nobody can. Throws `email_taken`. */
export async function setUnconfirmedAddress(tx: Tx, accountId: number, address: string): Promise<void> {
  await setAddress(tx, accountId, address, { email_set_at: sql<Date>`now()`, email_confirmed_at: null });
  await endPasswordLink(tx, accountId);
}

/** What goes along with a new address. */
type WithAddress = Given<
  Pick<Account, 'made_in_class_id' | 'email_set_at' | 'email_confirmed_at' | 'token_version'>
>;

async function setAddress(tx: Tx, accountId: number, address: string, more: WithAddress): Promise<Account> {
  try {
    return await tables<typeof Account>(tx)
      .updateTable('users')
      .set({ email: address, claimed_email: null, ...more })
      .where('id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    throw isUniqueViolation(error) ? addressTaken() : error;
  }
}

/** Sessions, and the emails and links to other addresses, end by the token's version. */
async function endWhatWasBegun(tx: Tx, accountId: number): Promise<void> {
  await tx.query('/* endWhatWasBegun */ delete from school_logins where user_id = $1', [accountId]);
  await tx.query('/* endWhatWasBegun */ delete from school_visits where user_id = $1', [accountId]);
  // The making of one hears that its row is gone; the stored one goes with what nothing refers to.
  await tx.query('/* endWhatWasBegun */ delete from own_data_files where user_id = $1', [accountId]);
  const { rowCount } = await tx.query(
    `/* endWhatWasBegun */ update users set delete_at = null, delete_reason = null where id = $1 and delete_reason = 'own'`,
    [accountId],
  );
  if (rowCount) await recordAudit(tx, [{ actorId: accountId, act: 'person.kept', personId: accountId }]);
}
