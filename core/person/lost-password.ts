import type { Pool } from 'pg';
import { hashPassword } from '../account/password.ts';
import type { Role } from '../account/roles.ts';
import { OPERATOR } from '../act/act.ts';
import { changePeople } from './person-changes.ts';

export interface GivenPassword {
  name: string;
  role: Role;
  password: string;
  /** The account stays disabled. */
  disabled: boolean;
}

/**
 * Gives the account of an address or a user name a new password, as the operator of the server; undefined when there
 * is none. Plain SQL: two ways to one account, each by its index.
 */
export async function givePasswordTo(pool: Pool, login: string): Promise<GivenPassword | undefined> {
  const { rows } = await pool.query<{ id: number; name: string; role: Role; disabled: boolean }>(
    `select id, name, role, disabled_at is not null as disabled from users
     where lower(email) = lower($1) or lower(user_name) = lower($1)`,
    [login.trim()],
  );
  const [person] = rows;
  if (!person) return undefined;
  const [outcome] = await changePeople(pool, {
    actorId: OPERATOR,
    change: 'new_password',
    ids: [person.id],
    hash: hashPassword,
  });
  const { id, ...rest } = person;
  return outcome?.password ? { ...rest, password: outcome.password } : undefined;
}
