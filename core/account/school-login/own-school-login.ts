import type { Pool } from 'pg';
import { AppError } from '../../errors.ts';
import { isoTime } from '../../iso-time.ts';
import type { OwnSchoolLogin } from './school-login.schema.ts';

/** Plain SQL: an account with what is connected, if anything is. */
export async function ownSchoolLogin(pool: Pool, accountId: number): Promise<OwnSchoolLogin> {
  const { rows } = await pool.query<{ email: string | null; since: string | null; has_password: boolean }>(
    `select s.email, s.connected_at as since, u.password_hash is not null as has_password
     from users u left join school_logins s on s.user_id = u.id where u.id = $1`,
    [accountId],
  );
  const { email, since, has_password } = rows[0]!;
  return { connected: since === null ? null : { email, since: isoTime(since) }, has_password };
}

/**
 * Disconnects what is connected. Throws `school_login_only_way` for an account without a password. Plain SQL: the
 * statement that disconnects is the one that looks.
 */
export async function disconnectAccount(pool: Pool, accountId: number): Promise<void> {
  const { rowCount } = await pool.query(
    `delete from school_logins s using users u
     where s.user_id = $1 and u.id = s.user_id and u.password_hash is not null`,
    [accountId],
  );
  if (rowCount) return;
  const { connected } = await ownSchoolLogin(pool, accountId);
  if (connected) throw new AppError('school_login_only_way');
}
