import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { EventRegister } from '../event-register.ts';
import { partitionCount } from '../position.ts';

const Moment = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$', description });

/** What every exported event carries: a line of NDJSON, or a row of CSV with these columns. */
export const ExportedEvent = Type.Object({
  partition: Type.Integer({
    minimum: 0,
    description: "A hash of the student's number. All events of a student are in one partition.",
  }),
  position: Type.Integer({
    minimum: 1,
    description: 'Place in the partition: 1, 2, 3 … without gaps, in the order of commit.',
  }),
  id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description:
      'A UUID, unique for each student. In pseudonymous exports those that are derived from the student are replaced.',
  }),
  student: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9a-f]{16}$' })], {
    description:
      "Whose event it is: the account's number, or in pseudonymous exports 16 hexadecimal digits that are the same wherever the same key was used.",
  }),
  type: Type.String({ description: 'What happened.' }),
  version: Type.Integer({
    minimum: 1,
    description: "The version of the type's schema that `data` is written in.",
  }),
  occurred_at: Moment(
    "When it happened, by the client's clock, at most 30 days before recorded_at. UTC, to the microsecond.",
  ),
  recorded_at: Moment("When it was appended, by the database's clock. UTC, to the microsecond."),
  data: Type.Unknown({ description: 'What happened, by type and version. In CSV it is JSON text.' }),
  hash: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'SHA-256 of what the client said, to tell a repetition from a conflict. Not in pseudonymous exports.',
    }),
  ),
});
export type ExportedEvent = Static<typeof ExportedEvent>;

/** The columns, in the order in which they are exported. */
export const EXPORTED_FIELDS = Object.keys(ExportedEvent.properties) as (keyof ExportedEvent)[];

/** Returns the JSON Schema of an exported event, with the data of every type and version that there is. */
export function exportSchema(register: EventRegister): object {
  const { properties, required } = ExportedEvent;
  const variants = Object.entries(register.types).flatMap(([type, { versions }]) =>
    versions.map((schema: TSchema, index) => ({
      title: `${type}, version ${index + 1}`,
      properties: {
        type: { const: type },
        version: { const: index + 1 },
        data: { ...schema, description: schema.description ?? properties.data.description },
      },
    })),
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'An event of the log, as `nho export` writes it',
    type: 'object',
    properties: { ...properties, partition: { ...properties.partition, maximum: partitionCount() - 1 } },
    required,
    oneOf: variants,
  };
}

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
