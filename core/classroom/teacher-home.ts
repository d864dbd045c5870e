import type { Pool } from 'pg';
import { classesTaughtBy } from '../access/class-rights.ts';
import { isoTime } from '../contract/clock.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { ofStudent } from '../log/position.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import { byGivenName } from '../postgres/person-sql.ts';
import { isDistributed } from '../postgres/several-servers.ts';
import { codeInUse } from './class-code.ts';
import type { ClassDay } from './class-progress.schema.ts';
import type { HomeClass, OpenExam, SilentStudent, StudentDays, TeacherHome } from './teacher-home.schema.ts';

const DAYS = 14;
/** Study days without an answer after which a student who has studied before counts as silent. */
const SILENT_DAYS = 7;
const EXAMS_SHOWN = 3;
/** For so long the home says that a class was handed over. */
const TOLD_DAYS = 14;
const SILENT_SHOWN = 5;

/** Of the classes (c) that an account ($1) teaches, those that are not archived. */
const IN_USE = `c.id in (${classesTaughtBy('$1')}) and c.archived_at is null`;

/**
 * SQL of the study day of each student's last answer on the decks of these classes, a condition on `m.class_id`; null, or
 * no row, without one. Each deck costs one step in an index. Several servers are asked at once, for all days: a look-up for
 * each student cannot be sent to them.
 */
const lastDaysIn = (classes: string): string =>
  isDistributed()
    ? `select m.class_id, m.student_id, max(d.day) as last_day
       from class_members m join class_decks k on k.class_id = m.class_id
       join deck_stats d on ${ofStudent('d', 'm.student_id')} and d.deck_id = k.deck_id
       where m.status = 'approved' and m.class_id ${classes} group by m.class_id, m.student_id`
    : `select m.class_id, m.student_id, (
         select max(s.day) from class_decks k cross join lateral (
           select d.day from deck_stats d where ${ofStudent('d', 'm.student_id')} and d.deck_id = k.deck_id
           order by d.day desc limit 1) s
         where k.class_id = m.class_id) as last_day
       from class_members m where m.status = 'approved' and m.class_id ${classes}`;

/** The study days until `today`, in order. */
const lastDays = (today: string): string[] =>
  Array.from({ length: DAYS }, (_, index) =>
    Temporal.PlainDate.from(today)
      .subtract({ days: DAYS - 1 - index })
      .toString(),
  );

/** Returns what a teacher sees first. `today` is the teacher's study day. */
export async function teacherHome(pool: Pool, teacherId: number, today: string): Promise<TeacherHome> {
  const [classes, days, exams, silent] = await Promise.all([
    ownClasses(pool, teacherId),
    workOfClasses(pool, teacherId, today),
    openExams(pool, teacherId),
    silentStudents(pool, teacherId, today),
  ]);
  const dates = lastDays(today);
  return {
    classes: classes.map((own) => {
      const worked = new Map(days.get(own.id)?.map((row) => [row.day, row]));
      const open = exams.get(own.id) ?? [];
      const gone = silent.get(own.id) ?? [];
      return {
        ...own,
        days: dates.map(
          (day) => worked.get(day) ?? { day, students: 0, cards_studied: 0, time_spent_seconds: 0 },
        ),
        open_exam_count: open[0]?.in_all ?? 0,
        open_exams: open.map(({ in_all, ...exam }) => exam),
        silent_count: gone[0]?.in_all ?? 0,
        silent_students: gone.map(({ in_all, ...student }) => student),
      };
    }),
  };
}

/** Rows with the class that each belongs to, by class. */
const byClass = <T extends { class_id: number }>(rows: T[]): Map<number, Omit<T, 'class_id'>[]> =>
  new Map(
    Map.groupBy(rows, ({ class_id }) => class_id)
      .entries()
      .map(([id, own]) => [id, own.map(({ class_id, ...row }) => row)]),
  );

type OwnClass = Omit<
  HomeClass,
  'days' | 'open_exam_count' | 'open_exams' | 'silent_count' | 'silent_students'
>;

async function ownClasses(pool: Pool, teacherId: number): Promise<OwnClass[]> {
  const { rows } = await pool.query<OwnClass>({
    name: 'home_classes',
    text: `select c.id, c.name, case when c.teacher_id <> $1 then o.name end as owner_name,
             case when c.teacher_id = $1 and c.handed_over_at > now() - ${TOLD_DAYS} * interval '1 day'
               then c.handed_over_at end as got_at, ${codeInUse('c.id')} as code,
             m.students as student_count, m.waiting as pending_count,
             (select count(*) from class_decks k where k.class_id = c.id)::integer as deck_count,
             (select count(*) from exam_classes e where e.class_id = c.id)::integer as exam_count
           from classes c join users o on o.id = c.teacher_id cross join lateral (
             select (count(*) filter (where status = 'approved'))::integer as students,
               (count(*) filter (where status = 'pending'))::integer as waiting
             from class_members where class_id = c.id) m
           where ${IN_USE} order by c.name collate "vi-x-icu", c.id`,
    values: [teacherId],
  });
  return rows.map((row) => ({ ...row, got_at: isoTime(row.got_at) }));
}

