/** Thrown for a line of an export that cannot be what was exported, with its number, from 1. */
export class DamagedLineError extends Error {
  override name = 'DamagedLineError';
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.line = line;
  }
}

export interface ExportedLine {
  /** From 1. */
  number: number;
  text: string;
  /** Its length and its line break's. */
  bytes: number;
}

/** No event comes near it: the largest body of a request is 1 MB. */
const LINE_BYTES_MAX = 8_000_000;

const LINE_FEED = 10;

/** Yields the lines of a file, one in memory at a time. Throws a DamagedLineError for what is no UTF-8 or has no end. */
export async function* exportedLines(file: AsyncIterable<Buffer>): AsyncGenerator<ExportedLine[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  const line = (bytes: Buffer): ExportedLine => {
    number++;
    try {
      return { number, text: decoder.decode(bytes).trimEnd(), bytes: bytes.length + 1 };
    } catch {
      throw new DamagedLineError(number, 'is not UTF-8 text');
    }
  };
  for await (const chunk of file) {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    const lines: ExportedLine[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      lines.push(line(bytes.subarray(from, end)));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > LINE_BYTES_MAX)
      throw new DamagedLineError(number + 1, `is longer than ${LINE_BYTES_MAX} bytes`);
    yield lines;
  }
  if (rest.length) yield [line(rest)];
}
