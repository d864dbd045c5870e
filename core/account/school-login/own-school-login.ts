import type { Pool } from 'pg';
import { recordAudit } from '../../audit/audit-log.ts';
import { AppError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/iso-time.ts';
import { inTransaction } from '../../postgres/transaction.ts';
import { tables } from '../../postgres/typed-tables.ts';
import type { SchoolLogin } from './school-login.entity.ts';
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

/** Throws `school_login_connected` for an account that is connected: nothing is replaced silently. */
export async function requireUnconnected(pool: Pool, accountId: number): Promise<void> {
  const { connected } = await ownSchoolLogin(pool, accountId);
  if (connected) throw new AppError('school_login_connected');
}

/** Throws `school_login_only_way` for an account without a password. */
export async function requireOtherWay(pool: Pool, accountId: number): Promise<void> {
  const { has_password } = await ownSchoolLogin(pool, accountId);
  if (!has_password) throw new AppError('school_login_only_way');
}

/** Disconnects what is connected. The caller has proved by the password who it is. */
export const disconnectAccount = (pool: Pool, accountId: number): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const gone = await tables<typeof SchoolLogin>(tx)
      .deleteFrom('school_logins')
      .where('user_id', '=', accountId)
      .executeTakeFirst();
    if (gone.numDeletedRows)
      await recordAudit(tx, [{ actorId: accountId, act: 'person.school_disconnected', personId: accountId }]);
  });
