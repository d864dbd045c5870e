import { setTimeout as pause } from 'node:timers/promises';
import { appendEvents } from '../../log/append/append-statement.ts';
import type { NewEvent } from '../../log/define-event.ts';
import { partitionOf } from '../../log/position.ts';
import { LEARNERS } from '../../postgres/person-sql.ts';
import type { Connection } from '../../postgres/transaction.ts';
import { type CurrentRun, RunCancelled } from '../../run/current-run.ts';
import { cardReviewImported, type LoggedAnswer } from '../answering/imported-answer.ts';

/** What performing needs of the row. */
export interface ScheduleImportRow {
  user_id: number;
}

/** Events of one statement, which holds the partition of others as well. */
const BATCH = 250;
/** Cards of one part: their answers are appended or not, and a stop waits for the end of it. */
const PART_CARDS = 20;
const PATIENCE_MS = 2_000;

/** Others of the partition wait for its projections: they come first, two seconds at most after each part. */
const POLL_MS = 100;
const POLLS = 20;

interface Learner {
  id: number;
  timeZone: string;
}

interface BroughtCard {
  card_id: number;
  /** Null of one that was deleted meanwhile. */
  deck_id: number | null;
  meaning: number;
  is_studied: boolean;
  times: string[];
  grades: LoggedAnswer['grade'][];
}

/**
 * Appends the answers of the cards to which the student has given none here. From the start, whatever was appended before:
 * each event's id is derived from its answer. Throws RunCancelled, also when the account is no student's any more.
 */
export async function performScheduleImport(run: CurrentRun<ScheduleImportRow>): Promise<void> {
  const { client, row } = run;
  const learner = await learnerOf(client, row.user_id);
  const { rows: cards } = await client.query<{ card_id: number }>(
    '/* performScheduleImport */ select card_id from schedule_import_cards where schedule_import_id = $1 order by card_id',
    [run.id],
  );
  const done = { cards_done: 0, answers_done: 0 };
  for (let from = 0; from < cards.length; from += PART_CARDS) {
    await run.report({ percent: Math.floor((100 * from) / cards.length), ...done });
    const ids = cards.slice(from, from + PART_CARDS).map(({ card_id }) => card_id);
    const brought = (await readPart(run, learner, ids)).filter(isWanted);
    const events = brought.flatMap((card) => eventsOf(card, learner));
    await append(client, learner, events);
    done.cards_done += brought.length;
    done.answers_done += events.length;
  }
  await run.report({ percent: 100, ...done });
}

async function learnerOf(client: Connection, userId: number): Promise<Learner> {
  const { rows } = await client.query<{ time_zone: string }>(
    `/* learnerOf */ select time_zone from users where id = $1 and role in ${LEARNERS}`,
    [userId],
  );
  if (!rows[0]) throw new RunCancelled();
  return { id: userId, timeZone: rows[0].time_zone };
}

type WantedCard = BroughtCard & { deck_id: number };

const isWanted = (card: BroughtCard): card is WantedCard => card.deck_id !== null && !card.is_studied;

async function readPart(
  run: CurrentRun<ScheduleImportRow>,
  { id }: Learner,
  cardIds: number[],
): Promise<BroughtCard[]> {
  const { rows } = await run.client.query<BroughtCard>(
    `/* readPart */ with own as materialized (
       select distinct card_id from standing_reviews where partition = $3 and student_id = $4
     )
     select b.card_id, c.deck_id, coalesce(c.meaning, 1) as meaning, b.times, b.grades,
       b.card_id in (select card_id from own) as is_studied
     from schedule_import_cards b left join cards c on c.id = b.card_id
     where b.schedule_import_id = $1 and b.card_id = any ($2) order by b.card_id`,
    [run.id, cardIds, partitionOf(id), id],
  );
  return rows;
}

function eventsOf({ card_id, deck_id, meaning, times, grades }: WantedCard, { id, timeZone }: Learner) {
  return times.map((at, index) =>
    cardReviewImported({
      studentId: id,
      deckId: deck_id,
      cardId: card_id,
      meaning,
      at: Number(at),
      grade: grades[index]!,
      timeZone,
    }),
  );
}

async function append(client: Connection, { id }: Learner, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  for (let from = 0; from < events.length; from += BATCH)
    await appendEvents(client, events.slice(from, from + BATCH), { patienceMs: PATIENCE_MS });
  await letProjectionsFollow(client, partitionOf(id));
}

async function letProjectionsFollow(client: Connection, partition: number): Promise<void> {
  for (let poll = 0; poll < POLLS; poll++) {
    const { rows } = await client.query<{ is_behind: boolean }>(
      `/* letProjectionsFollow */ select min(c.position) < max(p.head) as is_behind
       from projection_checkpoints c join log_partitions p using (partition) where partition = $1`,
      [partition],
    );
    if (!rows[0]?.is_behind) return;
    await pause(POLL_MS);
  }
}
