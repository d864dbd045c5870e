import type { Pool } from 'pg';
import { AppError } from '../../contract/errors.ts';
import { inTransaction } from '../../postgres/transaction.ts';
import { connectedAccount } from './school-login.ts';
import { consume, identityOf, type VisitKey } from './school-visit.ts';

/**
 * Uses up the proof that the owner of an account has just logged in at the school once more: it counts as the password does.
 * Throws `school_login_gone`, or `school_login_other` for an account of the school that is not connected with this one.
 */
export async function proveBySchool(pool: Pool, accountId: number, key: VisitKey): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const identity = await identityOf(tx, key, { userId: accountId, confirms: true });
    await consume(tx, key);
    if ((await connectedAccount(tx, identity)) !== accountId) throw new AppError('school_login_other');
  });
}
