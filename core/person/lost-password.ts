import type { Pool } from 'pg';
import { hashPassword } from '../account/password.ts';
import { OPERATOR } from '../audit/audit-log.ts';
import type { Role } from '../contract/roles.ts';
import { changePeople } from './person-changes.ts';

export interface FoundPerson {
  id: number;
  name: string;
  role: Role;
  disabled: boolean;
}

export interface GivenPassword {
  name: string;
  role: Role;
  password: string;
  /** The account stays disabled. */
  disabled: boolean;
}

/**
 * Returns the account of an address, a user name or a number; a login comes first. Undefined when there is none. Plain SQL:
 * two ways to one account, each by its index.
 */
export async function findPerson(pool: Pool, given: string): Promise<FoundPerson | undefined> {
  const text = given.trim();
  const { rows } = await pool.query<FoundPerson>(
    `select id, name, role, disabled_at is not null as disabled from users
     where lower(email) = lower($1) or lower(user_name) = lower($1) or id = $2
     order by id = $2 limit 1`,
    [text, /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0],
  );
  return rows[0];
}

/** Gives an account a new password, as the operator of the server; undefined when there is none. */
export async function givePasswordTo(pool: Pool, login: string): Promise<GivenPassword | undefined> {
  const person = await findPerson(pool, login);
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
