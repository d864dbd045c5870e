import { EXPORTED_FIELDS, type ExportedEvent } from './exported-lines.ts';

/**
 * How events are written. Postgres makes the lines itself, which is several times quicker than objects made of rows;
 * hence they are described in SQL, over the columns of `events`.
 */
export interface EventFormat {
  /** What comes before the first event. */
  header(withHash: boolean): string;
  /** One event's line with its end. Without its hash, nothing in it shows what the client said beyond the data. */
  line(withHash: boolean): string;
  /** The beginning of each line: what comes before the id, the id, what comes between, the student's number. */
  names: RegExp;
  /** A name as it is put in the place of the student's number. */
  quoted(name: string): string;
}

/** ISO 8601 in UTC with microseconds, whatever the session's time zone and date style. */
const moment = (column: string): string => `trim(both '"' from to_json(${column} at time zone 'UTC')::text)`;

const fields = (withHash: boolean) => EXPORTED_FIELDS.filter((field) => withHash || field !== 'hash');

const JSON_SQL: Record<keyof ExportedEvent, string> = {
  partition: 'partition',
  position: 'position',
  id: `'"' || id || '"'`,
  student: 'student_id',
  type: 'to_json(type)',
  version: 'version',
  occurred_at: `'"' || ${moment('occurred_at')} || 'Z"'`,
  recorded_at: `'"' || ${moment('recorded_at')} || 'Z"'`,
  data: 'data',
  hash: `'"' || encode(data_hash, 'hex') || '"'`,
};

/** One JSON object a line. */
const ndjson: EventFormat = {
  header: () => '',
  line: (withHash) => {
    const pairs = fields(withHash).map((field) => `"${field}":' || ${JSON_SQL[field]} || '`);
    return `'{${pairs.join(',')}}' || e'\\n'`;
  },
  names: /^(\{"partition":\d+,"position":\d+,"id":")([0-9a-f-]{36})(","student":)(\d+)/gm,
  quoted: (name) => `"${name}"`,
};

const cell = (text: string): string => `'"' || replace(${text}, '"', '""') || '"'`;

const CSV_SQL: Record<keyof ExportedEvent, string> = {
  partition: 'partition',
  position: 'position',
  id: 'id',
  student: 'student_id',
  type: cell('type'),
  version: 'version',
  occurred_at: `${moment('occurred_at')} || 'Z'`,
  recorded_at: `${moment('recorded_at')} || 'Z'`,
  data: cell('data::text'),
  hash: `encode(data_hash, 'hex')`,
};

/** RFC 4180, with the names of the columns first. JSON has no line breaks of its own, so each event is one line. */
const csv: EventFormat = {
  header: (withHash) => `${fields(withHash).join(',')}\r\n`,
  line: (withHash) =>
    `'' || ${fields(withHash)
      .map((field) => CSV_SQL[field])
      .join(` || ',' || `)} || e'\\r\\n'`,
  names: /^(\d+,\d+,)([0-9a-f-]{36})(,)(\d+)/gm,
  quoted: (name) => name,
};

export const eventFormats = { ndjson, csv } as const;
export type EventFormatName = keyof typeof eventFormats;
