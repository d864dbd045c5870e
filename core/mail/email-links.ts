import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { orThrow } from '../contract/errors.ts';
import { lockedAsTheyAre } from '../postgres/several-servers.ts';
import type { Db, Tx } from '../postgres/transaction.ts';
import { LINK_MINUTES, LINK_PATHS, type LinkKind } from './email-kinds.ts';

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface LinkOf {
  kind: LinkKind;
  userId: number;
  address: string;
}

/**
 * Makes the link of an email, of 128 bits, of which the database keeps only a digest. One of the same kind that the
 * account had before is no longer good. Returns undefined when the email is gone. Plain SQL: its end is by the clock of
 * the database.
 */
export async function makeLink(
  pool: Pool,
  publicUrl: string,
  { id, kind }: { id: string; kind: LinkKind },
): Promise<string | undefined> {
  const token = randomBytes(16).toString('base64url');
  // Under the lock of the email: what ends the account's emails waits, and then finds the link, too.
  const { rowCount } = await pool.query(
    `/* makeLink */ with email as (select user_id, address from letters where id = $4 ${lockedAsTheyAre()})
     insert into letter_links (digest, kind, user_id, address, ends_at)
     select $1, $2, user_id, address, now() + $3 * interval '1 minute' from email
     on conflict (user_id, kind) do update
       set digest = excluded.digest, address = excluded.address, ends_at = excluded.ends_at`,
    [digestOf(token), kind, LINK_MINUTES[kind], id],
  );
  if (!rowCount) return undefined;
  return new URL(`${LINK_PATHS[kind]}#${token}`, publicUrl).href;
}

/** Returns whose link it is, and uses nothing up. Throws `link_ended`. */
export async function openLink(db: Db, kind: LinkKind, token: string): Promise<LinkOf> {
  const { rows } = await db.query<LinkOf>(
    `/* openLink */ select kind, user_id as "userId", address from letter_links
     where digest = $1 and kind = $2 and ends_at > now()`,
    [digestOf(token), kind],
  );
  return orThrow(rows[0], 'link_ended');
}

/** Uses a link up, in the transaction of what it is good for. Of two at once the later throws `link_ended`. */
export async function useLink(tx: Tx, kind: LinkKind, token: string): Promise<LinkOf> {
  const { rows } = await tx.query<LinkOf>(
    `/* useLink */ delete from letter_links where digest = $1 and kind = $2 and ends_at > now()
     returning kind, user_id as "userId", address`,
    [digestOf(token), kind],
  );
  return orThrow(rows[0], 'link_ended');
}

/** Deletes links that have ended. */
export async function forgetEndedLinks(pool: Pool): Promise<void> {
  await pool.query('/* forgetEndedLinks */ delete from letter_links where ends_at < now()');
}
