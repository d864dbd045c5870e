import type { Pool } from 'pg';
import { isoTime } from '../contract/clock.ts';
import type { ErrorCode } from '../contract/error-codes.ts';
import { AppError } from '../contract/errors.ts';

interface RunTimes {
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

interface HistoryOptions<Row extends RunTimes, Shown> {
  /** A SELECT from the kind's table, without conditions. Its columns id and status are not those of another table. */
  select: string;
  show(row: Row): Shown;
  /** How many the list has. */
  listed: number;
  notFound: ErrorCode;
}

/** What people see of the runs of one kind. */
export class RunHistory<Row extends RunTimes, Shown> {
  readonly #options: HistoryOptions<Row, Shown>;

  constructor(options: HistoryOptions<Row, Shown>) {
    this.#options = options;
  }

  /** Returns the latest runs, newest first; those for which SQL is true, or all. */
  async latest(pool: Pool, condition = 'true', count = this.#options.listed): Promise<Shown[]> {
    const { rows } = await pool.query<Row>(
      `${this.#options.select} where ${condition} order by id desc limit ${count}`,
    );
    return rows.map((row) => this.#show(row));
  }

  /** Returns one run as it stands. Throws when there is none. */
  async byId(pool: Pool, runId: number): Promise<Shown> {
    const { rows } = await pool.query<Row>(`${this.#options.select} where id = $1`, [runId]);
    if (!rows[0]) throw new AppError(this.#options.notFound);
    return this.#show(rows[0]);
  }

  #show(row: Row): Shown {
    return this.#options.show({
      ...row,
      created_at: isoTime(row.created_at),
      started_at: isoTime(row.started_at),
      finished_at: isoTime(row.finished_at),
    });
  }
}
