import { Tokenizer, TokenizerError } from '@streamparser/json';
import { CARD_FIELDS } from '../../contract/card-fields.ts';
import type { CardSource, SourceRow } from '../cards/card-source.ts';
import { ImportError } from '../cards/import-problems.ts';
import { JsonCardReader } from './json-card-reader.ts';
import { utf8Chunks, utf8Only } from './utf8-chunks.ts';

/**
 * The cards of a JSON file: `{"cards": [...]}`, whose other keys are ignored, or the bare list. One card is held at a
 * time. Throws `not_utf8`, and the `json_…` problems, `row_too_large` and `too_many_cards`.
 */
export const openJsonCards = (path: string): CardSource => jsonCards(() => utf8Chunks(path));

/** The cards of JSON in any chunks of bytes; `open` returns them from the start for each reading. */
export const jsonCards = (open: () => AsyncIterable<Buffer>): CardSource => ({
  known: new Set(CARD_FIELDS),
  rows: () => read(open()),
});

async function* read(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  // A buffer, since the tokenizer's default keeps every letter of a long string as a value of its own.
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024, numberBufferSize: 64 });
  const reader = new JsonCardReader();
  tokenizer.onToken = (token) => reader.take(token);
  let read = 0;
  let lines = 1;
  for await (const chunk of utf8Only(chunks)) {
    try {
      tokenizer.write(chunk);
    } catch (error) {
      throw readable(error, (at) => {
        const inChunk = chunk.subarray(0, Math.max(0, at - read));
        return { line: lines + newlines(inChunk), character: chunk[at - read] };
      });
    }
    read += chunk.length;
    lines += newlines(chunk);
    reader.checkSize(read);
    yield* reader.batches();
  }
  try {
    tokenizer.end();
  } catch (error) {
    throw new ImportError('json_malformed', { detail: `it ends too early, in line ${lines}` }, error);
  }
  reader.end();
  yield* reader.batches();
}

/** Returns the error with the place where the tokenizer or the reader stumbled. */
function readable(error: unknown, place: (at: number) => { line: number; character: number | undefined }) {
  if (!(error instanceof TokenizerError)) return error;
  const position = /absolute position "(\d+)"/.exec(error.message)?.[1];
  if (position === undefined) return new ImportError('json_malformed', { detail: error.message }, error);
  const { line, character = 0 } = place(Number(position));
  const what = character > 0x20 && character < 0x7f ? `“${String.fromCharCode(character)}”` : 'a character';
  const detail = `${what} is not expected in line ${line} (byte ${position})`;
  return new ImportError('json_malformed', { detail }, error);
}

function newlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
