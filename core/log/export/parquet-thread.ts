/** Writes a Parquet file in a thread of its own, for parquet-writing.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { parquetColumns } from './parquet-columns.ts';
import { ParquetFile } from './parquet-file.ts';
import type { ParquetCall } from './parquet-writing.ts';

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
