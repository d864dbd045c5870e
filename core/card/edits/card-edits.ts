import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { requireRoomForCards } from '../../access/quotas.ts';
import { EDITS_SHOWN_MAX } from '../../contract/card-limits.ts';
import { AppError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/iso-time.ts';
import { inTransaction, type Tx, triedAgain } from '../../postgres/transaction.ts';
import { lockEditableDeck } from '../card-editor.ts';
import type { CardEdit, Edit, EditAction } from './card-edit.schema.ts';
import { doEdit } from './card-edit-actions.ts';
import { type CardTrace, undoTrace } from './card-trace.ts';

const DAY_MS = 86_400_000;
/** How long a key is known, so that a repetition does nothing twice. */
const KEPT_MS = 7 * DAY_MS;

/** Whose edit it is, and when it is made or undone. */
export interface EditPlace {
  deckId: number;
  editorId: number;
  now: Date;
}

interface EditRow {
  key: string;
  deck_id: number;
  to_deck_id: number | null;
  editor_id: number;
  content: Buffer;
  act: EditAction;
  cards: number;
  trace: CardTrace;
  made_at: string;
  undone_at: string | null;
}

const toEdit = ({ key, act, cards, made_at }: EditRow): CardEdit => ({
  key,
  act,
  cards,
  made_at: isoTime(made_at),
});

/** The other deck that an edit changes. */
export const otherDeckOf = (edit: Edit): number | null => ('to_deck_id' in edit ? edit.to_deck_id : null);

/**
 * Does something to cards of a deck, all or none, and returns what was done. What was sent before under the key is not
 * done again. Throws what `doEdit` throws, `deck_not_found`, `deck_not_owned`, `same_deck`, `too_many_cards` or
 * `idempotency_conflict`.
 */
export function editCards(
  pool: Pool,
  { deckId, editorId, now }: EditPlace,
  { key, edit }: { key: string; edit: Edit },
): Promise<CardEdit> {
  const content = createHash('sha256').update(JSON.stringify(edit)).digest();
  const toDeckId = otherDeckOf(edit);
  if (toDeckId === deckId) throw new AppError('same_deck');
  return triedAgain(() =>
    inTransaction(pool, async (tx) => {
      await lockDecks(tx, editorId, [deckId, toDeckId]);
      await tx.query('delete from card_edits where editor_id = $1 and made_at < $2', [
        editorId,
        new Date(now.getTime() - KEPT_MS),
      ]);
      const before = await editOf(tx, key);
      if (before) {
        const isSame =
          before.deck_id === deckId && before.editor_id === editorId && before.content.equals(content);
        if (!isSame) throw new AppError('idempotency_conflict');
        return toEdit(before);
      }
      const { cards, trace } = await doEdit(tx, { deckId, editorId }, edit);
      if (toDeckId !== null) await requireRoomForCards(tx, toDeckId);
      const { rows: noted } = await tx.query<EditRow>(
        `insert into card_edits (key, deck_id, to_deck_id, editor_id, content, act, cards, trace, made_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning *`,
        [key, deckId, toDeckId, editorId, content, edit.act, cards, JSON.stringify(trace), now],
      );
      // The same key has come for another deck in this very moment.
      if (!noted[0]) throw new AppError('idempotency_conflict');
      return toEdit(noted[0]);
    }),
  );
}

/** Returns what an account can still undo in a deck, the latest first. What changed nothing is not among it. */
export async function editsToUndo(pool: Pool, { deckId, editorId, now }: EditPlace): Promise<CardEdit[]> {
  const { rows } = await pool.query<EditRow>(
    `select key, act, cards, made_at from card_edits
     where deck_id = $1 and editor_id = $2 and undone_at is null and cards > 0 and made_at > $3
     order by made_at desc, key limit ${EDITS_SHOWN_MAX}`,
    [deckId, editorId, new Date(now.getTime() - DAY_MS)],
  );
  return rows.map(toEdit);
}

/**
 * Undoes an edit in one step. Does nothing the second time. Throws `edit_not_found`, `edit_too_old`, `edit_overtaken`,
 * `too_many_cards`, `deck_not_found` or `deck_not_owned`.
 */
export function undoCardEdit(
  pool: Pool,
  { deckId, editorId, now }: EditPlace,
  key: string,
): Promise<CardEdit> {
  return triedAgain(() =>
    inTransaction(pool, async (tx) => {
      const known = await editOf(tx, key);
      const isOwn = known?.deck_id === deckId && known.editor_id === editorId;
      await lockDecks(tx, editorId, [deckId, isOwn ? known.to_deck_id : null]);
      // Again, since the deck's last holder may have undone it.
      const edit = isOwn ? await editOf(tx, key) : undefined;
      if (!edit) throw new AppError('edit_not_found');
      if (edit.undone_at) return toEdit(edit);
      if (Date.parse(isoTime(edit.made_at)) <= now.getTime() - DAY_MS) throw new AppError('edit_too_old');
      await undoTrace(tx, { deckId, toDeckId: edit.to_deck_id, editorId }, edit.trace);
      await requireRoomForCards(tx, deckId);
      await tx.query('update card_edits set undone_at = $2 where key = $1', [key, now]);
      return toEdit(edit);
    }),
  );
}

async function editOf(tx: Tx, key: string): Promise<EditRow | undefined> {
  const { rows } = await tx.query<EditRow>('select * from card_edits where key = $1', [key]);
  return rows[0];
}

/** Holds the decks of an edit, always in the same order: two that go to and fro never wait for each other. */
async function lockDecks(tx: Tx, editorId: number, ids: (number | null)[]): Promise<void> {
  for (const id of ids.filter((one) => one !== null).sort((a, b) => a - b))
    await lockEditableDeck(tx, id, editorId);
}
