import { randomBytes } from 'node:crypto';
import type { Tx } from '../postgres/transaction.ts';
import type { Account } from './account.entity.ts';
import { createAccount, users } from './account.ts';
import { hashPassword } from './password.ts';

/** Of the administrator whose address was not configured. */
const DEFAULT_EMAIL = 'admin@localhost';

export interface FirstAdministrator {
  account: Account;
  /** Set when it was made here: the only moment at which it is known. */
  generatedPassword: string | undefined;
}

/** Makes the administrator when there is none; returns undefined when there is one. */
export async function ensureAdministrator(
  tx: Tx,
  options: { email?: string | undefined; password?: string | undefined; timeZone: string },
): Promise<FirstAdministrator | undefined> {
  const known = await users(tx)
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .execute();
  if (known.length) return undefined;
  const generatedPassword = options.password ? undefined : randomBytes(12).toString('base64url');
  const account = await createAccount(tx, {
    name: 'Admin',
    email: options.email ?? DEFAULT_EMAIL,
    passwordHash: await hashPassword(options.password ?? generatedPassword!),
    role: 'admin',
    timeZone: options.timeZone,
  });
  return { account, generatedPassword };
}
