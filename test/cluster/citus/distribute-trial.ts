import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Pool } from 'pg';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import { given, projectAll, review } from '../../log/given-events.ts';
import type { CitusServers } from './citus-servers.ts';
import { settingsOf } from './citus-templates.ts';

const ROOT = join(import.meta.dirname, '../../..');

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Its last words. */
  said: string;
  seconds: number;
  /** Steps that it has reported. */
  steps: number;
}

export interface RunOptions {
  env: Record<string, string>;
  /** Called with each step that it reports, and how many there are; `kill` ends the process at once. */
  onStep?: (step: number, of: number, kill: () => void) => void;
}

/** Runs a program of the product to its end, whatever that is, with these settings alone. */
export async function runToEnd(script: string, args: string[], { env, onStep }: RunOptions): Promise<Ended> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<Pick<Ended, 'code' | 'signal'>>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const words: string[] = [];
  let steps = 0;
  createInterface(child.stderr).on('line', (line) => {
    const [, step, of] = /^(\d+) of (\d+): /.exec(line) ?? [];
    if (step === undefined) {
      words.push(line);
      return;
    }
    steps = Number(step);
    onStep?.(steps, Number(of), () => child.kill('SIGKILL'));
  });
  createInterface(child.stdout).on('line', (line) => words.push(line));
  try {
    const { code, signal } = await within(ended, `${script} ${args.join(' ')} ends`);
    const seconds = (performance.now() - begun) / 1_000;
    return { code, signal, said: words.join(' '), seconds, steps };
  } finally {
    child.kill('SIGKILL');
  }
}

/** How a database lies on the servers, as far as `nho distribute` has to do with it. */
export interface Layout {
  isDistributed: boolean;
  /** All else, to be compared. */
  text: string;
  /** Transactions that are neither committed nor undone yet. */
  prepared: number;
}

/** Tables that Citus knows, foreign keys, how rows are identified, functions. */
const OWN = `select is_distributed() as "isDistributed", (
  select count(*) from pg_prepared_xacts where database = current_database())::integer as prepared, concat_ws(' ',
  (select count(*) from pg_dist_partition), (select count(*) from pg_dist_shard),
  (select md5(string_agg(conrelid::regclass || conname || pg_get_constraintdef(oid), ',' order by conrelid::regclass::text, conname))
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace),
  (select md5(string_agg(relname || relreplident::text, ',' order by relname))
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace),
  (select md5(string_agg(oid::regprocedure || coalesce(proconfig::text, ''), ',' order by oid::regprocedure::text))
    from pg_proc where pronamespace = 'public'::regnamespace),
  (select count(*) from pg_trigger where not tgisinternal)) as text`;

/**
 * The product's tables and their shards there. Functions and sequences that tables need are put there at once and may stay:
 * the next attempt replaces them.
 */
const OTHERS = `select (select count(*) from pg_prepared_xacts where database = current_database())::integer as prepared,
  concat_ws(' ', (select count(*) from pg_dist_partition),
    (select count(*) from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)) as text`;

export async function layoutOf({ coordinator, workers }: CitusServers, database: string): Promise<Layout> {
  const [own] = await coordinator.ask<Layout>(OWN, [], database);
  const others = await Promise.all(
    workers.map(
      async (worker) => (await worker.ask<Omit<Layout, 'isDistributed'>>(OTHERS, [], database))[0]!,
    ),
  );
  return {
    isDistributed: own!.isDistributed,
    text: [own!, ...others].map(({ text }) => text).join(' | '),
    prepared: [own!, ...others].reduce((sum, { prepared }) => sum + prepared, 0),
  };
}

