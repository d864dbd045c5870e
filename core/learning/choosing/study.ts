import type { Pool } from 'pg';
import { cardContentColumns } from '../../contract/card-fields.ts';
import { AppError } from '../../contract/errors.ts';
import type { DeckSettings } from '../../deck/deck.schema.ts';
import { ofStudent } from '../../log/position.ts';
import { givenWay, type SettingsRow, settingsOf } from '../answering/held-way.ts';
import type { CardSet, Counts, DeckStats } from '../learning.schema.ts';
import { type PlainStudyCard, withNextDays } from '../memory/schedulers.ts';
import { progressIn } from '../progress/review-schedule.projection.ts';
import { isAside } from './card-marks.ts';
import { type StudyLoad, todaysCards, withExtra } from './daily-limits.ts';

/** Whose study of what, on which study day of theirs. */
export interface StudyScope {
  studentId: number;
  deckId: number;
  today: string;
}

/** What a student has and has not studied of a deck today, and the limits that hold. */
async function loadToday(
  pool: Pool,
  { studentId, deckId, today }: StudyScope,
): Promise<{ load: StudyLoad; settings: DeckSettings; limits: DeckSettings }> {
  const { rows } = await pool.query<StudyLoad & SettingsRow & { extra: number }>({
    name: 'study_load',
    text: `with scheduled as (
             select r.card_id, r.due_day, r.introduced_day from review_schedule r join cards c on c.id = r.card_id and c.meaning = r.meaning
             where ${ofStudent('r', '$1')} and r.deck_id = $2
           ), aside as (
             select a.card_id, r.due_day from card_marks a join cards c on c.id = a.card_id
             left join review_schedule r on ${ofStudent('r', '$1')} and r.card_id = a.card_id and r.meaning = c.meaning
             where ${ofStudent('a', '$1')} and a.deck_id = $2 and a.aside_until >= $3::date
           )
           select
             ((select count(*) from scheduled where due_day <= $3::date)
               - (select count(*) from aside where due_day <= $3::date))::integer as due,
             (select count(*) from scheduled s where s.introduced_day = $3::date and exists (
               select 1 from deck_stats w where ${ofStudent('w', '$1')} and w.deck_id = $2 and w.day = $3::date
                 and s.card_id = any (w.card_ids)))::integer as "introducedToday",
             ((select count(*) from cards where deck_id = $2)
               - (select count(*) from scheduled)
               - (select count(*) from aside where due_day is null))::integer as unseen,
             coalesce((select w.cards from deck_stats w
               where ${ofStudent('w', '$1')} and w.deck_id = $2 and w.day = $3::date), 0) as "studiedToday",
             s.new_cards_per_day as "newCardsPerDay", s.max_cards_per_day as "maxCardsPerDay", s.way,
             ${givenWay('$1', '$2')} as "classWay",
             coalesce((select x.cards from extra_cards x
               where ${ofStudent('x', '$1')} and x.deck_id = $2 and x.day = $3::date), 0) as extra
           from (select 1) one left join deck_settings s on ${ofStudent('s', '$1')} and s.deck_id = $2`,
    values: [studentId, deckId, today],
  });
  const { newCardsPerDay, maxCardsPerDay, way, classWay, extra, ...load } = rows[0]!;
  const settings = settingsOf({ newCardsPerDay, maxCardsPerDay, way, classWay });
  return { load, settings, limits: withExtra(settings, extra) };
}

/** How many cards are left today, and the limits. */
export async function counts(pool: Pool, scope: StudyScope): Promise<Counts> {
  const { load, settings, limits } = await loadToday(pool, scope);
  const { newCards, reviewCards } = todaysCards(load, limits);
  const beyond = load.due + load.unseen - newCards - reviewCards;
  return { newCardsToday: newCards, reviewCardsToday: reviewCards, beyond, settings, day: scope.today };
}

/** The next cards to study, at most `limit`. Throws `daily_limit_reached` when only the maximum stands in the way. */
export async function cardSet(pool: Pool, scope: StudyScope, limit: number): Promise<CardSet> {
  const { load, limits } = await loadToday(pool, scope);
  const today = todaysCards(load, limits);
  if (today.limitReached) throw new AppError('daily_limit_reached');
  const reviews = Math.min(limit, today.reviewCards);
  const news = Math.min(limit - reviews, today.newCards);
  const cards = [
    ...(reviews ? await dueCards(pool, scope, reviews) : []),
    ...(news ? await newCards(pool, scope, news) : []),
  ];
  const data = await withNextDays(pool, cards, scope);
  return { success: true, data, session_completed: today.completed, day: scope.today };
}

/** What a set has of `cards c`. */
export const CARD_COLUMNS = `c.id, c.deck_id, c.meaning, ${cardContentColumns('c')}`;

/** What a set has of `cards c`, and of its student, who is the statement's first parameter. */
export const STUDY_COLUMNS = `${CARD_COLUMNS}, exists (
  select 1 from card_marks m where ${ofStudent('m', '$1')} and m.card_id = c.id and m.flagged) as flagged`;

/** The progress of a card in `review_schedule r`. */
export const PROGRESSES = `json_build_array(json_build_object(
  'due_day', r.due_day, 'interval', r.due_day - r.anchor_day, 'stability', r.stability,
  'difficulty', r.difficulty, 'reviews', r.reviews, 'lapses', r.lapses,
  'last_reviewed_at', to_char(r.last_reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
)) as progresses`;

async function dueCards(pool: Pool, scope: StudyScope, limit: number): Promise<PlainStudyCard[]> {
  const { rows } = await pool.query<PlainStudyCard>({
    name: 'due_cards',
    text: `select ${STUDY_COLUMNS}, ${PROGRESSES}
           from review_schedule r join cards c on c.id = r.card_id and c.meaning = r.meaning
           where ${ofStudent('r', '$1')} and r.deck_id = $2 and r.due_day <= $3
             and not ${isAside('$1', 'c.id', '$3')}
           order by r.due_day, c.ordinal limit $4`,
    values: [scope.studentId, scope.deckId, scope.today, limit],
  });
  return rows;
}

async function newCards(pool: Pool, scope: StudyScope, limit: number): Promise<PlainStudyCard[]> {
  const { rows } = await pool.query<PlainStudyCard>({
    name: 'new_cards',
    text: `select ${STUDY_COLUMNS}, '[]'::json as progresses from cards c
           where c.deck_id = $2 and not exists (
             select 1 from review_schedule r
             where ${ofStudent('r', '$1')} and r.card_id = c.id and r.meaning = c.meaning)
             and not ${isAside('$1', 'c.id', '$3')}
           order by c.ordinal limit $4`,
    values: [scope.studentId, scope.deckId, scope.today, limit],
  });
  return rows;
}

/** A student's progress in a deck and the reviews to come. */
export async function deckProgress(pool: Pool, scope: StudyScope): Promise<DeckStats> {
  const { studentId, deckId, today } = scope;
  return { deck_id: deckId, ...(await progressIn(pool, studentId, [deckId], today)) };
}
