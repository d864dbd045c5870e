/** Writes a Parquet file in a thread of its own, for parquet-writing.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type ParquetCall, type ParquetColumn, parquetColumns } from './parquet-columns.ts';

/** A Parquet file that is being written, with the events of the row group that is being filled. */
class ParquetFile {
  readonly #columns: ParquetColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #group: unknown[][];

  constructor(columns: ParquetColumn[]) {
    this.#columns = columns;
    const root = { name: 'events', num_children: columns.length };
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [root, ...columns.map(({ schema }) => schema)],
      createdBy: 'nho',
    });
    this.#group = columns.map(() => []);
  }

  add(page: Record<string, string | Uint8Array>): void {
    for (const [index, { schema, values }] of this.#columns.entries()) {
      // Not all at once as arguments, of which there may be too many.
      for (const value of values(page[schema.name]!)) this.#group[index]!.push(value);
    }
  }

  /** Writes what was added as a row group. */
  endGroup(): void {
    const events = this.#group[0]!.length;
    const columnData = this.#columns.map(({ schema, writing }, index) => ({
      name: schema.name,
      data: this.#group[index]!,
      ...writing,
    }));
    if (events) this.#writer.write({ columnData, rowGroupSize: events });
    this.#group = this.#columns.map(() => []);
  }

  end(): void {
    this.#writer.finish();
  }

  /** Returns the bytes since they were last taken. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#bytes.getBuffer());
    this.#bytes.index = 0;
    return bytes;
  }
}

const file = new ParquetFile(parquetColumns(workerData.isPseudonymous));

parentPort!.on('message', (call: ParquetCall) => {
  if (call.page) {
    file.add(call.page);
    return;
  }
  file.endGroup();
  if (call.isLast) file.end();
  const bytes = file.take();
  parentPort!.postMessage(bytes, [bytes.buffer]);
});
