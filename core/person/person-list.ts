import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { classesTaughtBy } from '../access/class-rights.ts';
import { isPrivate } from '../access/deck-rights-sql.ts';
import { isoTime } from '../contract/clock.ts';
import { AppError, invalidField } from '../contract/errors.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { ofStudent } from '../log/position.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import { personSearch, shownEmailOf } from '../postgres/person-sql.ts';
import { SPREADSHEET_CSV } from '../text/spreadsheet-cell.ts';
import { deletionObstacles } from './deletion-obstacles.ts';
import type { OnePerson, PeopleFilter, PeopleQuery, Person, PrivateDeck } from './person.schema.ts';
import { PEOPLE_PAGE_MAX, PERSON_CLASSES_MAX } from './person-limits.ts';

const COLUMNS = [
  'id',
  'name',
  'email',
  'user_name',
  'role',
  'disabled',
  'awaits_approval',
  'must_change_password',
  'created_at',
  'seen_at',
  'delete_at',
  'claims_email',
] as const satisfies (keyof Person)[];

/** Returns all people whom a filter finds as CSV for spreadsheets, in which no name can be a formula. */
export const peopleCsv = (pool: Pool, filter: PeopleFilter): Readable => Readable.from(csvText(pool, filter));

async function* csvText(pool: Pool, filter: PeopleFilter): AsyncGenerator<string> {
  yield stringify([COLUMNS], SPREADSHEET_CSV);
  for await (const people of allPeople(pool, filter)) {
    const lines = people.map((person) =>
      COLUMNS.map((column) =>
        typeof person[column] === 'boolean' ? (person[column] ? 'yes' : 'no') : person[column],
      ),
    );
    yield stringify(lines, { ...SPREADSHEET_CSV, bom: false });
  }
}

/** Returns a person with what they have. Throws `person_not_found`. */
export async function onePerson(pool: Pool, personId: number): Promise<OnePerson> {
  const [{ rows }, results] = await Promise.all([
    readPerson(pool, personId),
    pool.query<{ count: number }>({
      name: 'results_of_person',
      text: `select count(*)::integer as count from exam_results r where ${ofStudent('r', '$1::integer')}`,
      values: [personId],
    }),
  ]);
  if (!rows[0]) throw new AppError('person_not_found');
  const { school_login: school } = rows[0];
  return toPerson({
    ...rows[0],
    result_count: results.rows[0]!.count,
    school_login: school && { ...school, since: isoTime(school.since) },
    deletion_obstacles: await deletionObstacles(pool, personId),
  });
}

/** Plain SQL: lists and counts come in one statement, but for what lies by partition. */
const readPerson = (pool: Pool, personId: number) =>
  pool.query<OnePerson>({
    name: 'one_person',
    text: `select ${PERSON_COLUMNS}, u.delete_reason,
        (select coalesce(json_agg(c order by c.name, c.id), '[]') from (
          select id, name, true as is_teacher, teacher_id = u.id as is_owner, false as is_waiting from classes
            where id in (${classesTaughtBy('u.id')})
          union all select c.id, c.name, false, false, m.status = 'pending' from class_members m join classes c on c.id = m.class_id
            where m.student_id = u.id and m.status <> 'rejected'
          order by name, id limit $2) c) as classes,
        (select count(*) from decks d where d.user_id = u.id)::integer as deck_count,
        (select count(*) from exams e where e.teacher_id = u.id)::integer as exam_count,
        (select json_build_object('email', s.email, 'since', s.connected_at) from school_logins s where s.user_id = u.id) as school_login
      from users u where u.id = $1`,
    values: [personId, PERSON_CLASSES_MAX],
  });

/** Returns the decks that a student made, the newest first; of others none. Plain SQL: the counts come with them. */
export const privateDecks = async (
  pool: Pool,
  personId: number,
  query: PageQuery,
): Promise<Page<PrivateDeck>> =>
  mapPage(
    await readPage<PrivateDeck>(
      pool,
      {
        name: 'private_decks',
        text: `select d.id, d.created_at,
            (select count(*) from cards c where c.deck_id = d.id)::integer as card_count
          from decks d where d.user_id = $1 and ${isPrivate('d')} order by d.created_at desc, d.id desc`,
        values: [personId],
      },
      query,
    ),
    (deck) => ({ ...deck, created_at: isoTime(deck.created_at) }),
  );

/** What of a row the list shows. */
export const PERSON_COLUMNS = `u.id, u.name, ${shownEmailOf('u')} as email, u.claimed_email is not null as claims_email,
  u.user_name, u.role, u.disabled_at is not null as disabled,
  u.awaits_approval,
  u.must_change_password, u.made_in_class_id, u.created_at, u.seen_at, u.delete_at`;

export const toPerson = <P extends Person>(row: P): P => ({
  ...row,
  created_at: isoTime(row.created_at),
  seen_at: isoTime(row.seen_at),
  delete_at: isoTime(row.delete_at),
});

