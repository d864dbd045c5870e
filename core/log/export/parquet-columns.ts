import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';
import { EXPORTED_FIELDS, type ExportedEvent } from './exported-lines.ts';

/** A page of each column to be added, or the end of the row group, and perhaps of the file. */
export interface ParquetCall {
  page?: Record<string, string | Uint8Array>;
  isLast?: boolean;
}

/**
 * A Parquet file that another thread writes: a row group takes it some tenths of a second, in which this one has
 * requests to answer.
 */
export class ParquetWriting {
  readonly #thread: Worker;
  readonly #failed: Promise<never>;

  constructor(isPseudonymous: boolean) {
    this.#thread = new Worker(new URL('./parquet-thread.ts', import.meta.url), {
      workerData: { isPseudonymous },
      // A row group is some 40 MB of values: with this room, what is left of earlier ones is cleared away in time.
      resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 192 },
    });
    this.#failed = once(this.#thread, 'error').then(([error]) => {
      throw error;
    });
    // The next caller that asks for bytes gets it.
    this.#failed.catch(() => {});
  }

  add(page: Record<string, string | Uint8Array>): void {
    this.#thread.postMessage({ page } satisfies ParquetCall);
  }

  /** Ends the row group, and with the last one the file; resolves with the bytes. One at a time. */
  async end(isLast: boolean): Promise<Uint8Array<ArrayBuffer>> {
    const answered = once(this.#thread, 'message');
    this.#thread.postMessage({ isLast } satisfies ParquetCall);
    const [bytes] = await Promise.race([answered, this.#failed]);
    return bytes;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}

type Value = number | bigint | string | Uint8Array;

/** A field of an exported event as a column of a Parquet file. */
export interface ParquetColumn {
  schema: SchemaElement;
  /** SQL of what Postgres strings together to a page of it. */
  part: string;
  /** The values in such a page. */
  values(page: string | Uint8Array): Value[];
  writing: Pick<ColumnSource, 'encoding' | 'codec' | 'statistics'>;
}

interface Kind extends Omit<ParquetColumn, 'schema' | 'part'> {
  element: Omit<SchemaElement, 'name'>;
  /** The part, from the SQL of the value. */
  part(sql: string): string;
}

/** The numbers come as bytes, in network order, since each would be a string first if they came as text. */
const int32: Kind = {
  element: { type: 'INT32' },
  part: (sql) => `int4send(${sql})`,
  values: (page) => Array.from(new Int32Array(copied(page).swap32().buffer)),
  writing: { encoding: 'RLE_DICTIONARY' },
};

const sequence: Kind = {
  element: { type: 'INT64' },
  part: (sql) => `int8send(${sql})`,
  values: (page) => Array.from(int64s(page), Number),
  writing: { encoding: 'DELTA_BINARY_PACKED' },
};

const LINE_FEED = 10;

/** Postgres counts its times from here. */
const Y2K_MICROSECONDS = BigInt(Date.UTC(2000, 0, 1)) * 1_000n;

const moment: Kind = {
  element: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  part: (sql) => `timestamptz_send(${sql})`,
  values: (page) => Array.from(int64s(page), (microseconds) => microseconds + Y2K_MICROSECONDS),
  writing: { encoding: 'PLAIN' },
};

const repeatedText: Kind = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  // Neither types nor UUIDs nor hexadecimal digits nor JSON have line breaks of their own.
  part: (sql) => `${sql}::text || e'\\n'`,
  values: (page) => (page as string).slice(0, -1).split('\n'),
  writing: { encoding: 'RLE_DICTIONARY' },
};

/**
 * As bytes within the page: a string of each value would be bytes of its own afterwards, and both would have to be
 * cleared away. The bounds of such text help no reader.
 */
const text: Kind = {
  ...repeatedText,
  values: (page) => {
    const bytes = Buffer.from(page as string);
    const lines: Uint8Array[] = [];
    for (let from = 0, end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      lines.push(new Uint8Array(bytes.buffer, bytes.byteOffset + from, end - from));
      from = end + 1;
    }
    return lines;
  },
  writing: { encoding: 'PLAIN', statistics: false },
};

/** Random digits do not get shorter. */
const randomText: Kind = { ...text, writing: { ...text.writing, codec: 'UNCOMPRESSED' } };

const int64s = (page: string | Uint8Array): BigInt64Array => new BigInt64Array(copied(page).swap64().buffer);

/** In memory of its own: numbers may not begin anywhere, as bytes may. */
const copied = (page: string | Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.from(Uint8Array.from(page as Uint8Array).buffer);

/** JSON is plain text here: not every reader knows the logical type, and text it can read as JSON all the same. */
const COLUMNS: Record<keyof ExportedEvent, [kind: Kind, sql: string]> = {
  partition: [int32, 'partition'],
  position: [sequence, 'position'],
  id: [randomText, 'id'],
  student: [int32, 'student_id'],
  type: [repeatedText, 'type'],
  version: [int32, 'version'],
  occurred_at: [moment, 'occurred_at'],
  recorded_at: [moment, 'recorded_at'],
  data: [text, 'data'],
  hash: [randomText, "encode(data_hash, 'hex')"],
};

/** Returns the columns of an export, in their order. A pseudonymous one has names, which are text, for its students. */
export function parquetColumns(isPseudonymous: boolean): ParquetColumn[] {
  return EXPORTED_FIELDS.filter((field) => !isPseudonymous || field !== 'hash').map((name) => {
    const [stored, sql] = COLUMNS[name];
    const { element, part, values, writing } = isPseudonymous && name === 'student' ? repeatedText : stored;
    return {
      schema: { name, repetition_type: 'REQUIRED', ...element },
      part: part(sql),
      values,
      writing,
    };
  });
}
