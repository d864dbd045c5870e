import type { Pool } from 'pg';
import { classesTaughtBy } from '../access/class-rights.ts';
import { mayStudy } from '../access/deck-rights-sql.ts';
import type { KnownAccount } from '../access/directory.ts';
import { isoTime } from '../contract/clock.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { ofStudent } from '../log/position.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import { type Deck, languagesOf, type OfficialDeck } from './deck.schema.ts';

type Extra =
  | 'front_language'
  | 'back_language'
  | 'settings'
  | 'shared'
  | 'colleague_count'
  | 'received'
  | 'tags';
type DeckRow = Omit<Deck, 'has_settings' | Extra> & { [E in Extra]: NonNullable<Deck[E]> | null };

/** Plain SQL: counts and the caller's settings come with each deck, in a statement that is prepared once. */
const SELECT = `
  select d.id, d.title, d.description, d.display_back_first, d.lenient_typing, d.is_official, d.official_button_label, d.user_id,
    d.front_language, d.back_language,
    d.created_at, d.updated_at, (select count(*) from cards c where c.deck_id = d.id)::integer as card_count,
    (select count(*) from class_decks k
      where k.deck_id = d.id and (d.user_id = $1 or k.class_id in (${classesTaughtBy('$1')})))::integer as class_count,
    case when s.deck_id is not null then json_strip_nulls(json_build_object('way', nullif(s.way, 'turning'),
      'new_cards_per_day', s.new_cards_per_day, 'max_cards_per_day', s.max_cards_per_day)) end as settings,
    (select json_build_object('may', h.may, 'owner_name', o.name) from deck_shares h
      join users o on o.id = d.user_id where h.deck_id = d.id and h.teacher_id = $1) as shared,
    case when d.user_id = $1 then
      (select nullif(count(*), 0)::integer from deck_shares h where h.deck_id = d.id) end as colleague_count,
    case when d.user_id = $1 then nullif(d.tags, '{}') end as tags,
    case when d.user_id = $1 then
      (select json_build_object('from_name', f.name, 'at', d.received_at) from users f
        where f.id = d.received_from) end as received
  from decks d left join deck_settings s on s.deck_id = d.id and ${ofStudent('s', '$1')}`;

function toDeck({
  front_language,
  back_language,
  settings,
  shared,
  colleague_count,
  received,
  tags,
  ...row
}: DeckRow): Deck {
  return {
    ...row,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    has_settings: settings !== null,
    ...languagesOf({ front_language, back_language }),
    ...(settings && { settings }),
    ...(shared && { shared }),
    ...(colleague_count && { colleague_count }),
    ...(tags && { tags }),
    ...(received && { received: { ...received, at: isoTime(received.at) } }),
  };
}

/**
 * The decks that an account owns, those shared with it or of its classes, and the official ones; these first, by title.
 */
export async function readableDecks(
  pool: Pool,
  account: KnownAccount,
  page?: PageQuery,
): Promise<Page<Deck>> {
  const query = {
    name: 'readable_decks',
    text: `${SELECT} where ${mayStudy('d', '$1')}
           order by d.is_official desc, d.title, d.id`,
    values: [account.id],
  };
  return mapPage(await readPage<DeckRow>(pool, query, page), toDeck);
}

/** One deck with the caller's settings; undefined when there is none. Whether it may be read is the caller's check. */
export async function deckById(pool: Pool, account: KnownAccount, deckId: number): Promise<Deck | undefined> {
  const { rows } = await pool.query<DeckRow>({
    name: 'deck_by_id',
    text: `${SELECT} where d.id = $2`,
    values: [account.id, deckId],
  });
  return rows[0] && toDeck(rows[0]);
}

/** The official decks, in the order in which they were made. */
export const officialDecks = (pool: Pool, page?: PageQuery): Promise<Page<OfficialDeck>> =>
  readPage(
    pool,
    {
      name: 'official_decks',
      text: `select d.id, d.title, d.description, d.official_button_label,
               (select count(*) from cards c where c.deck_id = d.id)::integer as card_count
             from decks d where d.is_official order by d.id`,
      values: [],
    },
    page,
  );