/** As its index has it: who was not here yet comes first. */
const SEEN = `coalesce(u.seen_at, '1970-01-01 00:00:00+00'::timestamptz)`;
const GIVEN = (name: string) => `substring(${name} from '\\S+\\s*$') collate "vi-x-icu"`;

interface Order {
  by: string;
  /** What comes after the row whose key and id these parameters are. */
  after: (key: string, id: string) => string;
  /** The key as it stands in a cursor. */
  key: string;
  isKey: (text: string) => boolean;
}

/** Microseconds since 1970, so that a key is exact. */
const micros = (time: string) => `(extract(epoch from ${time}) * 1000000)::bigint::text`;
const moment = (key: string) => `('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond')`;
const byTime = (time: string, way: 'asc' | 'desc'): Order => ({
  by: `${time} ${way}, u.id ${way}`,
  after: (key, id) => `(${time}, u.id) ${way === 'asc' ? '>' : '<'} (${moment(key)}, ${id}::integer)`,
  key: micros(time),
  isKey: (text) => /^\d{1,16}$/.test(text),
});

const ORDERS: Record<NonNullable<PeopleFilter['sort']>, Order> = {
  name: {
    by: `${GIVEN('u.name')}, u.name collate "vi-x-icu", u.id`,
    after: (key, id) =>
      `(${GIVEN('u.name')}, u.name collate "vi-x-icu", u.id) > (${GIVEN(`${key}::text`)}, ${key}::text collate "vi-x-icu", ${id}::integer)`,
    key: 'u.name',
    isKey: (text) => !text.includes('\0'),
  },
  seen: byTime(SEEN, 'desc'),
  silent: byTime(SEEN, 'asc'),
  made: byTime('u.created_at', 'desc'),
};

const SEEN_WITHIN: Record<NonNullable<PeopleFilter['seen']>, string> = {
  week: `u.seen_at > now() - interval '7 days'`,
  month: `u.seen_at > now() - interval '30 days'`,
  longer: `u.seen_at <= now() - interval '30 days'`,
  never: 'u.seen_at is null',
};

const STATES: Record<NonNullable<PeopleFilter['state']>, string> = {
  active: 'u.disabled_at is null and not u.awaits_approval',
  waiting: 'u.awaits_approval and u.disabled_at is null',
  disabled: 'u.disabled_at is not null',
  must_change: 'u.must_change_password',
  to_be_deleted: 'u.delete_at is not null',
};

/** Returns the conditions of a filter; `value` takes a value in and returns its parameter. */
function conditionsOf(filter: PeopleFilter, value: (one: unknown) => string): string[] {
  const { search = '', role, class_id, state, seen } = filter;
  const conditions = personSearch(search, value);
  if (role) conditions.push(`u.role = ${value(role)}`);
  if (class_id !== undefined) {
    const id = value(class_id);
    conditions.push(`u.id in (select teacher_id from classes where id = ${id}
      union all select teacher_id from class_teachers where class_id = ${id}
      union all select student_id from class_members where class_id = ${id} and status = 'approved')`);
  }
  if (state) conditions.push(STATES[state]);
  if (seen) conditions.push(SEEN_WITHIN[seen]);
  return conditions;
}

/** The key and the id of the row after which a page begins. Throws `validation_failed` for what is no cursor. */
function readCursor(after: string, order: Order): [key: string, id: number] {
  const end = after.lastIndexOf(' ');
  const [key, id] = [after.slice(0, Math.max(0, end)), after.slice(end + 1)];
  if (end > 0 && /^[1-9]\d{0,8}$/.test(id) && order.isKey(key)) return [key, Number(id)];
  throw invalidField('after', 'Expected what `next` of another page is');
}

/**
 * Returns a page of people. Plain SQL without a name: its conditions differ, and the planner is to see the values.
 * Throws `validation_failed` for a cursor of no page.
 */
export async function people(
  pool: Pool,
  { after, limit = PEOPLE_PAGE_MAX, ...filter }: PeopleQuery,
): Promise<{ data: Person[]; next: string | null }> {
  const order = ORDERS[filter.sort ?? 'name'];
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const conditions = conditionsOf(filter, value);
  if (after !== undefined) {
    const [key, id] = readCursor(after, order);
    conditions.push(order.after(value(key), value(id)));
  }
  const { rows } = await pool.query<Person & { key: string }>(
    `/* people */ select ${PERSON_COLUMNS}, ${order.key} as key from users u
     ${conditions.length ? `where ${conditions.join(' and ')}` : ''}
     order by ${order.by} limit ${value(limit + 1)}`,
    values,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(({ key, ...row }) => toPerson(row)),
    next: last ? `${last.key} ${last.id}` : null,
  };
}

/** Returns everybody whom a filter finds, a page after the other. */
export async function* allPeople(pool: Pool, filter: PeopleFilter): AsyncGenerator<Person[]> {
  let after: string | undefined;
  do {
    const { data, next } = await people(pool, {
      ...filter,
      ...(after !== undefined && { after }),
      limit: 1_000,
    });
    yield data;
    after = next ?? undefined;
  } while (after !== undefined);
}
