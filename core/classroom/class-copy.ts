import type { Pool } from 'pg';
import { lockClass } from '../access/class-rights.ts';
import { requireRoomFor } from '../access/quotas.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { insertClass } from './class-code.ts';
import { tidyClassName } from './classroom-changes.ts';

/**
 * Makes a class with the decks of another one and the ways to practise them, without its people and exams. Returns its
 * number. Throws `validation_failed` for its name, `too_many_classes` beyond `max`, or `class_not_found`.
 */
export function copyClass(
  pool: Pool,
  { classId, actorId, name, max }: { classId: number; actorId: number; name: string; max: number },
): Promise<number> {
  const clean = tidyClassName(name);
  return inTransaction(pool, async (tx) => {
    await requireRoomFor(tx, 'classes', actorId, max);
    await lockClass(tx, classId, 'shared');
    const id = await insertClass(tx, { teacher_id: actorId, name: clean });
    // Plain: one statement for all decks, in their order; one that is deleted meanwhile is left out.
    await tx.query(
      `insert into class_decks (class_id, deck_id, way, way_required, way_set_at)
       select $1, k.deck_id, k.way, k.way_required, case when k.way is not null then now() end from class_decks k join decks d on d.id = k.deck_id
       where k.class_id = $2 order by k.ordinal for key share of d`,
      [id, classId],
    );
    await recordAudit(tx, [{ actorId, act: 'class.copied', classId: id, details: { from: classId } }]);
    return id;
  });
}
