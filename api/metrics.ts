import type { Pool } from 'pg';
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { passwordsCompared } from '../core/account/password.ts';
import type { PasswordQueue } from '../core/account/password-queue.ts';
import { projectionLag } from '../core/log/projecting/checkpoint.ts';
import { longestWait } from '../core/mail/emails.ts';
import type { ProcessPlace, ProcessReport } from '../core/process/process-line.ts';
import { projections } from '../core/projections.ts';
import type { Admission } from './guard/admission.ts';

/** The launcher has asked all processes by then. */
const PATIENCE_MS = 5_000;

/**
 * What this process measures of itself and of the database, as Prometheus text at /metrics. Where a launcher keeps several
 * processes, any of them reports of all.
 */
export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  /** Of this process. */
  readonly #own = new Registry();
  /** Of the database: the same for all processes, so that only the one that is asked looks. */
  readonly #ofDatabase = new Registry();
  readonly #line: ProcessPlace['line'] | undefined;
  readonly #appends: Counter;
  readonly #batchSizes: Histogram;
  /** Teachers' tabs that are notified of changes. */
  readonly liveTabs: Gauge;

  constructor(pool: Pool, place?: ProcessPlace) {
    this.#line = place?.line;
    this.#line?.on('own metrics', () => this.#own.getMetricsAsJSON());
    const registers = [this.#own];
    collectDefaultMetrics({ register: this.#own });
    this.#appends = new Counter({
      name: 'nho_events_appended_total',
      help: 'Events appended to the log, repetitions included',
      registers,
    });
    this.#batchSizes = new Histogram({
      name: 'nho_append_batch_size',
      help: 'Events in one append statement',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      registers,
    });
    this.liveTabs = new Gauge({
      name: 'nho_live_tabs',
      help: 'Open streams on which changes are told',
      registers,
    });
    const none = projections.map(({ name }) => [name, 0] as const);
    this.#gauges(
      'nho_projection_lag_events',
      'Events in the log that a projection has not taken in yet',
      'projection',
      async () => [
        ...none,
        ...(await projectionLag(pool)).map(({ projection, events }) => [projection, events] as const),
      ],
    );
    const pairs = async (text: string) =>
      (await pool.query<[string, number]>({ text, rowMode: 'array' })).rows;
    this.#gauges(
      'nho_parked_events',
      'Events that a projection could not apply, with their students’ later ones',
      'projection',
      async () => [
        ...none,
        ...(await pairs('select projection, count(*)::integer from parked_events group by projection')),
      ],
    );
    this.#gauges('nho_imports', 'Imports of decks, by how they stand', 'status', () =>
      pairs('select status, count(*)::integer from deck_imports group by status'),
    );
    this.#gauges('nho_import_percent', 'How far the imports are that run', 'import', () =>
      pairs(`select id, percent from deck_imports where status = 'running'`),
    );
    this.#addVerification(pool);
    this.#gauge(
      'nho_letters_waiting_seconds',
      'Seconds for which the oldest email has waited to be sent; 0 when none waits',
      () => longestWait(pool),
      { register: this.#ofDatabase },
    );
  }

  /**
   * Returns what all processes of the launcher measure, added up, or what one of them does, by its name. Undefined when there
   * is none of that name, or it does not answer. A process that runs by itself has none.
   */
  async text(process?: string): Promise<string | undefined> {
    if (!this.#line && process !== undefined) return undefined;
    const reports = (await this.#line?.ask<ProcessReport[]>('metrics', null, PATIENCE_MS)) ?? [
      { name: 'api', starts: 1, metrics: await this.#own.getMetricsAsJSON() },
    ];
    if (process !== undefined) {
      const metrics = reports.find(({ name }) => name === process)?.metrics;
      return metrics && AggregatorRegistry.aggregate([metrics]).metrics();
    }
    const all = reports.flatMap(({ metrics }) => (metrics ? [metrics] : []));
    const ofLauncher = this.#line ? [await reportsAsMetrics(reports)] : [];
    return AggregatorRegistry.aggregate([
      ...all,
      ...ofLauncher,
      await this.#ofDatabase.getMetricsAsJSON(),
    ]).metrics();
  }

  /** Measures how many requests this process has under way, and how many it refused because they would have waited. */
  watchAdmission(admission: Admission): void {
    this.#gauge(
      'nho_requests_under_way',
      'Requests that were taken and are not answered',
      () => admission.underWay,
    );
    this.#gauge(
      'nho_requests_under_way_limit',
      'How many are taken at once, by the pace at which they are answered',
      () => Math.floor(admission.limit),
    );
    this.#total(
      'nho_requests_refused_total',
      'Requests that were answered 503 at once since they would have waited for too long',
      () => admission.refused,
    );
  }

  /** A number that is looked up when it is asked for; undefined: there is none. */
  #gauge(
    name: string,
    help: string,
    value: () => number | undefined | Promise<number | undefined>,
    { register = this.#own, aggregator = 'sum' }: { register?: Registry; aggregator?: Aggregator } = {},
  ): void {
    new Gauge({
      name,
      help,
      registers: [register],
      aggregator,
      async collect() {
        const now = await value();
        if (now === undefined) this.remove();
        else this.set(now);
      },
    });
  }

  /** Numbers of the database by a label, looked up when they are asked for; those of the same label are added up. */
  #gauges(
    name: string,
    help: string,
    label: string,
    values: () => Promise<readonly (readonly [string, number])[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#ofDatabase],
      async collect() {
        const found = await values();
        this.reset();
        for (const [of, value] of found) this.inc({ [label]: of }, value);
      },
    });
  }

  /** Registers a number that only grows. */
  #total(name: string, help: string, value: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.#own],
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  }

  /** Without a value until a verification has been completed. */
  #addVerification(pool: Pool): void {
    const last = async (value: string): Promise<number | undefined> => {
      const { rows } = await pool.query<{ value: number }>(
        `/* addVerification */ select ${value} as value from log_runs where kind = 'verify' and status = 'completed'
         order by id desc limit 1`,
      );
      return rows[0]?.value;
    };
    this.#gauge(
      'nho_verification_differences',
      'Rows of projections that differed from the log in the last completed verification',
      () => last('differences'),
      { register: this.#ofDatabase },
    );
    this.#gauge(
      'nho_verification_age_seconds',
      'Seconds since the last completed verification',
      () => last('extract(epoch from now() - finished_at)::float8'),
      { register: this.#ofDatabase },
    );
  }

  /** Measures the difference of the clocks, of which `skew` returns milliseconds. */
  addClockSkew(skew: () => Promise<number>): void {
    this.#gauge(
      'nho_clock_skew_seconds',
      'Seconds by which the clock of this process is ahead of the database’s',
      async () => (await skew()) / 1_000,
      { aggregator: 'max' },
    );
  }

  /** Measures the logins that wait for their password to be hashed. */
  watchPasswords(queue: PasswordQueue): void {
    this.#gauge(
      'nho_passwords_waiting',
      'Logins, registrations and changes of a password that wait for their turn to be hashed',
      () => queue.waiting,
    );
    this.#gauge('nho_passwords_hashing', 'Passwords that are being hashed', () => queue.running);
    this.#total(
      'nho_passwords_refused_total',
      'Logins, registrations and changes of a password answered 503 because too many waited',
      () => queue.refused,
    );
    this.#total(
      'nho_passwords_compared_total',
      'Passwords that were compared with a hash, or with none in the same time',
      passwordsCompared,
    );
  }

  appended(batchSize: number): void {
    this.#appends.inc(batchSize);
    this.#batchSizes.observe(batchSize);
  }
}

/** Which processes the launcher keeps, and how often it has started each. */
function reportsAsMetrics(reports: ProcessReport[]): Promise<object[]> {
  const registers = [new Registry()];
  const labelNames = ['process'];
  const up = new Gauge({
    name: 'nho_process_up',
    help: 'Whether a process of the launcher answers: only these are in the sums',
    labelNames,
    registers,
  });
  const starts = new Counter({
    name: 'nho_process_starts_total',
    help: 'How often the launcher has started this process',
    labelNames,
    registers,
  });
  for (const { name, starts: count, metrics } of reports) {
    up.set({ process: name }, metrics ? 1 : 0);
    starts.inc({ process: name }, count);
  }
  return registers[0]!.getMetricsAsJSON();
}
