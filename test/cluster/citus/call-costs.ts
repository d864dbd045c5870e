import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { KeptConnections } from '../../../bench/load/kept-connections.ts';
import { median } from '../../../bench/school/bench-database.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import type { CitusServers } from './citus-servers.ts';
import { type Contender, SPEED_DATABASE, startProduct } from './citus-speed.ts';
import type { LocalServer } from './local-server.ts';

/** What one call costs the servers, the middle of several. */
export interface CallCost {
  call: string;
  /** Statements that the coordinator is sent. */
  statements: number;
  /** Tasks that it gives to the workers. */
  tasks: number;
  /** The most workers that had a part in one. */
  workers: number;
  ms: number;
  /** What the calls were answered that did not succeed. */
  failure?: string;
  /** Beginnings of what workers were sent, where several had a part in one call. */
  spread: string[];
}

/** Calls of so many students are counted, after those of as many that fill caches. */
const STUDENTS = 8;

/** What begins and ends work, and what Citus asks by itself. */
const FRAME =
  '^\\s*(begin|commit|rollback|prepare|savepoint|release|set|show|discard|deallocate|listen|select (assign_distributed|citus_|pg_|dump_|worker_|gid from))';

/** That an account is here is written on every server: no call's own. */
const ONCE_AN_HOUR = 'seen_at = ';

/** Of workers: what asks for a shard of a table, or has an append done there. */
const TASK = '_\\d{6,}|append_events\\(';

/** Counts what calls of single students cost, one at a time, while nothing else is done. */
export async function measureCalls(
  t: Lifetime,
  servers: CitusServers,
  contender: Contender,
): Promise<CallCost[]> {
  const { pool } = contender.database;
  // The workers get it as well.
  await pool.query('create extension if not exists pg_stat_statements');
  const product = await startProduct(t, contender, { workers: 0 });
  const examId = await addExam(pool, contender.students.slice(0, 2 * STUDENTS));
  const connections = new KeptConnections(product.port, 1);
  const costs: CallCost[] = [];
  for (const [call, send] of Object.entries(callsOf(contender, examId, connections))) {
    const failures = new Set<string>();
    const sent = async (index: number): Promise<number> => {
      const begun = performance.now();
      const failure = await send(index);
      if (failure) failures.add(failure);
      return performance.now() - begun;
    };
    for (let index = STUDENTS; index < 2 * STUDENTS; index++) await sent(index);
    const counted: Omit<CallCost, 'call'>[] = [];
    for (let index = 0; index < STUDENTS; index++) {
      for (const server of servers.all)
        await server.ask('select pg_stat_statements_reset()', [], SPEED_DATABASE);
      const ms = await sent(index);
      // What a call leaves to be done after its answer is its own.
      await pause(50);
      counted.push({ ms, ...(await statementsOf(servers)) });
    }
    const middle = (of: 'ms' | 'statements' | 'tasks') => median(counted.map((one) => one[of]));
    costs.push({
      call,
      statements: middle('statements'),
      tasks: middle('tasks'),
      workers: Math.max(...counted.map(({ workers }) => workers)),
      ms: middle('ms'),
      spread: [...new Set(counted.filter(({ workers }) => workers > 1).flatMap(({ spread }) => spread))],
      ...(failures.size && { failure: [...failures].join(', ') }),
    });
  }
  connections.close();
  await product.end();
  return costs;
}

/** Each resolves with what was answered instead of success, if it was. */
function callsOf(
  { deckId, firstCard, requests }: Contender,
  examId: number,
  connections: KeptConnections,
): Record<string, (index: number) => Promise<string | undefined>> {
  const called = async (path: string, index: number, body?: string) => {
    const { 'content-type': _, ...headers } = requests[index]!.headers;
    const { status, body: text } = await connections.call(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    return { failure: status < 300 ? undefined : `${status} ${text.slice(0, 80)}`, text };
  };
  const get = (path: string) => async (index: number) => (await called(path, index)).failure;
  const post = (path: string, bodyOf: (index: number) => object) => async (index: number) =>
    (await called(path, index, JSON.stringify(bodyOf(index)))).failure;
  const versions = new Map<number, number>();
  return {
    'an answer is given': async (index) =>
      (await called(requests[index]!.path, index, requests[index]!.body)).failure,
    'decks of today': get('/api/today'),
    'counts of a deck': get(`/api/decks/${deckId}/counts`),
    'a set of cards': get(`/api/decks/${deckId}/cards/set`),
    'progress in a deck, and its schedule': get(`/api/decks/${deckId}/stats`),
    'own cards of a deck': get(`/api/decks/${deckId}/own-cards`),
    'a card is put aside': post(`/api/cards/${firstCard}/mark`, () => ({ suspended: true })),
    'an exam is begun': async (index) => {
      const { failure, text } = await called(`/api/exams/${examId}`, index);
      if (!failure) versions.set(index, JSON.parse(text).data.attempt.version as number);
      return failure;
    },
    'its answers are saved': post(`/api/exams/${examId}/answers`, (index) => ({
      version: versions.get(index) ?? 0,
      answers: {},
      skipped: [],
    })),
    'it is handed in': post(`/api/exams/${examId}/submit`, () => ({ answers: {} })),
  };
}

/** An exam of a class of these students. */
async function addExam(pool: Pool, students: number[]): Promise<number> {
  const one = async (sql: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(sql, values)).rows[0]!.id;
  const [teacher] = (await pool.query<{ id: number }>(`select id from users where role = 'teacher' limit 1`))
    .rows;
  const classId = await one(`insert into classes (teacher_id, name) values ($1, '12C') returning id`, [
    teacher!.id,
  ]);
  for (const student of students)
    await pool.query(
      `insert into class_members (class_id, student_id, status, joined_at) values ($1, $2, 'approved', now())`,
      [classId, student],
    );
  const examId = await one(
    `insert into exams (teacher_id, title, duration_minutes, main_content_type) values ($1, 'Unit 1', 30, 'none')
     returning id`,
    [teacher!.id],
  );
  await pool.query('insert into exam_classes (exam_id, class_id) values ($1, $2)', [examId, classId]);
  await pool.query(
    `insert into exam_questions (exam_id, ordinal, question_text, option_a, option_b, option_c, option_d, correct_option)
     values ($1, 1, 'Question 1', 'first', 'second', 'third', 'fourth', 'A')`,
    [examId],
  );
  return examId;
}

interface Counted {
  text: string;
  calls: number;
}

/** What was counted since the last reset. */
async function statementsOf(
  servers: CitusServers,
): Promise<Pick<CallCost, 'statements' | 'tasks' | 'workers' | 'spread'>> {
  const counted = (server: LocalServer, condition: string): Promise<Counted[]> =>
    server.ask<Counted>(
      `select regexp_replace(left(query, 160), '\\s+', ' ', 'g') as text, calls::integer
       from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
       where toplevel and query not ilike '%pg_stat_statements%' and query !~ '${ONCE_AN_HOUR}' and ${condition}`,
      [],
      SPEED_DATABASE,
    );
  const sum = (rows: Counted[]): number => rows.reduce((total, { calls }) => total + calls, 0);
  const statements = sum(await counted(servers.coordinator, `query !~* '${FRAME}'`));
  const tasks = await Promise.all(servers.workers.map((worker) => counted(worker, `query ~ '${TASK}'`)));
  return {
    statements,
    tasks: tasks.reduce((total, rows) => total + sum(rows), 0),
    workers: tasks.filter((rows) => rows.length > 0).length,
    spread: tasks.flat().map(({ text }) => text),
  };
}
