import type { Pool } from 'pg';
import type { ShareRight } from '../access/deck-rights-sql.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { AppError } from '../contract/errors.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';

/** An account that changes cards: of a deck that it may edit, or as an administrator of any. */
export interface CardEditor {
  id: number;
  isAdmin: boolean;
}

/** Where a card is, and who changes it. */
export interface CardPlace {
  deckId: number;
  cardId: number;
  editor: CardEditor;
}

/**
 * Changes a card in one transaction. What an administrator does is written into the audit log with it. Two may change
 * different cards of a deck at once. Throws as `lockEditableDeck` when the right to it has just gone.
 */
export const changingCard = <T>(
  pool: Pool,
  { deckId, cardId, editor }: CardPlace,
  act: 'card.changed' | 'card.deleted',
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async (tx) => {
    await holdForEditor(tx, deckId, editor, 'share');
    const result = await work(tx);
    if (editor.isAdmin)
      await recordAudit(tx, [{ actorId: editor.id, act, deckId, details: { card_id: cardId } }]);
    return result;
  });

/** Holds a deck as `lockEditableDeck` does, but for an administrator, who needs no right to it. */
export async function holdForEditor(
  tx: Tx,
  deckId: number,
  { id, isAdmin }: CardEditor,
  mode?: LockMode,
): Promise<void> {
  if (isAdmin) await nameEditor(tx, id);
  else await lockEditableDeck(tx, deckId, id, mode);
}

type LockMode = 'update' | 'share';

/** SQL: says until the transaction ends whose changes of cards are. The database notes it with what they were. */
const NAME_EDITOR = `set_config('nho.account', $1, true)`;

/** Names the account that changes cards until the transaction ends; without it nobody is named. */
export const nameEditor = (tx: Tx, accountId: number): Promise<unknown> =>
  tx.query(`/* nameEditor */ select ${NAME_EDITOR}`, [String(accountId)]);

/**
 * Holds a deck, and the right of an account to edit it, until the transaction ends: alone, or with others who share it. What
 * is changed then is its doing. Throws `deck_not_found`, `deck_not_owned` or `deck_only_used`.
 */
export async function lockEditableDeck(
  tx: Tx,
  deckId: number,
  editorId: number,
  mode: LockMode = 'update',
): Promise<void> {
  const { rows } = await tx.query<{ user_id: number }>(
    `/* lockEditableDeck */ select user_id, ${NAME_EDITOR} from decks where id = $2 for ${mode}`,
    [String(editorId), deckId],
  );
  if (!rows[0]) throw new AppError('deck_not_found');
  if (rows[0].user_id === editorId) return;
  // A statement after the lock: it sees what its last holder has done.
  const { rows: shares } = await tx.query<{ may: ShareRight }>(
    '/* lockEditableDeck */ select may from deck_shares where deck_id = $1 and teacher_id = $2',
    [deckId, editorId],
  );
  if (!shares[0]) throw new AppError('deck_not_owned');
  if (shares[0].may !== 'edit') throw new AppError('deck_only_used');
}

/** Returns the version that the next change of each of these cards makes. The caller holds their deck. */
export async function nextVersions(tx: Tx, cardIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ id: number; version: number }>(
    `/* nextVersions */ select id, coalesce(version, 0) + 2 as version from unnest($1::integer[]) id left join (
       select card_id, max(version) as version from card_versions where card_id = any ($1) group by 1) v on card_id = id`,
    [cardIds],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}
