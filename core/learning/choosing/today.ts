import type { Pool } from 'pg';
import { ofStudent } from '../../log/position.ts';
import type { CardSet } from '../learning.schema.ts';
import { type PlainStudyCard, withNextDays } from '../memory/schedulers.ts';
import { dayNumber, dayOfNumber } from '../study-day.ts';
import { isAside } from './card-marks.ts';
import { type DeckOfToday, deckOfCard, decksOfToday, type TodayScope } from './decks-of-today.ts';
import { PROGRESSES, STUDY_COLUMNS } from './study.ts';
import type { Today } from './today.schema.ts';

/** What a card takes of a student who has answered none in the last month. */
const SECONDS_PER_CARD = 10;
/** The days that say how fast a student is. */
const SPEED_DAYS = 30;

const leftOf = ({ due, new: unseen }: Pick<DeckOfToday, 'due' | 'new'>): number => due + unseen;
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns what is left for a student today, over all decks that are theirs. */
export async function studyToday(pool: Pool, scope: TodayScope): Promise<Omit<Today, 'exams'>> {
  const decks = await decksOfToday(pool, scope);
  const [due, unseen] = [sum(decks.map((deck) => deck.due)), sum(decks.map((deck) => deck.new))];
  const left = due + unseen;
  return {
    day: scope.today,
    due,
    new: unseen,
    minutes: left && Math.max(1, Math.ceil((left * (await secondsPerCard(pool, scope, decks))) / 60)),
    studied: sum(decks.map(({ studied }) => studied)),
    decks: decks
      .toSorted((a, b) => leftOf(b) - leftOf(a) || b.studied - a.studied)
      .map((deck) => ({ deck_id: deck.id, title: deck.title, due: deck.due, new: deck.new })),
    next: left ? null : await nextDay(pool, scope, decks),
  };
}

async function secondsPerCard(
  pool: Pool,
  { studentId, today }: TodayScope,
  decks: DeckOfToday[],
): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>({
    name: 'seconds_per_card',
    text: `select (sum(seconds)::float8 / nullif(sum(reviews), 0)) as seconds from deck_stats s
           where ${ofStudent('s', '$1')} and s.deck_id = any ($2) and s.day > $3::date - $4::integer and s.day <= $3::date`,
    values: [studentId, decks.map(({ id }) => id), today, SPEED_DAYS],
  });
  return rows[0]?.seconds ?? SECONDS_PER_CARD;
}

/** Limits and new cards start afresh tomorrow; without any of them the next day is that of the next card that is due. */
async function nextDay(pool: Pool, scope: TodayScope, decks: DeckOfToday[]): Promise<Today['next']> {
  const { studentId, today } = scope;
  const metDecks = decks.filter(({ isMet }) => isMet).map(({ id }) => id);
  const on = async (day: string) => {
    const cards = sum((await decksOfToday(pool, { studentId, today: day, metDecks })).map(leftOf));
    return cards ? { day, cards } : null;
  };
  const tomorrow = await on(dayOfNumber(dayNumber(today) + 1));
  if (tomorrow) return tomorrow;
  const { rows } = await pool.query<{ day: string | null }>({
    name: 'next_due_day',
    text: `select to_char(min(r.due_day), 'YYYY-MM-DD') as day from unnest($2::integer[]) d (id), lateral (
             select r.due_day from review_schedule r where ${ofStudent('r', '$1')} and r.deck_id = d.id
               and r.due_day > $3::date and exists (select 1 from cards c where c.id = r.card_id and c.meaning = r.meaning)
               and not ${isAside('$1', 'r.card_id', 'r.due_day')}
             order by r.due_day limit 1) r`,
    values: [studentId, decks.map(({ id }) => id), today],
  });
  const day = rows[0]?.day;
  return day ? on(day) : null;
}

/**
 * Returns the next cards to study over all decks that are a student's, at most `limit`. Those due longest come first,
 * then new ones from each deck in turn; the limits of each deck hold.
 */
export async function todaysSet(pool: Pool, scope: TodayScope, limit: number): Promise<CardSet> {
  const decks = await decksOfToday(pool, scope);
  const due = await dueCards(pool, scope, decks, limit);
  const rest = limit - due.length;
  const cards = rest > 0 ? [...due, ...(await newCards(pool, scope, decks, rest))] : due;
  const byId = new Map(decks.map((deck) => [deck.id, deckOfCard(deck)]));
  const withDecks = cards.map((card) => ({ ...card, deck: byId.get(card.deck_id)! }));
  const left = sum(decks.map(leftOf));
  return {
    success: true,
    data: await withNextDays(pool, withDecks, scope),
    session_completed: left === 0 && decks.some(({ studied }) => studied > 0),
    day: scope.today,
  };
}

/** The ids of some decks, and of each how many cards may be given. */
function room(decks: DeckOfToday[], kind: 'due' | 'new', limit: number): [number[], number[]] {
  const open = decks.filter((deck) => deck[kind] > 0);
  return [open.map(({ id }) => id), open.map((deck) => Math.min(limit, deck[kind]))];
}

type ReadCards = (
  pool: Pool,
  scope: TodayScope,
  decks: DeckOfToday[],
  limit: number,
) => Promise<PlainStudyCard[]>;

const dueCards: ReadCards = async (pool, { studentId, today }, decks, limit) => {
  const { rows } = await pool.query<PlainStudyCard>({
    name: 'todays_due_cards',
    text: `select ${STUDY_COLUMNS}, ${PROGRESSES}
           from unnest($2::integer[], $3::integer[]) d (id, room), lateral (
             select r.* from review_schedule r join cards c on c.id = r.card_id and c.meaning = r.meaning
             where ${ofStudent('r', '$1')} and r.deck_id = d.id and r.due_day <= $4
               and not ${isAside('$1', 'c.id', '$4')}
             order by r.due_day, c.ordinal limit d.room) r join cards c on c.id = r.card_id
           order by r.due_day, c.ordinal, c.id limit $5`,
    values: [studentId, ...room(decks, 'due', limit), today, limit],
  });
  return rows;
};

const newCards: ReadCards = async (pool, { studentId, today }, decks, limit) => {
  const { rows } = await pool.query<PlainStudyCard>({
    name: 'todays_new_cards',
    text: `select ${STUDY_COLUMNS}, '[]'::json as progresses
           from unnest($2::integer[], $3::integer[]) with ordinality d (id, room, place), lateral (
             select n.id, row_number() over (order by n.ordinal) as turn from (
               select c.id, c.ordinal from cards c where c.deck_id = d.id and not exists (
                 select 1 from review_schedule r
                   where ${ofStudent('r', '$1')} and r.card_id = c.id and r.meaning = c.meaning)
                 and not ${isAside('$1', 'c.id', '$5')}
               order by c.ordinal limit d.room) n) n join cards c on c.id = n.id
           order by n.turn, d.place limit $4`,
    values: [studentId, ...room(decks, 'new', limit), limit, today],
  });
  return rows;
};
