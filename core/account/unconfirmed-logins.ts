import type { Tx } from '../postgres/transaction.ts';

/** Ends the way in by the school's login of a stranger who registered with an address that nobody has confirmed. */
export const endUnconfirmedLogins = (tx: Tx, userId: number): Promise<unknown> =>
  tx.query(
    `delete from school_logins s using users u
     where s.user_id = $1 and u.id = s.user_id and u.email_confirmed_at is null`,
    [userId],
  );
