import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CardSource, SourceRow } from '../../../core/deck-import/cards/card-source.ts';
import { ImportError } from '../../../core/deck-import/cards/import-problems.ts';

export function givenFile(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

export async function readRows(source: CardSource): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const batch of source.rows()) rows.push(...batch);
  return rows;
}

/** What is wrong with a file: the code and the parameters of the ImportError that `read` rejects with. */
export async function problemOf(read: () => Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await read();
  } catch (error) {
    if (error instanceof ImportError) return { code: error.code, ...error.params };
    throw error;
  }
  return { code: 'none' };
}

/** The bytes in pieces of the given lengths, over and over. */
export function* inPieces(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] as number;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
