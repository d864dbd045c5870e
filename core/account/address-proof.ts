import type { Tx } from '../postgres/transaction.ts';
import type { Config } from '../process/config.ts';

/** Ends the way in by the school's login of a stranger who registered with an address that nobody has confirmed. */
export const endUnconfirmedLogins = (tx: Tx, userId: number): Promise<unknown> =>
  tx.query(
    `delete from school_logins s using users u
     where s.user_id = $1 and u.id = s.user_id and u.email_confirmed_at is null`,
    [userId],
  );

/** Whose an address is: where emails are sent, the account that has confirmed it by one; elsewhere, the one that has it. */
export type AddressProof = 'confirmed' | 'had';

export const addressProofOf = ({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): AddressProof =>
  SMTP_URL === undefined ? 'had' : 'confirmed';

/** SQL: since when the address of an account (`users` under this name) is theirs; null while it is not. */
export const addressIsTheirsSince = (proof: AddressProof, users: string): string =>
  `${users}.${proof === 'confirmed' ? 'email_confirmed_at' : 'email_set_at'}`;