/** Nobody is at work on it as `nho distribute` any more, and nothing is left undecided. */
export const untilSettled = (servers: CitusServers, database: string): Promise<void> =>
  until(async () => {
    const [{ count } = { count: 1 }] = await servers.coordinator.ask<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where datname = $1 and application_name = 'nho command'`,
      [database],
    );
    return count === 0 && (await layoutOf(servers, database)).prepared === 0;
  }, 'nothing of nho distribute is under way');

/** What a refusal may take: people wait for it. */
const REFUSED_WITHIN_SECONDS = 15;

export interface DistributeRow {
  done: string;
  answered: string;
  there: string;
}

export interface DistributeOutcome {
  rows: DistributeRow[];
  violations: string[];
  log: (line: string) => void;
}

/** A database that is, or is not yet, distributed, and what was seen of it. */
export class Trial {
  readonly servers: CitusServers;
  readonly database: string;
  readonly outcome: DistributeOutcome;
  #before: Layout | undefined;

  constructor(servers: CitusServers, database: string, outcome: DistributeOutcome) {
    this.servers = servers;
    this.database = database;
    this.outcome = outcome;
  }

  get env(): Record<string, string> {
    return settingsOf(this.servers, this.database);
  }

  violation(what: string): void {
    this.outcome.violations.push(`distribute: ${what}`);
  }

  note(done: string, answered: string, there: string): void {
    this.outcome.log(`  ${done}: ${answered}: ${there}`);
    this.outcome.rows.push({
      done,
      answered: answered.replaceAll('|', '/').replaceAll(hostname(), 'HOST'),
      there,
    });
  }

  /** What it is compared with from now on. */
  async remember(): Promise<void> {
    this.#before = await layoutOf(this.servers, this.database);
  }

  /** Waits until all is decided. Returns whether it is as it was, and a word for the report. */
  async isAsBefore(): Promise<boolean> {
    await untilSettled(this.servers, this.database);
    return (await layoutOf(this.servers, this.database)).text === this.#before!.text;
  }

  async difference(): Promise<string> {
    return `${this.#before!.text} has become ${(await layoutOf(this.servers, this.database)).text}`;
  }

  distribute(onStep?: (step: number, of: number, kill: () => void) => void): Promise<Ended> {
    return runToEnd('bin/nho.ts', ['distribute'], { env: this.env, ...(onStep && { onStep }) });
  }

  /** Tries it, and demands that it is refused with such a sentence, in time, and that nothing has changed. */
  async refused(done: string, sentence: RegExp, attempt = () => this.distribute()): Promise<void> {
    const ended = await attempt();
    const asBefore = await this.isAsBefore();
    if (!ended.code || !sentence.test(ended.said))
      this.violation(`${done}: not refused by name, but ended with ${ended.code}: ${ended.said}`);
    if (/^\s+at /m.test(ended.said)) this.violation(`${done}: a stack was shown: ${ended.said}`);
    if (ended.seconds > REFUSED_WITHIN_SECONDS)
      this.violation(`${done}: refused after ${ended.seconds.toFixed(1)} s`);
    if (!asBefore) this.violation(`${done}: the database is not as it was`);
    const answered = `“${ended.said}” after ${ended.seconds.toFixed(1)} s`;
    this.note(done, answered, asBefore ? 'all as before' : 'not as before');
  }
}

/** A student answers, and it is projected. Returns what is wrong. */
export async function studied(pool: Pool): Promise<string | undefined> {
  const counted = async () => {
    const { rows } = await pool.query<{ events: number; reviews: number }>(
      `select (select count(*) from events)::integer as events, (select sum(reviews) from deck_stats)::integer as reviews`,
    );
    return rows[0]!;
  };
  try {
    const before = await counted();
    const { rows } = await pool.query<{ student: number; deck: number; card: number }>(
      `select u.id as student, c.deck_id as deck, c.id as card from users u, cards c
       where u.role = 'student' order by random() limit 1`,
    );
    const { student, deck, card } = rows[0]!;
    await given(pool, [review(student, { deck_id: deck, card_id: card })]);
    await projectAll(pool);
    const after = await counted();
    return after.events === before.events + 1 && after.reviews === before.reviews + 1
      ? undefined
      : `an answer was lost or doubled: ${JSON.stringify({ before, after })}`;
  } catch (error) {
    return `an answer failed: ${error}`;
  }
}
