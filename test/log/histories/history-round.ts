import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg, { type Pool } from 'pg';
import { FileQuota } from '../../../core/access/quotas.ts';
import { deleteCard } from '../../../core/card/card-changes.ts';
import { gatherSome } from '../../../core/classroom/class-gathering.ts';
import { addDeck, deleteClass, removeDeck } from '../../../core/classroom/classroom-changes.ts';
import { approve, leave, reject, removeMember, requestToJoin } from '../../../core/classroom/membership.ts';
import { AppError } from '../../../core/contract/errors.ts';
import { type Database, openDatabase } from '../../../core/database.ts';
import { eventRegister } from '../../../core/events.ts';
import { examStarted, examSubmitted } from '../../../core/exam/attempt/exam-event.ts';
import type { Answers, QuestionBody } from '../../../core/exam/exam.schema.ts';
import { deleteExam, updateExam } from '../../../core/exam/exam-changes.ts';
import type { Storage } from '../../../core/files/storage.ts';
import { cardReviewImported } from '../../../core/learning/answering/imported-answer.ts';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import { derivedId } from '../../../core/log/append/derived-id.ts';
import { importEvents } from '../../../core/log/export/import-events.ts';
import { allPartitions, partitionCount, setPartitionCount } from '../../../core/log/position.ts';
import { projectBatch } from '../../../core/log/projecting/project-batch.ts';
import { projectTogether } from '../../../core/log/projecting/project-together.ts';
import { applyTo, type Projection } from '../../../core/log/projection.ts';
import { Rebuilding } from '../../../core/log/rebuilding/rebuilding.ts';
import { eraseAccount } from '../../../core/person/erase-account.ts';
import { isTransient } from '../../../core/postgres/postgres-error.ts';
import { projections } from '../../../core/projections.ts';
import { repartition } from '../../../core/repartitioning.ts';
import { deleteDeck } from '../../../core/trash/delete-deck.ts';
import { bringBackDeck } from '../../../core/trash/trash-decks.ts';
import { examBody } from '../../exam/given-exams.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import { undo, weightsSet } from '../../learning/answering/given-undo.ts';
import { exportText } from '../export/export-harness.ts';
import { projectAll, review } from '../given-events.ts';
import {
  BEATS,
  type ChangeCommand,
  type Course,
  type EventCommand,
  type History,
  type Step,
} from './given-histories.ts';
import { parkedRows, plainProjections, projectedRows, type Tables } from './plain-projections.ts';

/** What is not in the log and comes as copied tables, in the order of their foreign keys. */
const BESIDE_THE_LOG = [
  'users',
  'decks',
  'cards',
  'classes',
  'class_decks',
  'class_members',
  'exams',
  'exam_questions',
  'exam_classes',
];

export interface Round {
  /** Each row that one way of computing has and another has not, in words. */
  wrong: string[];
  /** The histories whose rows they may be. */
  suspects: Set<number>;
  events: number;
  /** How often everything that can happen has happened. */
  counts: Map<string, number>;
}

