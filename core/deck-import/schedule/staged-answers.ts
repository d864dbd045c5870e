import type { ScheduleImport } from '../../learning/schedule-import/schedule-import.entity.ts';
import { partitionOf } from '../../log/position.ts';
import type { Connection, Tx } from '../../postgres/transaction.ts';
import { tables } from '../../postgres/typed-tables.ts';
import type { ImportedSchedule } from '../import-report.schema.ts';
import type { CardAnswers } from './anki-answers.ts';

/** Cards of one statement, and answers from which on it has no more of them. */
const CARDS = 200;
const ANSWERS = 5_000;

/** Notes what a package has logged of the rows that were staged. */
export async function stageAnswers(
  client: Connection,
  importId: number,
  answers: Iterable<CardAnswers>,
): Promise<void> {
  let cards: CardAnswers[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    if (cards.length > 0)
      await client.query({
        name: 'stage_answers',
        text: `insert into deck_import_answers (import_id, "row", times, grades)
               select $1, a."row", a.times, a.grades
               from json_to_recordset($2) as a ("row" integer, times bigint[], grades smallint[])
               on conflict do nothing`,
        values: [importId, JSON.stringify(cards)],
      });
    cards = [];
    count = 0;
  };
  for (const card of answers) {
    cards.push(card);
    count += card.times.length;
    if (cards.length >= CARDS || count >= ANSWERS) await flush();
  }
  await flush();
}

interface Scheduling {
  importId: number;
  studentId: number;
}

/** SQL of the answers to each staged row $1: its card, null of a new one, and whether the student $2 has answered it here. */
const STAGED = `
  own as materialized (
    select distinct card_id from standing_reviews where partition = $3 and student_id = $2
  ), staged as (
    select a."row", a.times, a.grades, own.card_id is not null as is_studied
    from deck_import_answers a join deck_import_rows r on r.import_id = a.import_id and r."row" = a."row"
    left join import_matches m on m."row" = a."row" left join own on own.card_id = m.id
    where a.import_id = $1
  )`;

const valuesOf = ({ importId, studentId }: Scheduling) => [importId, studentId, partitionOf(studentId)];

/** What would come along of the staged answers; their rows have been matched with cards. */
export async function countSchedule(client: Connection, of: Scheduling): Promise<ImportedSchedule> {
  const { rows } = await client.query<ImportedSchedule>(
    `/* countSchedule */ with ${STAGED}
     select count(*) filter (where not is_studied)::integer as cards,
       coalesce(sum(cardinality(times)) filter (where not is_studied), 0)::integer as answers,
       to_char(to_timestamp(min(times[1]) filter (where not is_studied) / 1000.0) at time zone 'UTC',
         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
       count(*) filter (where is_studied)::integer as studied
     from staged`,
    valuesOf(of),
  );
  return rows[0]!;
}

/**
 * Asks for a run that appends the staged answers, in the transaction that publishes: it begins when the cards are there.
 * Returns what will come along.
 */
export async function requestSchedule(
  tx: Tx,
  of: Scheduling & { deckId: number },
): Promise<ImportedSchedule> {
  const schedule = await countSchedule(tx, of);
  if (schedule.cards === 0) return schedule;
  const { id } = await tables<typeof ScheduleImport>(tx)
    .insertInto('schedule_imports')
    .values({ import_id: of.importId, user_id: of.studentId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.query(
    `/* requestSchedule */ with ${STAGED}
     insert into schedule_import_cards (schedule_import_id, card_id, times, grades)
     select $4, c.id, s.times, s.grades
     from staged s join import_places p on p."row" = s."row" join cards c on c.deck_id = $5 and c.ordinal = p.ordinal
     where not s.is_studied`,
    [...valuesOf(of), id, of.deckId],
  );
  return schedule;
}
