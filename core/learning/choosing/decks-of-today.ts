import type { Pool } from 'pg';
import { decksOfClassesInUse, mayStudy } from '../../access/deck-rights-sql.ts';
import {
  DEFAULT_DECK_SETTINGS,
  type DeckLanguages,
  type GivenWay,
  type Way,
} from '../../deck/deck.schema.ts';
import { ofStudent } from '../../log/position.ts';
import { givenWay, heldWay } from '../answering/held-way.ts';
import { learntCards } from '../progress/review-schedule.projection.ts';
import type { StudyCard } from '../study-card.schema.ts';
import { isAside } from './card-marks.ts';
import { todaysCards } from './daily-limits.ts';

/** Whose study, on which study day of theirs. */
export interface TodayScope {
  studentId: number;
  today: string;
  /** Decks of which the student is known to have met every card: no new ones are looked for. */
  metDecks?: number[];
}

/** A deck that is a student's own to study: of a class, or begun. */
export interface DeckToStudy {
  id: number;
  title: string;
  backFirst: boolean;
  languages: DeckLanguages;
  lenient: boolean;
  /** The student's own choice. */
  way: Way | null;
  classWay: GivenWay | null;
}

/** A deck to study, with what is left of it on a day. */
export interface DeckOfToday extends DeckToStudy {
  /** Within the limits. */
  due: number;
  new: number;
  /** Different cards answered on that day. */
  studied: number;
  /** New cards were looked for, and there is none. */
  isMet: boolean;
}

interface LoadRow extends DeckToStudy {
  newCardsPerDay: number;
  maxCardsPerDay: number;
  due: number;
  unseen: number;
  wanted: number;
  introducedToday: number;
  studiedToday: number;
  hasAside: boolean;
}

/** So many cards at the end of a deck are looked at one by one. */
const TAIL = 50;

/** SQL: a `DeckToStudy` of the student `$1`, from decks `d` and settings `s`. */
const DECK = `d.id, d.title, d.display_back_first as "backFirst", d.lenient_typing as lenient, s.way, ${givenWay('$1', 'd.id')} as "classWay",
  json_strip_nulls(json_build_object('front_language', d.front_language, 'back_language', d.back_language)) as languages`;

/** SQL: decks `d` that are the student's to study. */
const IS_TO_STUDY = `(d.id in (${decksOfClassesInUse('$1')})
  or (${mayStudy('d', '$1')} and exists (
    select 1 from deck_stats b where ${ofStudent('b', '$1')} and b.deck_id = d.id
    union all
    select 1 from review_schedule b where ${ofStudent('b', '$1')} and b.deck_id = d.id)))`;

/** Returns the decks of a student's classes and those that they have begun and may study. */
export async function decksToStudy(pool: Pool, studentId: number): Promise<DeckToStudy[]> {
  const { rows } = await pool.query<DeckToStudy>({
    name: 'decks_to_study',
    text: `select ${DECK} from decks d left join deck_settings s on ${ofStudent('s', '$1')} and s.deck_id = d.id
           where ${IS_TO_STUDY}`,
    values: [studentId],
  });
  return rows;
}

/**
 * Cards are counted only as far as the limits let them matter: large decks cost no more than small ones. New cards are
 * looked for at the end of the deck, since they are learnt from its beginning. Where there are too few of them, they
 * are the cards of the deck without those that are learnt.
 */