/** Lets the histories happen on one log, and computes their projections in five ways. */
export async function runRound(t: Lifetime, histories: History[], course: Course): Promise<Round> {
  const [live, fresh] = await Promise.all([createTestDatabase(t), createTestDatabase(t)]);
  const database = await openDatabase(live.url, { connections: 8, name: 'histories' });
  const before = partitionCount();
  const round: Round = { wrong: [], suspects: new Set(), events: 0, counts: new Map() };
  const count = (what: string): void => void round.counts.set(what, (round.counts.get(what) ?? 0) + 1);
  const school = await HistorySchool.open(database, histories.length, count);
  const projecting = new FaultyProjecting(live.url, count);
  let rebuilding: Rebuilding | undefined;
  const differ = (side: string, row: string): void => {
    round.wrong.push(`${side}: ${row}`);
    if (row.startsWith('{')) for (const each of school.historiesOf(JSON.parse(row))) round.suspects.add(each);
  };
  const build = async (): Promise<void> => {
    rebuilding = await Rebuilding.begin({ databaseUrl: live.url, projections, concurrency: 2 });
    await rebuilding.build();
  };
  try {
    for (const [beat, { isAtOnce, steps }] of course.beats.entries()) {
      const events = () =>
        school.append(
          histories.flatMap((history, index) => history[beat]!.events.map((each) => [index, each] as const)),
        );
      const change = async (histories: [number, History][]) => {
        for (const [index, history] of histories)
          for (const each of history[beat]!.changes) await school.change(index, each);
      };
      const project = async (steps: Step[]) => {
        for (const step of steps) await projecting.step(step);
      };
      const changes = dealt([...histories.entries()], ([index]) => index).map((some) => () => change(some));
      const batches = dealt(steps, ({ partition }) => partition).map((some) => () => project(some));
      if (beat === course.replacedIn) {
        await events();
        // A rebuild waits for live projections that are behind it.
        await projecting.catchUp();
        const replace = () => replaceLive(live.url, count);
        await allOf(isAtOnce, [...changes, () => whileFollowed(() => projecting.catchUp(), replace)]);
      } else await allOf(isAtOnce, [events, ...changes, ...batches]);
      if (beat === course.rebuiltIn) await build();
    }
    await projecting.catchUp();
    if (!rebuilding) await build();
    for (const { table, side, row } of (await rebuilding!.compare()).rows)
      differ(`${table}, only ${side}`, JSON.stringify(row));

    const text = await exportText(live.pool);
    await copyTables(live.pool, fresh.pool);
    const { events } = await importEvents(fresh.pool, eventRegister, Readable.from([Buffer.from(text)]));
    await projectAll(fresh.pool);
    if ((await exportText(fresh.pool)) !== text) differ('the log', 'is another after its import');

    const compare = async (ways: Record<string, Tables>): Promise<void> => {
      const plain = await plainProjections(live.pool);
      for (const [name, rows] of Object.entries(ways))
        for (const table of Object.keys({ ...plain, ...rows })) {
          for (const row of minus(rows[table], plain[table])) differ(`${table}, only ${name}`, row);
          for (const row of minus(plain[table], rows[table])) differ(`${table}, not ${name}`, row);
        }
    };
    await compare({ live: await allRows(live.pool), imported: await allRows(fresh.pool) });
    await rebuilding!.close();
    rebuilding = undefined;
    const { partitions } = course;
    await repartition(live.pool, { partitions, ownName: 'histories', appRole: undefined });
    await compare({ 'with more partitions': await allRows(live.pool) });
    round.events = events;
    return round;
  } finally {
    setPartitionCount(before);
    await rebuilding?.close();
    await projecting.close();
    await school.close();
    await database.close();
    await Promise.all([live.drop(), fresh.drop()]);
  }
}

const minus = (some: string[] = [], others: string[] = []): string[] => {
  const known = new Set(others);
  return some.filter((row) => !known.has(row));
};

const allRows = async (pool: Pool): Promise<Tables> => ({
  ...(await projectedRows(pool)),
  parked: await parkedRows(pool),
});

/** What may happen at once, in three hands: of equal numbers in one. */
const dealt = <T>(all: T[], number: (one: T) => number): T[][] =>
  [0, 1, 2].map((hand) => all.filter((one) => number(one) % 3 === hand));

async function allOf(isAtOnce: boolean, lanes: (() => Promise<void>)[]): Promise<void> {
  if (isAtOnce) await Promise.all(lanes.map((lane) => lane()));
  else for (const lane of lanes) await lane();
}

/** Does work while the projections follow the log, as workers have them do: an erasure meanwhile adds to it. */
async function whileFollowed(catchUp: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const follow = async () => {
    while (!isOver) {
      await catchUp();
      await pause(20);
    }
  };
  const following = follow();
  await work().finally(() => {
    isOver = true;
  });
  await following;
}