async function workOfClasses(pool: Pool, teacherId: number, today: string): Promise<Map<number, ClassDay[]>> {
  const { rows } = await pool.query<ClassDay & { class_id: number }>({
    name: 'home_days',
    text: `select d.class_id, to_char(d.day, 'YYYY-MM-DD') as day, sum(d.students)::integer as students,
             sum(d.cards)::integer as cards_studied, sum(d.seconds)::float8 as time_spent_seconds
           from classes c join class_days d on d.class_id = c.id
           where ${IN_USE} and d.day between $2::date - ${DAYS - 1} and $2::date
           group by d.class_id, d.day`,
    values: [teacherId, today],
  });
  return byClass(rows);
}

type Counted<T> = T & { in_all: number };

async function openExams(pool: Pool, teacherId: number): Promise<Map<number, Counted<OpenExam>[]>> {
  const { rows } = await pool.query<Counted<OpenExam> & { class_id: number }>({
    name: 'home_exams',
    text: `select class_id, id, title, submission_count, running_count, in_all from (
             select class_id, id, title, handed_in as submission_count, running as running_count,
               (count(*) over (partition by class_id))::integer as in_all,
               row_number() over (partition by class_id order by running > 0 desc, id desc) as place
             from (
               select k.class_id, e.id, e.title, count(*) as students, count(r.exam_id)::integer as handed_in,
                 (count(*) filter (where r.exam_id is null and not a.is_submitted and a.deadline_at > clock_timestamp()))::integer
                   as running
               from classes c join exam_classes k on k.class_id = c.id
               join exams e on e.id = k.exam_id and not e.is_hidden
               join class_members m on m.class_id = c.id and m.status = 'approved'
               left join exam_results r on r.exam_id = e.id and ${ofStudent('r', 'm.student_id')}
               left join exam_attempts a on a.exam_id = e.id and ${ofStudent('a', 'm.student_id')}
               where ${IN_USE} group by k.class_id, e.id) taken
             where handed_in < students) open
           where place <= ${EXAMS_SHOWN} order by class_id, place`,
    values: [teacherId],
  });
  return byClass(rows);
}

async function silentStudents(
  pool: Pool,
  teacherId: number,
  today: string,
): Promise<Map<number, Counted<SilentStudent>[]>> {
  const { rows } = await pool.query<Counted<SilentStudent> & { class_id: number }>({
    name: 'home_silent',
    text: `select class_id, student_id, name, to_char(last_day, 'YYYY-MM-DD') as last_day, in_all from (
             select m.class_id, m.student_id, u.name, m.last_day,
               (count(*) over (partition by m.class_id))::integer as in_all,
               row_number() over (partition by m.class_id order by m.last_day desc, ${byGivenName('u')}) as place
             from (${lastDaysIn(`in (select c.id from classes c where ${IN_USE})`)}) m
             join users u on u.id = m.student_id
             where m.last_day <= $2::date - ${SILENT_DAYS}) silent
           where place <= ${SILENT_SHOWN} order by class_id, place`,
    values: [teacherId, today],
  });
  return byClass(rows);
}

/** Returns the last days of a class's students. `today` is the teacher's study day. */
export async function studentDays(
  pool: Pool,
  classId: number,
  today: string,
  page?: PageQuery,
): Promise<Page<StudentDays>> {
  const query = {
    name: 'student_days',
    text: `select m.student_id, to_char(l.last_day, 'YYYY-MM-DD') as last_day, w.worked
           from class_members m left join (${lastDaysIn('= $1')}) l using (student_id) left join (
             select student_id, json_object_agg(day, cards) as worked from class_progress
             where class_id = $1 and day between $2::date - ${DAYS - 1} and $2::date group by student_id) w
             using (student_id)
           where m.class_id = $1 and m.status = 'approved' order by m.student_id`,
    values: [classId, today],
  };
  type Row = Omit<StudentDays, 'cards'> & { worked: Record<string, number> | null };
  const dates = lastDays(today);
  return mapPage(await readPage<Row>(pool, query, page), ({ worked, ...row }) => ({
    ...row,
    cards: dates.map((day) => worked?.[day] ?? 0),
  }));
}
