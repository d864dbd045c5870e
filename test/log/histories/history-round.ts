import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openDatabase } from '../../../core/database.ts';
import { eventRegister } from '../../../core/events.ts';
import { importEvents } from '../../../core/log/export/import-events.ts';
import { Rebuilding } from '../../../core/log/rebuilding/rebuilding.ts';
import { projections } from '../../../core/projections.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { exportText } from '../export/export-harness.ts';
import { projectAll } from '../given-events.ts';
import { FaultyProjecting } from '../projecting/faulty-projecting.ts';
import { BEATS, type Course, type History, type Step } from './given-histories.ts';
import { HistorySchool } from './history-school.ts';
import { parkedRows, plainProjections, type Tables, tableRows } from './plain-projections.ts';

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

const TABLES = projections.flatMap(({ tables }) => tables);

export interface Round {
  /** Each row that one way of computing has and another has not, in words. */
  wrong: string[];
  /** The histories whose rows they may be. */
  suspects: Set<number>;
  events: number;
  /** How often everything that can happen has happened. */
  counts: Map<string, number>;
}

interface Lifetime {
  teardown(end: () => unknown): void;
}

/** Lets the histories happen on one log, and computes their projections in four ways. */
export async function runRound(t: Lifetime, histories: History[], course: Course): Promise<Round> {
  const [live, fresh] = await Promise.all([createTestDatabase(t), createTestDatabase(t)]);
  const database = await openDatabase(live.url, { connections: 8, name: 'histories' });
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

    const plain = await plainProjections(live.pool);
    const ways = { live: await allRows(live.pool), imported: await allRows(fresh.pool) };
    for (const [name, rows] of Object.entries(ways))
      for (const table of Object.keys({ ...plain, ...rows })) {
        for (const row of minus(rows[table], plain[table])) differ(`${table}, only ${name}`, row);
        for (const row of minus(plain[table], rows[table])) differ(`${table}, not ${name}`, row);
      }
    round.events = events;
    return round;
  } finally {
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
  ...(await tableRows(pool, TABLES)),
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
