import type { Pool } from 'pg';
import type { KnownAccount } from '../access/directory.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { administers } from '../contract/roles.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import type { TrashedCard, TrashedDeck } from './trash.schema.ts';
import { IS_KEEPER } from './trash-decks.ts';
import { TRASH_DAYS } from './trash-limits.ts';

/** Plain SQL: JSON of rows, names and counts in one statement. */
const THROWN = `t.deleted_at, t.deleted_at + ${TRASH_DAYS} * interval '1 day' as kept_until, b.name as deleted_by`;

const withTimes = <Row extends { deleted_at: string; kept_until: string }>(row: Row): Row => ({
  ...row,
  deleted_at: isoTime(row.deleted_at),
  kept_until: isoTime(row.kept_until),
});

/** Returns the deleted decks that an account looks after, the latest first. */
export const trashedDecks = async (
  pool: Pool,
  account: KnownAccount,
  query: PageQuery,
): Promise<Page<TrashedDeck>> =>
  mapPage(
    await readPage<TrashedDeck>(
      pool,
      {
        name: 'trashed_decks',
        text: `select t.id, t."row" ->> 'title' as title, (t."row" ->> 'is_official')::boolean as is_official,
            (select count(*) from trashed_cards c where c.trashed_deck_id = t.id and c.cause = 'deck')::integer as card_count,
            (select count(*) from trashed_rows r join classes c on c.id = (r."row" ->> 'class_id')::integer
              where r.deck_id = t.id and r.table_name = 'class_decks')::integer as class_count,
            json_build_object('id', o.id, 'name', o.name) as owner, ${THROWN}
          from trashed_decks t join users o on o.id = t.owner_id left join users b on b.id = t.deleted_by
          where ${IS_KEEPER} order by t.deleted_at desc, t.id desc`,
        values: [account.id, administers(account.role)],
      },
      query,
    ),
    withTimes,
  );

/** Returns the deleted cards of a deck, the latest first, those of one moment as they stood in the deck. */
export const trashedCards = async (
  pool: Pool,
  deckId: number,
  query: PageQuery,
): Promise<Page<TrashedCard>> =>
  mapPage(
    await readPage<TrashedCard>(
      pool,
      {
        name: 'trashed_cards',
        text: `select t.id, t."row" ->> 'front' as front, t."row" ->> 'back' as back, t.cause, ${THROWN}
          from trashed_cards t left join users b on b.id = t.deleted_by
          where t.deck_id = $1 order by t.deleted_at desc, (t."row" ->> 'ordinal')::integer, t.id`,
        values: [deckId],
      },
      query,
    ),
    withTimes,
  );
