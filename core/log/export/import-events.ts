import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { Pool } from 'pg';
import { isTransient } from '../../postgres/postgres-error.ts';
import { byShard } from '../../postgres/several-servers.ts';
import { inTransaction, part, type Tx, undone } from '../../postgres/transaction.ts';
import { type EventRegister, UnreadableEventError } from '../event-register.ts';
import { ERASED_STUDENTS, StudentErased } from '../log.events.ts';
import { allPartitions, type Position, partitionCount, partitionOf } from '../position.ts';
import { DamagedLineError, ExportedEvent, type ExportedLine, exportedLines } from './exported-lines.ts';

const envelope = TypeCompiler.Compile(ExportedEvent);

/** An event whose place in the log has been checked; `text` is its line, which Postgres reads as it is. */
interface CheckedLine extends ExportedLine {
  partition: number;
  position: number;
}

/**
 * Checks line after line that it is the next event of its partition, readable by this program. Throws a
 * DamagedLineError for the first that is not.
 */
class LineCheck {
  /** The last position of each partition. */
  readonly reached = new Map<number, number>();
  readonly #register: EventRegister;
  /** Students of whom the last event has been read. */
  readonly #erased = new Set<number>();

  constructor(register: EventRegister) {
    this.#register = register;
  }

  check(line: ExportedLine): CheckedLine {
    const event = this.#read(line);
    const { partition, position, student } = event;
    if (typeof student === 'string')
      throw new DamagedLineError(line.number, 'has a pseudonym for its student, so the student is unknown');
    if (event.hash === undefined) throw new DamagedLineError(line.number, 'has no hash');
    const occurredAt = new Date(event.occurred_at);
    try {
      const { id, type, version, data } = event;
      this.#register.decode({ partition, position, id, studentId: student, type, version, data, occurredAt });
    } catch (error) {
      if (error instanceof UnreadableEventError) throw new DamagedLineError(line.number, error.message);
      throw error;
    }
    if (partition !== partitionOf(student))
      throw new DamagedLineError(
        line.number,
        `the events of student ${student} belong to partition ${partitionOf(student)} of ${partitionCount()}, not ${partition}: a log goes into one of as many (LOG_PARTITIONS)`,
      );
    const expected = (this.reached.get(partition) ?? 0) + 1;
    if (position !== expected)
      throw new DamagedLineError(
        line.number,
        `partition ${partition} goes on with position ${position} where ${expected} was expected`,
      );
    if (this.#erased.has(student))
      throw new DamagedLineError(
        line.number,
        `comes after the last event of student ${student}, who is erased`,
      );
    if (event.type === StudentErased.name) this.#erased.add(student);
    this.reached.set(partition, position);
    return { ...line, partition, position };
  }

  #read({ number, text }: ExportedLine): ExportedEvent {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new DamagedLineError(number, `is not JSON: ${(error as Error).message}`);
    }
    if (envelope.Check(value)) return value;
    const first = envelope.Errors(value).First();
    throw new DamagedLineError(
      number,
      `${first?.path.slice(1) || 'the line'}: ${first?.message ?? 'not valid'}`,
    );
  }
}

/** Thrown when events have been appended already: what is imported has its positions, and they would be taken. */
export class LogNotEmptyError extends Error {
  override name = 'LogNotEmptyError';
}

export interface ImportOptions {
  /** Does everything and takes it back. Default false. */
  isDryRun?: boolean | undefined;
  /** Called after each batch with the bytes that have been read. */
  onProgress?: ((bytes: number) => void) | undefined;
  /** What else belongs into the transaction, after the last event. */
  afterwards?: ((client: Tx) => Promise<unknown>) | undefined;
  signal?: AbortSignal | undefined;
}

export interface ImportOutcome {
  events: number;
  /** The last position of each partition. */
  reached: Position[];
  /** Students without an account here. */
  unknownStudents: number;
}

const BATCH_SIZE = 5_000;

/**
 * Appends the lines of a whole NDJSON export to an empty log, as they are: partition, position, id, times and version.
 * One transaction: rejects with a DamagedLineError or a LogNotEmptyError and leaves the log empty. Projections follow
 * by themselves.
 */
