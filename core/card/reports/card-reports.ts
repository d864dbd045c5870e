import type { Pool } from 'pg';
import { cardContentColumns } from '../../contract/card-fields.ts';
import { isoTime } from '../../contract/clock.ts';
import { AppError } from '../../contract/errors.ts';
import { mapPage, type Page, readPage } from '../../postgres/page.ts';
import { lockedByKey } from '../../postgres/several-servers.ts';
import { tidyText } from '../../text/tidy-text.ts';
import type {
  AnsweredReport,
  ReportAnswer,
  ReportBody,
  ReportedCard,
  ReportedCardsQuery,
  ReportedDeck,
} from './card-report.schema.ts';
import { REPORTED_CARDS_MAX, REPORTS_OPEN_MAX, REPORTS_SHOWN_MAX } from './card-report-limits.ts';

/**
 * Keeps what a learner says of a card; said again, it replaces the first and is open again. Throws `card_not_found`, also
 * when the card is deleted meanwhile, and `too_many_reports`.
 */
export async function reportCard(
  pool: Pool,
  { studentId, cardId }: { studentId: number; cardId: number },
  { reason, note }: ReportBody,
): Promise<void> {
  const { rows } = await pool.query<{ there: boolean; kept: boolean }>({
    name: 'report_card',
    text: `with card as (select id from cards where id = $2 ${lockedByKey()}),
             others as (select count(*) as n from card_reports where student_id = $1 and card_id <> $2),
             kept as (
               insert into card_reports (student_id, card_id, reason, note, reported_at)
               select $1, card.id, $3, $4, now() from card, others where others.n < $5
               on conflict (student_id, card_id) do update
                 set reason = excluded.reason, note = excluded.note, reported_at = excluded.reported_at,
                   answer = null, answered_at = null
               returning 1)
           select exists (select 1 from card) as there, exists (select 1 from kept) as kept`,
    values: [studentId, cardId, reason, tidyText(note), REPORTS_OPEN_MAX],
  });
  if (!rows[0]!.there) throw new AppError('card_not_found');
  if (!rows[0]!.kept) throw new AppError('too_many_reports', { params: { max: REPORTS_OPEN_MAX } });
}

/** Teachers of a class that has a learner may hear the learner's name. All three are SQL. */
const nameFor = (reader: string, student: string): string =>
  `(select u.name from users u where u.id = ${student} and exists (
     select 1 from class_members m join classes k on k.id = m.class_id
     where m.student_id = u.id and m.status = 'approved' and (k.teacher_id = ${reader} or exists (
       select 1 from class_teachers t where t.class_id = k.id and t.teacher_id = ${reader}))))`;

/** Returns cards of a deck with what is reported of them and not answered, the longest open first. */
export async function reportedCards(
  pool: Pool,
  { deckId, readerId }: { deckId: number; readerId: number },
  { offset = 0, limit = REPORTED_CARDS_MAX }: ReportedCardsQuery,
): Promise<Page<ReportedCard>> {
  const rows = await readPage<ReportedCard>(
    pool,
    {
      name: 'reported_cards',
      text: `select to_jsonb(card) as card, reports from (
               select c.id as card_id, min(r.reported_at) as since
               from cards c join card_reports r on r.card_id = c.id and r.answer is null
               where c.deck_id = $1 group by c.id) open
             cross join lateral (
               select c.id, c.deck_id, ${cardContentColumns('c')} from cards c where c.id = open.card_id) card
             cross join lateral (
               select json_agg(told order by told.reported_at) as reports from (
                 select r.reason, r.note, r.reported_at, ${nameFor('$2', 'r.student_id')} as name
                 from card_reports r where r.card_id = open.card_id and r.answer is null
                 order by r.reported_at limit ${REPORTS_SHOWN_MAX}) told) told
             order by open.since, open.card_id`,
      values: [deckId, readerId],
    },
    { offset, limit },
  );
  return mapPage(rows, ({ card, reports }) => ({
    card,
    reports: reports.map((report) => ({ ...report, reported_at: isoTime(report.reported_at) })),
  }));
}

/** Returns the decks with open reports: those that the account may change, or all official ones. */
export async function reportedDecks(
  pool: Pool,
  whose: { editorId: number } | 'official',
): Promise<ReportedDeck[]> {
  const { rows } = await pool.query<ReportedDeck>({
    name: 'reported_decks',
    text: `select c.deck_id, count(distinct r.card_id)::integer as cards
           from card_reports r join cards c on c.id = r.card_id join decks d on d.id = c.deck_id
           where r.answer is null and case when $1::integer is null then d.is_official
             else d.user_id = $1 or exists (
               select 1 from deck_shares s where s.deck_id = d.id and s.teacher_id = $1 and s.may = 'edit') end
           group by c.deck_id order by c.deck_id limit 1000`,
    values: [whose === 'official' ? null : whose.editorId],
  });
  return rows;
}

/**
 * Closes the open reports of a card with an answer: those made up to `readTo` (ISO 8601, milliseconds), or all. Returns
 * how many that were.
 */
export async function answerReports(
  pool: Pool,
  { cardId, readTo }: { cardId: number; readTo?: string | undefined },
  answer: ReportAnswer,
): Promise<number> {
  const { rowCount } = await pool.query(
    `/* answerReports */ update card_reports set answer = $2, answered_at = now() where card_id = $1 and answer is null
       and reported_at < coalesce($3::timestamptz, 'infinity') + interval '1 millisecond'`,
    [cardId, answer, readTo],
  );
  return rowCount ?? 0;
}

/** Returns what became of a learner's reports and was not read yet, the newest answer first. */
export async function answeredReports(pool: Pool, studentId: number): Promise<AnsweredReport[]> {
  const { rows } = await pool.query<AnsweredReport>({
    name: 'answered_reports',
    text: `select r.card_id, c.deck_id, d.title as deck, c.front, r.answer, r.answered_at
           from card_reports r join cards c on c.id = r.card_id join decks d on d.id = c.deck_id
           where r.student_id = $1 and r.answer is not null order by r.answered_at desc, r.card_id`,
    values: [studentId],
  });
  return rows.map((row) => ({ ...row, answered_at: isoTime(row.answered_at) }));
}

/** Forgets reports that were answered, since the learner has read that. One that is open stays. */
export async function readAnswers(pool: Pool, studentId: number, cardIds: number[]): Promise<void> {
  await pool.query(
    '/* readAnswers */ delete from card_reports where student_id = $1 and card_id = any($2) and answer is not null',
    [studentId, cardIds],
  );
}
