import type { Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { Act } from './audit.entity.ts';
import type { ActName } from './audit-names.ts';

/** The actor of what the operator of the server does, without an account. */
export const OPERATOR = 0;

/** What somebody did, and to what. */
export interface NewAct {
  actorId: number;
  act: ActName;
  personId?: number;
  classId?: number;
  deckId?: number;
  examId?: number;
  /** No names, titles or other texts of people, no passwords: the book is kept when people leave. */
  details?: Record<string, string | number | boolean | null>;
}

/** Writes acts into the book, in the transaction that does them: neither is there without the other. */
export async function recordActs(tx: Tx, acts: readonly NewAct[]): Promise<void> {
  if (acts.length === 0) return;
  await tables<typeof Act>(tx)
    .insertInto('acts')
    .values(
      acts.map(({ actorId, act, personId, classId, deckId, examId, details = {} }) => ({
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
