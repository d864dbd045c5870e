import type { Pool } from 'pg';
import { lockOpenClass } from '../access/class-rights.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import type { ClassWay } from '../deck/deck.schema.ts';
import { inTransaction } from '../postgres/transaction.ts';

/**
 * Says how a class practises a deck; null leaves it to each student. What is said already stays as it was said, and is no
 * entry of the audit log. Throws `deck_not_in_class`, or as `lockOpenClass` does.
 */
export function setClassWay(
  pool: Pool,
  { classId, deckId }: { classId: number; deckId: number },
  given: ClassWay | null,
  actorId: number,
): Promise<void> {
  const [way, isRequired] = [given?.way ?? null, given?.is_required ?? null];
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId);
    // Plain: whether it was another way is known only by the row as it was.
    const { rows } = await tx.query<{ isOther: boolean }>(
      `with before as (select way, way_required from class_decks where class_id = $1 and deck_id = $2 for no key update)
       , changed as (
         update class_decks k set way = $3::text, way_required = $4::boolean, way_set_at = case when $3::text is not null then now() end
         from before b where k.class_id = $1 and k.deck_id = $2
           and (b.way, b.way_required) is distinct from ($3::text, $4::boolean) returning k.deck_id)
       select exists (select from changed) as "isOther" from before`,
      [classId, deckId, way, isRequired],
    );
    if (!rows[0]) throw new AppError('deck_not_in_class');
    if (!rows[0].isOther) return;
    const details = { way, is_required: isRequired };
    await recordAudit(tx, [{ actorId, act: 'class.deck_way_set', classId, deckId, details }]);
  });
}
