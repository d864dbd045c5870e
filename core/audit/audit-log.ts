import type { Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { AuditEntry } from './audit.entity.ts';
import type { AuditAction } from './audit-names.ts';

/** The actor of what the operator of the server does, without an account. */
export const OPERATOR = 0;

/** What somebody did, and to what. */
export interface NewAuditEntry {
  actorId: number;
  act: AuditAction;
  personId?: number;
  classId?: number;
  deckId?: number;
  examId?: number;
  /** No names, titles or other texts of people, no passwords: the log is kept when people leave. */
  details?: Record<string, string | number | boolean | null>;
}

/** Writes entries into the audit log, in the transaction that does them: neither is there without the other. */
export async function recordAudit(tx: Tx, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tables<typeof AuditEntry>(tx)
    .insertInto('acts')
    .values(
      entries.map(({ actorId, act, personId, classId, deckId, examId, details = {} }) => ({
        actor_id: actorId,
        act,
        person_id: personId ?? null,
        class_id: classId ?? null,
        deck_id: deckId ?? null,
        exam_id: examId ?? null,
        details: JSON.stringify(details) as never,
      })),
    )
    .execute();
}