const LOADS = `
  with mine as materialized (
    select ${DECK},
      coalesce(s.new_cards_per_day, $3::integer) + coalesce(x.cards, 0) as new_cards,
      coalesce(s.max_cards_per_day, $4::integer) + coalesce(x.cards, 0) as max_cards, coalesce(w.cards, 0) as studied, w.card_ids
    from decks d left join deck_settings s on ${ofStudent('s', '$1')} and s.deck_id = d.id
    left join extra_cards x on ${ofStudent('x', '$1')} and x.deck_id = d.id and x.day = $2::date
    left join deck_stats w on ${ofStudent('w', '$1')} and w.deck_id = d.id and w.day = $2::date
    where ${IS_TO_STUDY}
  )
  select m.id, m.title, m."backFirst", m.lenient, m.way, m."classWay", m.languages,
    m.new_cards as "newCardsPerDay",
    m.max_cards as "maxCardsPerDay", m.studied as "studiedToday", introduced.cards as "introducedToday",
    due.cards as due, unseen.cards as unseen, wanted.cards as wanted, exists (
      select 1 from card_marks a where ${ofStudent('a', '$1')} and a.deck_id = m.id and a.aside_until >= $2::date) as "hasAside"
  from mine m
  cross join lateral (select greatest(0, m.max_cards - m.studied) as cards) room
  cross join lateral (
    select count(*)::integer as cards
    from unnest(m.card_ids) k (id) join review_schedule r on ${ofStudent('r', '$1')} and r.card_id = k.id
    where r.introduced_day = $2::date and exists (select 1 from cards c where c.id = k.id and c.meaning = r.meaning)) introduced
  cross join lateral (
    select count(*)::integer as cards from (
      select 1 from review_schedule r where ${ofStudent('r', '$1')} and r.deck_id = m.id and r.due_day <= $2::date
        and exists (select 1 from cards c where c.id = r.card_id and c.meaning = r.meaning) and not ${isAside('$1', 'r.card_id', '$2::date')}
      limit room.cards) found) due
  cross join lateral (
    select case when m.id = any ($5::integer[]) then 0
      else least(room.cards, greatest(0, m.new_cards - introduced.cards)) end as cards) wanted
  cross join lateral (
    select count(*)::integer as cards from (
      select 1 from (select c.id, c.meaning from cards c where c.deck_id = m.id order by c.ordinal desc limit ${TAIL}) c
      where not exists (
        select 1 from review_schedule r where ${ofStudent('r', '$1')} and r.card_id = c.id and r.meaning = c.meaning)
        and not ${isAside('$1', 'c.id', '$2::date')}
      limit wanted.cards) found) tail
  cross join lateral (
    select case when tail.cards >= wanted.cards then tail.cards else least(wanted.cards, (
      (select count(*) from cards c where c.deck_id = m.id)
      - ${learntCards('$1', 'm.id')}
      - (select count(*) from card_marks a where ${ofStudent('a', '$1')} and a.deck_id = m.id and a.aside_until >= $2::date
         and not exists (select 1 from review_schedule r join cards c on c.id = r.card_id and c.meaning = r.meaning
           where ${ofStudent('r', '$1')} and r.card_id = a.card_id)))::integer) end as cards) unseen
  order by m.title, m.id`;

/**
 * Returns what is left on a day of a student's decks: those of a class, and those that they have begun and may study. A
 * later day is seen as if nothing were studied before it.
 */
export async function decksOfToday(
  pool: Pool,
  { studentId, today, metDecks = [] }: TodayScope,
): Promise<DeckOfToday[]> {
  const { new_cards_per_day, max_cards_per_day } = DEFAULT_DECK_SETTINGS;
  const { rows } = await pool.query<LoadRow>({
    name: 'decks_of_today',
    text: LOADS,
    values: [studentId, today, new_cards_per_day, max_cards_per_day, metDecks],
  });
  return rows.map(({ newCardsPerDay, maxCardsPerDay, wanted, hasAside, ...row }) => {
    const { due, unseen, introducedToday, studiedToday, ...deck } = row;
    const load = { due, unseen, introducedToday, studiedToday };
    const settings = { new_cards_per_day: newCardsPerDay, max_cards_per_day: maxCardsPerDay };
    const { newCards, reviewCards } = todaysCards(load, settings);
    const isMet = wanted > 0 && unseen === 0 && !hasAside;
    return { ...deck, due: reviewCards, new: newCards, studied: studiedToday, isMet };
  });
}

/** Returns what a card over several decks says of its own. */
export const deckOfCard = ({
  id,
  title,
  backFirst,
  lenient,
  way,
  classWay,
  languages,
}: DeckToStudy): NonNullable<StudyCard['deck']> => ({
  id,
  title,
  display_back_first: backFirst,
  ...(lenient && { lenient_typing: true }),
  ...heldWay(way, classWay),
  ...languages,
});
