import type { Pool } from 'pg';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { LEARNERS } from '../postgres/person-sql.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { TRASH_DAYS } from './trash-limits.ts';

/**
 * Deletes for good what has been in the trash for thirty days. Several workers may do so at once: each takes what no other
 * has. What came into the trash with its deck goes with it.
 */
export async function removeOldTrash(pool: Pool): Promise<void> {
  const isOld = `deleted_at <= clock_timestamp() - ${TRASH_DAYS} * interval '1 day'`;
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: number; is_students: boolean }>(
      `delete from trashed_decks where id in (select id from trashed_decks where ${isOld} for update skip locked)
       returning id,
         exists (select from users u where u.id = owner_id and u.role in ${LEARNERS}) as is_students`,
    );
    await recordAudit(
      tx,
      // What students make for themselves is not in the audit log.
      rows
        .filter(({ is_students }) => !is_students)
        .map(({ id }) => ({ actorId: OPERATOR, act: 'deck.deleted_for_good' as const, deckId: id })),
    );
  });
  await pool.query(
    `with gone as (delete from trashed_cards where id in
         (select id from trashed_cards where cause <> 'deck' and ${isOld} for update skip locked) returning id)
     delete from card_versions where card_id in (select id from gone)`,
  );
}
