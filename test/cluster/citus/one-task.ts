import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import t from 'tap';
import { takingCalls } from '../../exam/attempt/taking-calls.ts';
import { answersOf, givenExamClassroom } from '../../exam/given-exams.ts';
import { startApi } from '../../harness/api-harness.ts';
import { studyCalls } from '../../learning/study-calls.ts';

/** What programs of this process have sent since the last time that it was emptied: the values by the statement. */
const sent = new Map<string, unknown[]>();

const query = Client.prototype.query as (...args: unknown[]) => unknown;
Client.prototype.query = function spied(this: Client, ...args: unknown[]) {
  const [statement, values] = args as [string | { text: string; values?: unknown[] }, unknown];
  const text = typeof statement === 'string' ? statement : statement?.text;
  if (text && !/^\s*explain/.test(text))
    sent.set(
      text,
      (typeof statement === 'object' && statement.values) || (Array.isArray(values) ? values : []),
    );
  return query.apply(this, args);
} as typeof Client.prototype.query;

const api = await startApi(t);
const { rows } = await api.pool.query<{ name: string }>(
  `select table_name::text as name from citus_tables where citus_table_type = 'distributed'`,
);
const DISTRIBUTED = new RegExp(`\\b(${rows.map(({ name }) => name).join('|')}|append_events)\\b`);

/** How many tasks a statement is for the servers, and how many statements it is taken apart into. */
async function tasksOf(text: string, values: unknown[]): Promise<{ tasks: number; parts: number }> {
  const plan = await api.pool.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
  const lines = plan.rows.map((row) => row['QUERY PLAN']);
  const tasks = lines.flatMap((line) => /Task Count: (\d+)/.exec(line)?.[1] ?? []).map(Number);
  // A function that is performed on a server says so in its own words.
  const isDelegated = /append_events/.test(text) && lines.some((line) => /Citus Adaptive/.test(line));
  return {
    tasks: isDelegated ? 1 : tasks.reduce((sum, count) => sum + count, 0),
    parts: lines.filter((line) => /Distributed Subplan/.test(line)).length,
  };
}

/** The first statements of a transaction and the last ones travel together. */
const statementsOf = (text: string): string[] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => /^(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/.test(one));

t.test(
  'PRO-10 what a call does for one student is one task of the server that has the partition',
  async (t) => {
    const { students, exam, teacher } = await givenExamClassroom(api, { students: 1, key: 'ABCD' });
    const student = students[0]!;
    const deck = await api.addDeck(teacher.id, 12, { official: true });
    const study = studyCalls(student);
    const taking = takingCalls(exam.id, student);
    const [first, second] = deck.cards;
    await study.answer(first!);
    const answer = { status: 2, time_spent: 5 };
    const answers = answersOf(exam, 'ABCD');
    const params = { deckId: deck.id };
    const calls: Record<string, () => Promise<unknown>> = {
      answer: () => study.progress(second!, answer, { 'idempotency-key': randomUUID() }),
      today: () => student.data('GET /api/today'),
      'the cards of today': () => student.call('GET /api/today/cards', { query: { limit: 20 } }),
      counts: () => study.counts(deck.id),
      set: () => study.set(deck.id),
      schedule: () => study.stats(deck.id),
      mark: () => study.mark(first!, { flagged: true }),
      settings: () => study.settings(deck.id, { new_cards_per_day: 5, max_cards_per_day: 60 }),
      'own progress': () => student.data('GET /api/decks/:deckId/stats', { params }),
      'an exam is begun': () => taking.attempt(),
      'an answer of an exam': () => taking.save(0, answers),
      'an exam is handed in': () => taking.submit(answers),
      'the own result': () => taking.result(),
    };
    for (const [name, call] of Object.entries(calls)) {
      sent.clear();
      await call();
      const texts = [...sent];
      for (const [text, values] of texts)
        for (const statement of statementsOf(text))
          if (DISTRIBUTED.test(statement))
            t.same(
              await tasksOf(statement, values),
              { tasks: 1, parts: 0 },
              `${name}: ${statement.slice(0, 200)}`,
            );
    }
  },
);
