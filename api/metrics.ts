import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PasswordQueue } from '../core/account/password-queue.ts';
import { projectionLag } from '../core/log/projecting/checkpoint.ts';
import { longestWait } from '../core/mail/letters.ts';
import { projections } from '../core/projections.ts';
import type { Admission } from './admission.ts';

/** What this process measures of itself, as Prometheus text at /metrics. */
export class Metrics {
  readonly registry = new Registry();
  readonly #appends: Counter;
  readonly #batchSizes: Histogram;
  /** Teachers' tabs that are notified of changes. */
  readonly liveTabs: Gauge;

  constructor(pool: Pool) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#appends = new Counter({
      name: 'nho_events_appended_total',
      help: 'Events appended to the log by this process, repetitions included',
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
      help: 'Open streams on which this process tells of changes',
      registers,
    });
    new Gauge({
      name: 'nho_projection_lag_events',
      help: 'Events in the log that a projection has not taken in yet',
      labelNames: ['projection'],
      registers,
      async collect() {
        for (const { name } of projections) this.set({ projection: name }, 0);
        for (const { projection, events } of await projectionLag(pool)) this.inc({ projection }, events);
      },
    });
    new Gauge({
      name: 'nho_parked_events',
      help: 'Events that a projection could not apply, with their students’ later ones',
      labelNames: ['projection'],
      registers,
      async collect() {
        for (const { name } of projections) this.set({ projection: name }, 0);
        const { rows } = await pool.query<{ projection: string; events: string }>(
          'select projection, count(*) as events from parked_events group by projection',
        );
        for (const { projection, events } of rows) this.set({ projection }, Number(events));
      },
    });
    this.#addImports(pool);
    this.#addVerification(pool);
    this.#addLetters(pool);
  }

  /** Measures how many requests this process has under way, and how many it refused because they would have waited. */
  watchAdmission(admission: Admission): void {
    const registers = [this.registry];
    new Gauge({
      name: 'nho_requests_under_way',
      help: 'Requests that this process has taken and not answered',
      registers,
      collect() {
        this.set(admission.underWay);
      },
    });
    new Gauge({
      name: 'nho_requests_under_way_limit',
      help: 'How many it takes at once, by the pace at which it answers them',
      registers,
      collect() {
        this.set(Math.floor(admission.limit));
      },
    });
    new Counter({
      name: 'nho_requests_refused_total',
      help: 'Requests that were answered 503 at once since they would have waited for too long',
      registers,
      collect() {
        this.reset();
        this.inc(admission.refused);
      },
    });
  }

  #addImports(pool: Pool): void {
    new Gauge({
      name: 'nho_imports',
      help: 'Imports of decks, by how they stand',
      labelNames: ['status'],
      registers: [this.registry],
      async collect() {
        this.reset();
        const { rows } = await pool.query<{ status: string; imports: number }>(
          'select status, count(*)::integer as imports from deck_imports group by status',
        );
        for (const { status, imports } of rows) this.set({ status }, imports);
      },
    });
    new Gauge({
      name: 'nho_import_percent',
      help: 'How far the imports are that run',
      labelNames: ['import'],
      registers: [this.registry],
      async collect() {
        this.reset();
        const { rows } = await pool.query<{ id: number; percent: number }>(
          `select id, percent from deck_imports where status = 'running'`,
        );
        for (const { id, percent } of rows) this.set({ import: id }, percent);
      },
    });
  }

  #addLetters(pool: Pool): void {
    new Gauge({
      name: 'nho_letters_waiting_seconds',
      help: 'Seconds for which the oldest letter has waited to be sent; 0 when none waits',
      registers: [this.registry],
      async collect() {
        this.set(await longestWait(pool));
      },
    });
  }

  /** Without a value until a verification has been completed. */
  #addVerification(pool: Pool): void {
    const last = async (value: string): Promise<number | undefined> => {
      const { rows } = await pool.query<{ value: number }>(
        `select ${value} as value from log_runs where kind = 'verify' and status = 'completed'
         order by id desc limit 1`,
      );
      return rows[0]?.value;
    };
    new Gauge({
      name: 'nho_verification_differences',
      help: 'Rows of projections that differed from the log in the last completed verification',
      registers: [this.registry],
      async collect() {
        const differences = await last('differences');
        if (differences === undefined) this.remove();
        else this.set(differences);
      },
    });
    new Gauge({
      name: 'nho_verification_age_seconds',
      help: 'Seconds since the last completed verification',
      registers: [this.registry],
      async collect() {
        const age = await last('extract(epoch from now() - finished_at)::float8');
        if (age === undefined) this.remove();
        else this.set(age);
      },
    });
  }

  /** Measures the difference of the clocks, of which `skew` returns milliseconds. */
  addClockSkew(skew: () => Promise<number>): void {
    new Gauge({
      name: 'nho_clock_skew_seconds',
      help: 'Seconds by which the clock of this process is ahead of the database’s',
      registers: [this.registry],
      async collect() {
        this.set((await skew()) / 1_000);
      },
    });
  }

  /** Measures the logins that wait for their password to be hashed. */
  watchPasswords(queue: PasswordQueue): void {
    const registers = [this.registry];
    new Gauge({
      name: 'nho_passwords_waiting',
      help: 'Logins, registrations and changes of a password that wait for their turn to be hashed',
      registers,
      collect() {
        this.set(queue.waiting);
      },
    });
    new Gauge({
      name: 'nho_passwords_hashing',
      help: 'Passwords that are being hashed',
      registers,
      collect() {
        this.set(queue.running);
      },
    });
    new Counter({
      name: 'nho_passwords_refused_total',
      help: 'Logins, registrations and changes of a password answered 503 because too many waited',
      registers,
      collect() {
        this.reset();
        this.inc(queue.refused);
      },
    });
  }

  appended(batchSize: number): void {
    this.#appends.inc(batchSize);
    this.#batchSizes.observe(batchSize);
  }
}
