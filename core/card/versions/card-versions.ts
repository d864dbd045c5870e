import type { Pool } from 'pg';
import { atAnothers, type FileQuota } from '../../access/quotas.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { CARD_FILE_NAMES, cardContentColumns } from '../../contract/card-fields.ts';
import { isoTime } from '../../contract/clock.ts';
import { AppError, orThrow } from '../../contract/errors.ts';
import { inTransaction, type Tx } from '../../postgres/transaction.ts';
import { triedAgain } from '../../postgres/tried-again.ts';
import { type CardPlace, holdForEditor } from '../card-editor.ts';
import type { TableCard } from '../edits/card-edit.schema.ts';
import { type CardRow, contentColumns, lockedCards, toTableCard } from '../edits/card-rows.ts';
import type { CardVersion } from './card-version.schema.ts';

interface VersionRow extends Omit<CardVersion, 'made_at' | 'made_by'> {
  made_at: string | null;
  made_by: number | null;
  made_by_name: string | null;
}

/** Returns a card as it is and its kept earlier states, the latest first. Throws `card_not_found`. */
export async function versionsOfCard(
  pool: Pool,
  { deckId, cardId }: Omit<CardPlace, 'editor'>,
): Promise<CardVersion[]> {
  // A row says when its state ended: the next one began then. Columns that it does not know yet are null.
  const { rows } = await pool.query<VersionRow>(
    `/* versionsOfCard */ with states as (
       select v.version, v.changed_at, v.changed_by, s.*
       from card_versions v, jsonb_populate_record(null::cards, v.was) s where v.deck_id = $1 and v.card_id = $2
       union all
       select ${LATEST_VERSION}, null, null, c.* from cards c where c.deck_id = $1 and c.id = $2
     )
     select s.version, ${cardContentColumns('s')}, coalesce(s.tags, '{}') as tags, s.made_at, s.made_by, u.name as made_by_name
     from (select *,
         case when version = 1 then created_at else lag(changed_at) over by_version end as made_at,
         lag(changed_by) over by_version as made_by
       from states window by_version as (order by version)) s
     left join users u on u.id = s.made_by
     where exists (select 1 from cards where deck_id = $1 and id = $2)
     order by s.version desc`,
    [deckId, cardId],
  );
  if (rows.length === 0) throw new AppError('card_not_found');
  return rows.map(({ made_at, made_by, made_by_name, ...state }) => ({
    ...state,
    made_at: isoTime(made_at),
    made_by: made_by === null ? null : { id: made_by, name: made_by_name ?? '' },
  }));
}

/** The number of what the card $2 is now. */
const LATEST_VERSION = '(select coalesce(max(version), 0) + 1 from card_versions where card_id = $2)';

interface BringBack extends CardPlace {
  version: number;
  /** The version that the card had when it was seen. */
  seen: number;
}

/**
 * Makes a card what it was: a change like any other. Throws `card_not_found`, `version_not_found`, or
 * `card_changed_meanwhile` with the card as it is. Also throws `deck_not_found`, `deck_not_owned`, or what a quota of
 * the deck's owner says.
 */
export function bringBack(pool: Pool, files: FileQuota, change: BringBack): Promise<TableCard> {
  const { deckId, cardId, version, seen, editor } = change;
  return triedAgain(() =>
    inTransaction(pool, async (tx) => {
      await holdForEditor(tx, deckId, editor);
      const now = orThrow((await lockedCards(tx, deckId, [cardId])).get(cardId), 'card_not_found');
      // A statement after the lock: it sees what its last holder has made of the card.
      const { rows: kept } = await tx.query<{ latest: number; was: CardRow | null }>(
        `/* bringBack */ select ${LATEST_VERSION} as latest,
           (select was from card_versions where deck_id = $1 and card_id = $2 and version = $3) as was`,
        [deckId, cardId, version],
      );
      const { latest, was } = kept[0]!;
      if (latest !== seen) throw new AppError('card_changed_meanwhile', { data: toTableCard(now) });
      if (version === latest) return toTableCard(now);
      if (!was) throw new AppError('version_not_found');
      await setToStates(tx, deckId, [{ id: cardId, version }]);
      if (!editor.isAdmin && hasOtherFiles(now, was)) await requireRoom(tx, files, change);
      if (editor.isAdmin)
        await recordAudit(tx, [
          { actorId: editor.id, act: 'card.changed', deckId, details: { card_id: cardId } },
        ]);
      return toTableCard((await lockedCards(tx, deckId, [cardId])).get(cardId)!);
    }),
  );
}

/** A kept earlier state of a card. */
export interface CardState {
  id: number;
  version: number;
}

/** Makes cards of a deck what they were. What a state does not know, since its column is newer, stays as it is. */
export async function setToStates(tx: Tx, deckId: number, states: readonly CardState[]): Promise<void> {
  const list = (await contentColumns(tx)).join(', ');
  const { rows } = await tx.query<{ id: number; was: CardRow }>(
    `/* setToStates */ select s.id, v.was from unnest($1::integer[], $2::integer[]) s (id, version)
       join card_versions v on v.card_id = s.id and v.version = s.version`,
    [states.map(({ id }) => id), states.map(({ version }) => version)],
  );
  await tx.query(
    `/* setToStates */ update cards c set (${list}) = (select ${list} from jsonb_populate_record(c, s.was)), updated_at = now()
     from jsonb_to_recordset($2::jsonb) s (id integer, was jsonb) where c.deck_id = $1 and c.id = s.id`,
    [deckId, JSON.stringify(rows)],
  );
}

const hasOtherFiles = (a: CardRow, b: CardRow): boolean =>
  CARD_FILE_NAMES.some((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

/** Files of earlier states take no room; what comes back does. An administrator's decks have no bound. */
async function requireRoom(
  tx: Tx,
  files: FileQuota,
  { deckId, editor }: Pick<BringBack, 'deckId' | 'editor'>,
): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(
    `/* requireRoom */ select u.id from decks d join users u on u.id = d.user_id where d.id = $1 and u.role <> 'admin'`,
    [deckId],
  );
  const owner = rows[0]?.id;
  if (owner !== undefined) await atAnothers(files.requireWithin(owner, tx), owner === editor.id);
}
