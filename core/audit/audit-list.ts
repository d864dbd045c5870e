import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { isoTime } from '../contract/clock.ts';
import { LEARNERS, personSearch } from '../postgres/person-sql.ts';
import { SPREADSHEET_CSV } from '../text/spreadsheet-cell.ts';
import { AUDIT_PAGE_MAX, type AuditFilter, type AuditPageQuery, type ListedEntry } from './audit.schema.ts';

const NAMED = ['actor', 'person', 'class', 'deck', 'exam'] as const;
const COLUMNS = ['at', 'act', ...NAMED.flatMap((name) => [`${name}_id`, name]), 'details'];

/** Returns all entries that a filter finds as CSV for spreadsheets, in which no name can be a formula. */
export const auditCsv = (pool: Pool, filter: AuditFilter, timeZone: string): Readable =>
  Readable.from(csvText(pool, filter, timeZone));

async function* csvText(pool: Pool, filter: AuditFilter, timeZone: string): AsyncGenerator<string> {
  yield stringify([COLUMNS], SPREADSHEET_CSV);
  for await (const entries of allAuditEntries(pool, filter, timeZone)) {
    const lines = entries.map((entry) => [
      entry.at,
      entry.act,
      ...NAMED.flatMap((name) => [entry[name]?.id ?? '', entry[name]?.name ?? '']),
      Object.entries(entry.details)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
    ]);
    yield stringify(lines, { ...SPREADSHEET_CSV, bom: false });
  }
}

/**
 * Names and titles are joined when they are read: the log has ids, and what is gone has no name in it. Nor has a student's
 * own deck, which an administrator has deleted.
 */
const SELECT = `
  select a.id, a.at, a.act,
    a.details || case when i.id is not null then jsonb_build_object('title', i.request ->> 'title') else '{}' end as details,
    json_build_object('id', a.actor_id, 'name', actor.name) as actor,
    case when a.person_id is not null then json_build_object('id', a.person_id, 'name', person.name) end as person,
    case when a.class_id is not null
      then json_build_object('id', a.class_id, 'name', c.name) end as class,
    case when a.deck_id is not null
      then json_build_object('id', a.deck_id, 'name', case when maker.id is null
        then coalesce(d.title, t."row" ->> 'title') end) end as deck,
    case when a.exam_id is not null
      then json_build_object('id', a.exam_id, 'name', e.title) end as exam
  from acts a
  left join users actor on actor.id = a.actor_id
  left join users person on person.id = a.person_id
  left join classes c on c.id = a.class_id
  left join decks d on d.id = a.deck_id
  left join trashed_decks t on t.id = a.deck_id
  left join users maker on maker.id = coalesce(d.user_id, t.owner_id) and maker.role in ${LEARNERS}
  left join exams e on e.id = a.exam_id
  left join deck_imports i on i.id = (a.details ->> 'import_id')::integer`;

export interface AuditPage {
  data: ListedEntry[];
  next: number | null;
}

type Value = (one: unknown) => string;

/** Plain SQL without a name: the conditions differ, and the planner is to see the values. */
async function readAuditEntries(
  pool: Pool,
  conditionsOf: (value: Value) => string[],
  { before, limit = AUDIT_PAGE_MAX }: AuditPageQuery,
): Promise<AuditPage> {
  const values: unknown[] = [];
  const value: Value = (one) => `$${values.push(one)}`;
  const conditions = conditionsOf(value);
  if (before !== undefined) conditions.push(`a.id < ${value(before)}`);
  const { rows } = await pool.query<ListedEntry>(
    `${SELECT} ${conditions.length ? `where ${conditions.join(' and ')}` : ''}
     order by a.id desc limit ${value(limit + 1)}`,
    values,
  );
  const data = rows.slice(0, limit).map((row) => ({ ...row, id: Number(row.id), at: isoTime(row.at) }));
  return { data, next: rows.length > limit ? data.at(-1)!.id : null };
}

/** Returns a page of the audit log; a day is one of `timeZone`. */
export const auditEntries = (
  pool: Pool,
  { person_id, person = '', class_id, act, day, ...page }: AuditFilter & AuditPageQuery,
  timeZone: string,
): Promise<AuditPage> =>
  readAuditEntries(
    pool,
    (value) => {
      const conditions: string[] = [];
      if (person_id !== undefined) {
        const id = value(person_id);
        conditions.push(`(a.actor_id = ${id} or a.person_id = ${id})`);
      }
      const named = personSearch(person, value);
      if (named.length) {
        // Both times the same few people, whom the planner finds once.
        const people = `select u.id from users u where ${named.join(' and ')}`;
        conditions.push(`(a.actor_id in (${people}) or a.person_id in (${people}))`);
      }
      if (class_id !== undefined) conditions.push(ofClass(value(class_id)));
      if (act) conditions.push(`a.act = ${value(act)}`);
      if (day) {
        // Here as well, Node alone reads zones: what a day is does not depend on the database's list of them.
        const first = Temporal.PlainDate.from(day);
        const [start, end] = [first, first.add({ days: 1 })].map((one) =>
          value(one.toZonedDateTime(timeZone).toInstant().toString()),
        );
        conditions.push(`a.at >= ${start}::timestamptz and a.at < ${end}::timestamptz`);
      }
      return conditions;
    },
    page,
  );

/** Returns a page of what was done to a class, its exams included. */
export const classAuditEntries = (pool: Pool, classId: number, page: AuditPageQuery): Promise<AuditPage> =>
  readAuditEntries(pool, (value) => [ofClass(value(classId))], page);

/** What of an exam names no class is part of every class that has the exam. */
const ofClass = (id: string): string =>
  `(a.class_id = ${id} or (a.class_id is null
     and a.exam_id in (select exam_id from exam_classes where class_id = ${id})))`;

/** Returns all entries that a filter finds, a page after the other. */
export async function* allAuditEntries(
  pool: Pool,
  filter: AuditFilter,
  timeZone: string,
): AsyncGenerator<ListedEntry[]> {
  let before: number | undefined;
  do {
    const { data, next } = await auditEntries(
      pool,
      { ...filter, limit: 1_000, ...(before !== undefined && { before }) },
      timeZone,
    );
    yield data;
    before = next ?? undefined;
  } while (before !== undefined);
}