/** Gives up a rebuild half way. Then puts the tables of another one in the place of the live ones. */
async function replaceLive(databaseUrl: string, count: (what: string) => void): Promise<void> {
  const abandoning = new AbortController();
  const options = { databaseUrl, projections, concurrency: 2 };
  const first = await Rebuilding.begin({
    ...options,
    signal: abandoning.signal,
    onProgress: (share) => share > 0.3 && abandoning.abort(),
  });
  await first.build().catch((error: unknown) => {
    if (!abandoning.signal.aborted) throw error;
    count('rebuild given up');
  });
  await first.close();
  const second = await Rebuilding.begin(options);
  try {
    await second.build();
    await second.replace();
    count('replaced');
  } finally {
    await second.close();
  }
}

async function copyTables(from: Pool, to: Pool): Promise<void> {
  for (const table of BESIDE_THE_LOG) {
    const { rows } = await from.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
    );
    // What the database computes by itself cannot be given to it.
    const columns = await to.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const { names } = columns.rows[0]!;
    await to.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${table}, $1)`,
      [rows[0]!.rows],
    );
  }
}

/** Without what happens in it; so students keep their partitions when others' histories are left out. */
export const emptyHistory: History = Array.from({ length: BEATS }, () => ({ events: [], changes: [] }));

const TEACHER = 1;
const CARDS_PER_DECK = 3;
const QUESTIONS = 3;

/**
 * The histories' students, decks, classes and exams, all one teacher's. Of history 0, 1, 2, … the students are 11 and 12,
 * 13 and 14, …; the decks 1 and 2, 3 and 4, …; the class and the exam 1, 2, …
 */
class HistorySchool {
  readonly #database: Database;
  readonly #size: number;
  readonly #appender: Appender;
  readonly #sent = new Map<number, NewEvent[]>();
  /** Told what has been done, and not refused. */
  readonly #count: (what: string) => void;

  private constructor(database: Database, size: number, count: (what: string) => void) {
    this.#database = database;
    this.#size = size;
    this.#count = count;
    this.#appender = new Appender(database.pool);
  }

  static async open(database: Database, size: number, count: (what: string) => void): Promise<HistorySchool> {
    await database.pool.query(`
      insert into users (id, name, email, password_hash, role, time_zone) overriding system value
        select n, 'Lan', n || '@example.org', '', case when n = ${TEACHER} then 'teacher' else 'student' end, 'UTC'
        from generate_series(1, ${2 * size + 10}) n;
      insert into decks (id, user_id, title) overriding system value
        select n, ${TEACHER}, 'Words' from generate_series(1, ${2 * size}) n;
      insert into cards (id, deck_id, ordinal, front, back) overriding system value
        select ${CARDS_PER_DECK} * (deck - 1) + n, deck, n, 'front', 'back'
        from generate_series(1, ${2 * size}) deck, generate_series(1, ${CARDS_PER_DECK}) n;
      insert into classes (id, teacher_id, name) overriding system value
        select n, ${TEACHER}, '10A' from generate_series(1, ${size}) n;
      insert into class_decks (class_id, deck_id) select n, 2 * n - 1 from generate_series(1, ${size}) n;
      insert into class_members (class_id, student_id, status, joined_at)
        select n, 2 * n + 9, 'approved', now() from generate_series(1, ${size}) n;
      insert into class_members (class_id, student_id) select n, 2 * n + 10 from generate_series(1, ${size}) n;
      insert into exams (id, teacher_id, title, duration_minutes, main_content_type) overriding system value
        select n, ${TEACHER}, 'Unit 1', 30, 'none' from generate_series(1, ${size}) n;
      insert into exam_questions
        (id, exam_id, ordinal, question_text, option_a, option_b, option_c, option_d, correct_option)
        overriding system value
        select ${QUESTIONS} * (exam - 1) + n, exam, n, 'Which?', 'a', 'b', 'c', 'd', 'A'
        from generate_series(1, ${size}) exam, generate_series(1, ${QUESTIONS}) n;
      insert into exam_classes (exam_id, class_id) select n, n from generate_series(1, ${size}) n;
      select setval(pg_get_serial_sequence('exam_questions', 'id'), ${QUESTIONS * size})`);
    return new HistorySchool(database, size, count);
  }

  /** The histories that a row of a projection may be of. */
  historiesOf({ student_id, class_id }: Record<string, unknown>): number[] {
    if (typeof student_id === 'number') return [(student_id - 11) >> 1];
    const own = Number(class_id) - 1;
    return [own, (own + this.#size - 1) % this.#size];
  }

  readonly #student = (history: number, who: 0 | 1): number => 2 * history + 11 + who;
  readonly #deck = (history: number, deck: 0 | 1 | 2): number =>
    ((2 * history + deck) % (2 * this.#size)) + 1;
  readonly #class = (history: number, which: 0 | 1): number => ((history + which) % this.#size) + 1;
  readonly #card = (history: number, card: number): number => 2 * CARDS_PER_DECK * history + 1 + card;
  readonly #question = (history: number, index: number): number => QUESTIONS * history + 1 + index;

  /** Appends what the students of all histories say, in order. */
  async append(commands: (readonly [history: number, EventCommand])[]): Promise<void> {
    const events = commands.flatMap(([history, command]) => {
      const events = this.#eventsOf(history, command);
      if (events.length) this.#count(command.do);
      return events;
    });
    const outcomes = await Promise.allSettled(events.map((event) => this.#appender.append(event)));
    // A second submission of an exam with other answers; a student who is erased.
    for (const outcome of outcomes)
      if (
        outcome.status === 'rejected' &&
        !['idempotency_conflict', 'unauthenticated'].includes(outcome.reason?.code)
      )
        throw outcome.reason;
  }

  #eventsOf(history: number, command: EventCommand): NewEvent[] {
    const studentId = this.#student(history, command.who);
    const sent = this.#sent.get(studentId) ?? [];
    this.#sent.set(studentId, sent);
    const named = (event: NewEvent): NewEvent => {
      const own = { ...event, id: derivedId(`${studentId} ${sent.length}`) };
      sent.push(own);
      return own;
    };
    const reviews = sent.filter(({ type }) => type === 'CardReviewed');
    switch (command.do) {
      case 'answer':
        return [named(this.#review(history, command))];
      case 'bring along':
        return [this.#imported(history, command)];
      case 'undo': {
        const undone = reviews.at(-1 - (command.back % Math.max(1, reviews.length)));
        return undone ? [undo(studentId, undone)] : [];
      }
      case 'undo in vain':
        return this.#undoInVain(studentId, command.of, { named, sent });
      case 'repeat': {
        const again = sent.at(-1 - (command.back % Math.max(1, sent.length)));
        return again ? [again] : [];
      }
      case 'set weights':
        return [named(weightsSet(studentId, { 0: command.isOutOfRange ? 1_000 : command.stability }))];
      case 'open exam':
        return [examStarted({ exam_id: history + 1, duration_minutes: 30 }, studentId, Date.UTC(2026, 2, 9))];
      case 'submit': {
        const answers = command.answers.flatMap((letter, index) =>
          letter ? [[this.#question(history, index), letter]] : [],
        );
        const data = {
          exam_id: history + 1,
          answers: Object.fromEntries(answers) as Answers,
          time_spent: 60,
          late: command.late,
          by: command.by,
        };
        return [examSubmitted(data, { studentId, key: '', at: Date.UTC(2026, 2, 9) })];
      }
      default:
        return command satisfies never;
    }
  }

  #imported(history: number, brought: Extract<EventCommand, { do: 'bring along' }>): NewEvent {
    const { grade, meaning, card, day, minute } = brought;
    return cardReviewImported({
      studentId: this.#student(history, brought.who),
      deckId: this.#deck(history, card < CARDS_PER_DECK ? 0 : 1),
      cardId: this.#card(history, card),
      meaning,
      at: Date.UTC(2026, 2, day, 5, minute, 0, 125),
      grade,
      timeZone: 'UTC',
    });
  }

  #review(history: number, answer: Extract<EventCommand, { do: 'answer' }>): NewEvent {
    const day = `2026-03-${String(answer.day).padStart(2, '0')}`;
    const event = review(this.#student(history, answer.who), {
      deck_id: this.#deck(history, answer.card < CARDS_PER_DECK ? 0 : 1),
      card_id: this.#card(history, answer.card),
      rating: answer.rating,
      first_status: answer.first,
      tries: answer.tries,
      time_spent: answer.seconds,
      day,
    });
    const { asked } = answer;
    const version = asked?.meaning ? 3 : asked ? 2 : 1;
    this.#count(`version ${version}`);
    if (asked) Object.assign(event, { version, data: { ...event.data, ...asked } });
    return { ...event, occurredAt: new Date(`${day}T05:${String(answer.minute).padStart(2, '0')}:00.125Z`) };
  }

  #undoInVain(
    studentId: number,
    of: Extract<EventCommand, { do: 'undo in vain' }>['of'],
    { named, sent }: { named: (event: NewEvent) => NewEvent; sent: NewEvent[] },
  ): NewEvent[] {
    const data = {
      deck_id: this.#deck((studentId - 11) >> 1, 0),
      card_id: this.#card((studentId - 11) >> 1, 0),
    };
    switch (of) {
      case 'nothing':
        return [undo(studentId, review(studentId, data))];
      case 'another student': {
        const [theirs] = this.#sent.get(studentId % 2 ? studentId + 1 : studentId - 1) ?? [];
        return theirs?.type === 'CardReviewed' ? [undo(studentId, theirs)] : [];
      }
      case 'weights': {
        const weights = sent.findLast(({ type }) => type === 'SchedulerWeightsSet');
        return weights ? [undo(studentId, { ...weights, data })] : [];
      }
      case 'the future': {
        const next = named(review(studentId, data));
        return [undo(studentId, next), next];
      }
      default:
        return of satisfies never;
    }
  }

  /** Changes what is beside the log, as its people would; what the product refuses is none. */
  async change(history: number, command: ChangeCommand): Promise<void> {
    try {
      await this.#change(history, command);
      this.#count(command.do);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #change(history: number, command: ChangeCommand): Promise<void> {
    const { pool } = this.#database;
    const exam = history + 1;
    switch (command.do) {
      case 'ask':
      case 'approve':
      case 'join':
      case 'reject':
      case 'leave':
      case 'remove': {
        const place = [this.#class(history, command.class), this.#student(history, command.who)] as const;
        if (command.do === 'ask' || command.do === 'join') await requestToJoin(pool, ...place);
        if (command.do === 'approve' || command.do === 'join') await approve(pool, ...place);
        if (command.do === 'reject') await reject(pool, ...place);
        if (command.do === 'leave') await leave(pool, ...place);
        if (command.do === 'remove') await removeMember(pool, ...place);
        return;
      }
      case 'add deck':
        return addDeck(pool, this.#class(history, command.class), this.#deck(history, command.deck));
      case 'remove deck':
        return removeDeck(pool, this.#class(history, command.class), this.#deck(history, command.deck));
      case 'change key':
        return updateExam(pool, exam, examBody('', { questions: this.#questions(history, command) }));
      case 'delete card': {
        const deckId = this.#deck(history, command.card < CARDS_PER_DECK ? 0 : 1);
        const editor = { id: TEACHER, isAdmin: false };
        return deleteCard(pool, { deckId, cardId: this.#card(history, command.card), editor });
      }
      case 'erase': {
        const personId = this.#student(history, command.who);
        await eraseAccount(pool, { personId, actorId: TEACHER, reason: 'administrator' });
        return;
      }
      case 'delete deck':
        return deleteDeck(pool, TEACHER, this.#deck(history, command.deck));
      case 'bring back deck': {
        const deckId = this.#deck(history, command.deck);
        // It may be in the trash already.
        await deleteDeck(pool, TEACHER, deckId).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        const files = new FileQuota(pool, {} as Storage, { files: 1, bytes: 1 });
        const account = { id: TEACHER, role: 'teacher' as const };
        const roomOf = () => ({ max: 2 * this.#size, files });
        return bringBackDeck(pool, { deckId, account, roomOf });
      }
      case 'delete class':
        return deleteClass(pool, this.#class(history, 0));
      case 'delete exam':
        return deleteExam(pool, exam);
      default:
        command satisfies never;
    }
  }

  #questions(
    history: number,
    { key, isKept, added }: Extract<ChangeCommand, { do: 'change key' }>,
  ): QuestionBody[] {
    const letters = examBody([...key, ...(added ? [added] : [])].join('')).questions;
    return letters.flatMap((question, index) => {
      if (index >= key.length) return question;
      return isKept[index] ? { id: this.#question(history, index), ...question } : [];
    });
  }

  close(): Promise<void> {
    return this.#appender.close();
  }
}

const ALL = allPartitions();

interface Worker {
  pool: pg.Pool;
  busy: number;
  isLeaving: boolean;
}

/** Two processes' workers, which crash and are started again. */
class FaultyProjecting {
  readonly #databaseUrl: string;
  readonly #workers: Worker[];
  #steps = 0;
  /** Told what has gone wrong. */
  readonly #count: (fault: Step['fault']) => void;

  constructor(databaseUrl: string, count: (fault: Step['fault']) => void) {
    this.#databaseUrl = databaseUrl;
    this.#count = count;
    this.#workers = [this.#open(), this.#open()];
  }

  #open(): Worker {
    const pool = new pg.Pool({ connectionString: this.#databaseUrl, max: 3 });
    pool.on('error', () => {});
    // A session that is ended while it is in use tells its client besides.
    pool.on('connect', (client) => void client.on('error', () => {}));
    return { pool, busy: 0, isLeaving: false };
  }

  /** One micro-batch, up to a share of the partition's log, by one worker or the other. */
  async step({ projection, partition, share, fault }: Step): Promise<void> {
    const turn = this.#steps++ % 2;
    if (fault === 'restart') await this.#restart(turn);
    const worker = this.#workers[turn]!;
    worker.busy++;
    try {
      if (fault === 'together') return await this.#together(worker.pool);
      const { rows } = await worker.pool.query<{ head: string }>(
        'select head from log_partitions where partition = $1',
        [partition],
      );
      const until = Math.ceil((Number(rows[0]!.head) * share) / 100);
      await projectBatch(worker.pool, this.#faulty(projections[projection]!, fault), partition, until);
    } catch (error) {
      if (!isTransient(error)) throw error;
    } finally {
      worker.busy--;
      if (worker.isLeaving) await this.#leave(worker);
    }
  }

  /** One step of all in all partitions; what is left there, other steps take. */
  async #together(pool: pg.Pool): Promise<void> {
    const { taken } = await projectTogether(pool, projections, ALL);
    if (taken.length) this.#count('together');
  }

  async #restart(turn: number): Promise<void> {
    const old = this.#workers[turn]!;
    this.#workers[turn] = this.#open();
    old.isLeaving = true;
    this.#count('restart');
    await this.#leave(old);
  }

  async #leave({ pool, busy }: Worker): Promise<void> {
    if (busy === 0) await pool.end();
  }

  #faulty(projection: Projection, fault: Step['fault']): Projection {
    switch (fault) {
      case 'none':
      case 'together':
      case 'restart':
        return projection;
      case 'thrown':
      case 'half done':
        return {
          ...projection,
          apply: async (events, tx) => {
            const done = fault === 'thrown' ? events : events.slice(0, events.length >> 1);
            await applyTo([projection], done, tx);
            this.#count(fault);
            throw new Error('Connection terminated unexpectedly');
          },
        };
      case 'session ended':
        return {
          ...projection,
          apply: async (events, tx, once) => {
            await projection.apply(events, tx, once);
            this.#count(fault);
            await tx.query('select pg_terminate_backend(pg_backend_pid())');
          },
        };
      case 'refused':
        return {
          ...projection,
          apply: async (events, tx, once) => {
            await projection.apply(events, tx, once);
            if (events.length === 1) return;
            this.#count(fault);
            throw new Error('too many at once');
          },
        };
      default:
        return fault satisfies never;
    }
  }

  /** Brings every projection to the end of the log, in their order: one may follow another. */
  async catchUp(): Promise<void> {
    const { pool } = this.#workers[0]!;
    await this.#together(pool);
    for (const projection of projections)
      for (let partition = 0; partition < partitionCount(); partition++)
        while ((await projectBatch(pool, projection, partition)).events > 0);
    while (await gatherSome(pool));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ pool }) => pool.end()));
  }
}
