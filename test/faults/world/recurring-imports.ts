import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { formOf } from '../../card/card-form.ts';
import { jsonOf } from '../../deck-import/import-calls.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import type { RecordingCalls } from './recording-calls.ts';
import { tokenFor } from './recording-clients.ts';

const CARDS = 400;
const RETRY_MS = 200;

/** An administrator who imports one deck after the other while processes die. */
export class RecurringImports {
  readonly #pool: Pool;
  readonly #calls: RecordingCalls;
  readonly #admin: number;
  readonly #titles: string[] = [];
  readonly oddities: string[] = [];
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(pool: Pool, calls: RecordingCalls, admin: number) {
    this.#pool = pool;
    this.#calls = calls;
    this.#admin = admin;
  }

  static async create(pool: Pool, calls: RecordingCalls): Promise<RecurringImports> {
    const rows = await sql(pool)`insert into users (name, email, password_hash, role, time_zone)
      values ('Lan', gen_random_uuid() || '@example.org', 'none', 'admin', 'Asia/Ho_Chi_Minh') returning id`;
    return new RecurringImports(pool, calls, rows[0]!.id);
  }

  /** Imports, with a pause between two, until `finish`. */
  start(apartMs: number): void {
    this.#running = (async () => {
      while (!this.#isOver) {
        await this.#import();
        for (let waited = 0; waited < apartMs && !this.#isOver; waited += 100) await pause(100);
      }
    })();
    this.#running.catch(() => {});
  }

  async #import(): Promise<void> {
    const title = `Deck ${this.#titles.length + 1}`;
    this.#titles.push(title);
    const cards = Array.from({ length: CARDS }, (_, index) => ({ front: `f ${index}`, back: `b ${index}` }));
    const { body, headers } = formOf({ title, json_file: jsonOf(cards) });
    for (;;) {
      const account = { id: this.#admin, token: tokenFor(this.#admin) };
      const init = { method: 'POST', body: new Uint8Array(body), headers };
      const answered = await this.#calls.once('/api/admin/imports', account, init);
      // Sent again under its title it changes nothing that is there already.
      if (answered?.status === 202) return;
      if (answered && ![429, 503, 409].includes(answered.status)) {
        this.oddities.push(`upload: ${answered.status} ${JSON.stringify(answered.body)}`);
        return;
      }
      await pause(RETRY_MS);
    }
  }

  /** Resolves when no import is left to run. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await within(this.#running, 'the last deck is uploaded');
    await until(async () => {
      const { rowCount } = await this.#pool.query(
        `select from deck_imports where status in ('queued', 'running')`,
      );
      return rowCount === 0 || pause(200, false);
    }, 'every import has ended');
    const { rows } = await this.#pool.query<{ title: string; decks: number; cards: number; status: string }>(
      `select title, (select count(*) from decks d where d.title = u.title)::integer as decks,
         (select count(*) from decks d join cards c on c.deck_id = d.id where d.title = u.title)::integer as cards,
         coalesce((select string_agg(distinct concat_ws(' ', status, failure::text), ', ') from deck_imports i
           where i.request->>'title' = u.title), 'none') as status
       from unnest($1::text[]) u (title)`,
      [this.#titles],
    );
    // One that broke off again and again is given up, as a whole.
    const isGivenUp = (status: string, decks: number) => status.includes('import_broke') && decks === 0;
    for (const { title, decks, cards, status } of rows)
      if ((decks !== 1 || cards !== CARDS) && !isGivenUp(status, decks))
        this.oddities.push(`${title}: ${decks} decks of ${cards} cards, ${status}`);
  }

  get count(): number {
    return this.#titles.length;
  }
}
