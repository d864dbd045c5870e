import type { Connection } from '../postgres/transaction.ts';

/** Thrown where a run is when somebody has asked to stop it. */
export class RunCancelled extends Error {
  override name = 'RunCancelled';
}

type Values = Record<string, string | number | null>;

/** A run while its process performs it: says how far it is, and hears whether it is to stop. */
export class CurrentRun<Row = unknown> {
  readonly id: number;
  readonly row: Row;
  /** A connection of the run's own, on which its lock is held. */
  readonly client: Connection;
  readonly #table: string;
  #isAtLastStep = false;

  constructor(table: string, { id, row, client }: { id: number; row: Row; client: Connection }) {
    this.id = id;
    this.row = row;
    this.client = client;
    this.#table = table;
  }

  /**
   * Writes columns of the row, such as `percent`. Throws RunCancelled when the run is to stop, unless it is at its last step.
   */
  async report(columns: Values): Promise<void> {
    if ((await this.#write(columns)) && !this.#isAtLastStep) throw new RunCancelled();
  }

  /** The same before the last step, the one that others see: from here on nobody stops the run. */
  async beginLastStep(columns: Values): Promise<void> {
    // What is reported meanwhile must not stop it; a stop that was asked for before is obeyed.
    this.#isAtLastStep = true;
    if (await this.#write(columns)) throw new RunCancelled();
  }

  /** Returns whether the run is to stop: that was asked for, or somebody else has ended it. */
  async #write(columns: Values): Promise<boolean> {
    const names = Object.keys(columns);
    const { rows } = await this.client.query<{ cancel_requested: boolean }>(
      `/* write */ update ${this.#table} set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')}
       where id = $1 and status = 'running' returning cancel_requested`,
      [this.id, ...Object.values(columns)],
    );
    return rows[0]?.cancel_requested !== false;
  }
}
