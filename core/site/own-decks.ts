import type { Pool } from 'pg';
import { recordAudit } from '../audit/audit-log.ts';
import { inTransaction } from '../postgres/transaction.ts';

/** Changes whether they may. Decks that there are stay as they are. */
export const changeOwnDecks = (
  pool: Pool,
  { students_make_decks: allowed }: { students_make_decks: boolean },
  actorId: number,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      'update site_settings set students_make_decks = $1 where students_make_decks <> $1',
      [allowed],
    );
    if (rowCount) await recordAudit(tx, [{ actorId, act: 'site.own_decks_changed', details: { allowed } }]);
  });
