import type { Pool } from 'pg';
import { classesTaughtBy } from '../class-rights.ts';
import { mayStudy } from '../deck-rights.ts';
import type { KnownAccount } from '../directory.ts';
import { isoTime } from '../iso-time.ts';
import { mapPage, type Page, readPage } from '../page.ts';
import type { PageQuery } from '../page-query.ts';
import type { Deck, DeckSettings, OfficialDeck } from './deck.schema.ts';

interface DeckRow extends Omit<Deck, 'has_settings' | 'settings'> {
  settings: DeckSettings | null;
}

/** Plain SQL: counts and the caller's settings come with each deck, in a statement that is prepared once. */
const SELECT = `
  select d.id, d.title, d.description, d.display_back_first, d.is_official, d.official_button_label, d.user_id,
    d.created_at, d.updated_at, (select count(*) from cards c where c.deck_id = d.id)::integer as card_count,
    (select count(*) from class_decks k
      where k.deck_id = d.id and (d.user_id = $1 or k.class_id in (${classesTaughtBy('$1')})))::integer as class_count,
    case when s.deck_id is not null then json_build_object(
      'new_cards_per_day', s.new_cards_per_day, 'max_cards_per_day', s.max_cards_per_day) end as settings
  from decks d left join deck_settings s on s.deck_id = d.id and s.student_id = $1`;

function toDeck({ settings, ...row }: DeckRow): Deck {
  return {
    ...row,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    has_settings: settings !== null,
    ...(settings && { settings }),
  };
}

/** The decks that an account owns, those of the classes it is in, and the official ones; these first, by title. */
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