export async function importEvents(
  pool: Pool,
  register: EventRegister,
  file: AsyncIterable<Buffer>,
  { isDryRun = false, onProgress = () => {}, afterwards, signal }: ImportOptions = {},
): Promise<ImportOutcome> {
  return inTransaction(
    pool,
    async (client) => {
      await lockHeads(client);
      const check = new LineCheck(register);
      let batch: CheckedLine[] = [];
      let [events, bytes] = [0, 0];
      const flush = async (): Promise<void> => {
        await insert(client, batch);
        events += batch.length;
        batch = [];
        onProgress(bytes);
        signal?.throwIfAborted();
      };
      for await (const lines of exportedLines(file)) {
        for (const line of lines) {
          bytes += line.bytes;
          batch.push(check.check(line));
          if (batch.length >= BATCH_SIZE) await flush();
        }
      }
      if (batch.length) await flush();
      const unknownStudents = await moveHeads(client, check.reached);
      await afterwards?.(client);
      const reached = [...check.reached].sort(([a], [b]) => a - b);
      const outcome: ImportOutcome = {
        events,
        reached: reached.map(([partition, position]) => ({ partition, position })),
        unknownStudents,
      };
      return isDryRun ? undone(outcome) : outcome;
    },
    { isOnce: true },
  );
}

/** Locks the heads, as an append does, so that nothing can come in between. */
async function lockHeads(client: Tx): Promise<void> {
  await client.query('set local idle_in_transaction_session_timeout = 0');
  for (const together of byShard(allPartitions()))
    await client.query(
      '/* lockHeads */ select 1 from log_partitions where partition = any ($1) order by partition for update',
      [together],
    );
  for (const taken of [
    'events',
    'log_partitions where head > 0',
    'projection_checkpoints where position > 0',
  ]) {
    const { rowCount } = await client.query(`/* lockHeads */ select 1 from ${taken} limit 1`);
    if (rowCount) throw new LogNotEmptyError('The log is not empty.');
  }
}

async function insertLines(client: Tx, batch: CheckedLine[]): Promise<void> {
  // The lines as they were read: numbers and times keep every digit that this program would round.
  await client.query({
    name: 'import_events',
    text: `insert into events
             (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
           select partition, position, id, student, type, version, data, decode(hash, 'hex'), occurred_at, recorded_at
           from json_to_recordset($1) e (partition smallint, position bigint, id uuid, student integer, type text,
             version smallint, data jsonb, hash text, occurred_at timestamptz, recorded_at timestamptz)
           order by partition, position`,
    values: [`[${batch.map(({ text }) => text).join()}]`],
  });
}

/** Inserts the lines; when the database refuses them for their content, halves them until the bad one is alone. */
async function insert(client: Tx, batch: CheckedLine[]): Promise<void> {
  const problem = await part(client, async () => {
    const found = await insertLines(client, batch).then(
      () => undefined,
      (error: unknown) => {
        if (isTransient(error)) throw error;
        const { message, detail } = error as Error & { detail?: string };
        // By the key's name, which a server adds to: several servers do not say the error's class, nor count what a
        // conflict leaves out.
        if (/\bevents_key/.test(message)) return 'this student has another event of the same id';
        return detail ? `${message}: ${detail}` : message;
      },
    );
    return found === undefined ? undefined : undone(found);
  });
  if (problem === undefined) return;
  if (batch.length === 1) throw new DamagedLineError(batch[0]!.number, problem);
  const middle = batch.length >> 1;
  await insert(client, batch.slice(0, middle));
  await insert(client, batch.slice(middle));
}

/** Moves the heads to the last events. Returns how many students of the log have no account, though they are not erased. */
async function moveHeads(client: Tx, reached: ReadonlyMap<number, number>): Promise<number> {
  for (const [partition, position] of reached)
    await client.query('/* moveHeads */ update log_partitions set head = $2 where partition = $1', [
      partition,
      position,
    ]);
  const { rows } = await client.query<{ unknown: number }>(
    `/* moveHeads */ select count(*)::integer as unknown from (select distinct student_id as id from events) e
     where not exists (select 1 from users u where u.id = e.id) and e.id not in (${ERASED_STUDENTS})`,
  );
  return rows[0]!.unknown;
}
