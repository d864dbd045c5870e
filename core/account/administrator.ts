import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Account } from './account.entity.ts';
import { createAccount } from './account.ts';

/** Of the administrator whose address was not configured. */
const DEFAULT_EMAIL = 'admin@localhost';

export interface FirstAdministrator {
  account: Account;
  /** Set when it was made here: the only moment at which it is known. */
  generatedPassword: string | undefined;
}

/** Makes the administrator when there is none; returns undefined when there is one. */
export async function ensureAdministrator(
  em: EntityManager,
  options: { email?: string | undefined; password?: string | undefined; timeZone: string },
): Promise<FirstAdministrator | undefined> {
  if (await em.count(Account, { role: 'admin' })) return undefined;
  const generatedPassword = options.password ? undefined : randomBytes(12).toString('base64url');
  const account = await createAccount(em, {
    name: 'Admin',
    email: options.email ?? DEFAULT_EMAIL,
    password: options.password ?? generatedPassword!,
    role: 'admin',
    timeZone: options.timeZone,
  });
  return { account, generatedPassword };
}
