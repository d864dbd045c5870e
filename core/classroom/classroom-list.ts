import type { Pool } from 'pg';
import { classesTaughtBy } from '../access/class-rights.ts';
import type { KnownAccount } from '../access/directory.ts';
import { isoTime } from '../contract/clock.ts';
import { orThrow } from '../contract/errors.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import { loginNameOf, shownEmailOf } from '../postgres/person-sql.ts';
import { searchPattern } from '../text/search-pattern.ts';
import { codeInUse } from './class-code.ts';
import type { ClassDeck, Classroom, FoundStudent, JoinRequest, OwnJoinRequest } from './classroom.schema.ts';
import { FOUND_STUDENTS_MAX } from './classroom-limits.ts';

/** What `include` asks for, as `decks,teacher`; exams are another feature's. */
type Include = string | undefined;

interface ClassRow extends Omit<Classroom, 'decks' | 'deck' | 'exams' | 'teacher'> {
  teacher_id: number;
  decks: ClassDeck[] | null;
}

/**
 * Of the classes in which the account has a part: as a teacher, or as an approved student. Plain SQL, since decks and
 * counts come with each class in one statement.
 */
const SELECT = `
  select c.*, t.name as teacher_name, case when c.is_teacher then ${codeInUse('c.id')} end as code,
    (select count(*) from class_members s where s.class_id = c.id and s.status = 'approved')::integer as student_count,
    case when c.is_teacher then (select count(*) from class_members s
      where s.class_id = c.id and s.status = 'pending') else 0 end::integer as pending_count,
    case when $2 then (
      select coalesce(json_agg(jsonb_build_object('id', d.id, 'title', d.title, 'description', d.description,
        'is_official', d.is_official, 'card_count', (select count(*) from cards where deck_id = d.id))
        || case when k.way is null then '{}' else jsonb_build_object('class_way',
          jsonb_build_object('way', k.way, 'is_required', k.way_required)) end
        order by k.ordinal), '[]')
      from class_decks k join decks d on d.id = k.deck_id where k.class_id = c.id) end as decks
  from (
    select id, name, created_at, archived_at, teacher_id, true as is_teacher, teacher_id = $1 as is_owner,
      null::timestamptz as joined_at
    from classes where id in (${classesTaughtBy('$1')})
    union all
    select c.id, c.name, c.created_at, c.archived_at, c.teacher_id, false, false, m.joined_at
    from class_members m join classes c on c.id = m.class_id where m.student_id = $1 and m.status = 'approved') c
  join users t on t.id = c.teacher_id`;

function toClassroom({ teacher_id, decks, ...row }: ClassRow, include: Include): Classroom {
  const asked = new Set(include?.split(','));
  return {
    ...row,
    created_at: isoTime(row.created_at),
    joined_at: isoTime(row.joined_at),
    archived_at: isoTime(row.archived_at),
    ...(decks && { decks, deck: decks[0] ?? null }),
    ...(asked.has('teacher') && { teacher: { id: teacher_id, name: row.teacher_name } }),
  };
}

const wantsDecks = (include: Include): boolean => include?.split(',').includes('decks') ?? false;

/** The classes that an account teaches or studies in, or those of them that are archived, by name. */
export async function classesOf(
  pool: Pool,
  account: KnownAccount,
  { include, archived = false, ...part }: PageQuery & { include?: Include; archived?: boolean } = {},
): Promise<Page<Classroom>> {
  const query = {
    name: 'classes_of',
    text: `${SELECT} where (c.archived_at is not null) = $3 order by c.name, c.id`,
    values: [account.id, wantsDecks(include), archived],
  };
  const page = await readPage<ClassRow>(pool, query, part);
  return mapPage(page, (row) => toClassroom(row, include));
}

/** One of these classes. Throws `class_not_accessible` when the account has no part in it. */
export async function classById(
  pool: Pool,
  account: KnownAccount,
  classId: number,
  include?: Include,
): Promise<Classroom> {
  const { rows } = await pool.query<ClassRow>({
    name: 'class_by_id',
    text: `${SELECT} where c.id = $3`,
    values: [account.id, wantsDecks(include), classId],
  });
  return toClassroom(orThrow(rows[0], 'class_not_accessible'), include);
}

/** Returns the students that wait for approval, the longest waiting first. */
export async function joinRequests(
  pool: Pool,
  classId: number,
  page?: PageQuery,
): Promise<Page<JoinRequest>> {
  const query = {
    name: 'join_requests',
    text: `select m.id, m.class_id, m.student_id, json_build_object('name', u.name, 'email', ${loginNameOf('u')}) as student,
             m.requested_at
           from class_members m join users u on u.id = m.student_id
           where m.class_id = $1 and m.status = 'pending' order by m.requested_at, m.id`,
    values: [classId],
  };
  return mapPage(await readPage<JoinRequest>(pool, query, page), withIsoDate);
}

const withIsoDate = <T extends { requested_at: string }>(row: T): T => ({
  ...row,
  requested_at: isoTime(row.requested_at),
});

/** The requests of a student that wait, the newest first; of one class if it is given. */
export async function ownJoinRequests(
  pool: Pool,
  studentId: number,
  { classId, ...page }: PageQuery & { classId?: number } = {},
): Promise<Page<OwnJoinRequest>> {
  const query = {
    name: 'own_join_requests',
    text: `select m.id, m.class_id, c.name as class_name, t.name as teacher_name, m.requested_at
           from class_members m left join (classes c join users t on t.id = c.teacher_id)
             on c.id = m.class_id and m.by_code
           where m.student_id = $1 and m.status = 'pending' and m.class_id = coalesce($2, m.class_id)
           order by m.requested_at desc, m.id desc`,
    values: [studentId, classId],
  };
  return mapPage(await readPage<OwnJoinRequest>(pool, query, page), withIsoDate);
}

/**
 * Returns the students of a teacher's classes whose name, address or user name has every word of `search`
 * (`searchPattern`). A student of two of them comes twice. Students that only wait for approval are not found.
 */
export const studentsOfTeacher = (
  pool: Pool,
  teacherId: number,
  { search, offset = 0, limit = FOUND_STUDENTS_MAX }: PageQuery & { search: string },
): Promise<Page<FoundStudent>> =>
  readPage(
    pool,
    {
      name: 'students_of_teacher',
      text: `select m.student_id, u.name, ${loginNameOf('u')} as email, c.id as class_id, c.name as class_name
             from classes c join class_members m on m.class_id = c.id and m.status = 'approved'
             join users u on u.id = m.student_id
             where c.id in (${classesTaughtBy('$1')}) and c.archived_at is null
               and concat_ws(E'\\n', u.name, ${shownEmailOf('u')}, u.user_name) ~ all ($2::text[])
             order by u.name, c.name, c.id, m.student_id`,
      values: [teacherId, search.trim().split(/\s+/).map(searchPattern)],
    },
    { offset, limit },
  );
