import type { Pool } from 'pg';
import { classesTaughtBy } from '../access/class-rights.ts';
import type { KnownAccount } from '../access/directory.ts';
import { isoTime } from '../contract/clock.ts';
import { orThrow } from '../contract/errors.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { learns } from '../contract/roles.ts';
import { ofStudent } from '../log/position.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import type { ClassExam, Exam, ExamSummary } from './exam.schema.ts';
import { QUESTIONS_SCORED } from './exam-limits.ts';
import { SHOWN_QUESTIONS, WHOLE_QUESTIONS } from './question/question-sql.ts';

/** Plain SQL here: questions and classes come with each exam in one statement. */
const HEAD = 'e.id, e.title, e.duration_minutes, e.is_hidden, e.main_content_type, e.created_at';

const QUESTION_COUNT = `(select count(*) from exam_questions q where q.exam_id = e.id and q.ordinal is not null)`;

const SUMMARY = `${HEAD}, ${QUESTION_COUNT}::integer as question_count,
  (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
   from exam_classes k join classes c on c.id = k.class_id where k.exam_id = e.id) as classes`;

const withIsoDate = <T extends { created_at: string }>(row: T): T => ({
  ...row,
  created_at: isoTime(row.created_at),
});

/** Adds how often each exam was handed in. */
async function withSubmissions<E extends { id: number }>(
  pool: Pool,
  exams: E[],
): Promise<(E & { submission_count: number })[]> {
  const { rows } = await pool.query<{ exam_id: number; submissions: number }>({
    name: 'submissions_of_exams',
    text: `select exam_id, count(*)::integer as submissions from exam_results
           where exam_id = any ($1) group by exam_id`,
    values: [exams.map(({ id }) => id)],
  });
  const counts = new Map(rows.map(({ exam_id, submissions }) => [exam_id, submissions]));
  return exams.map((exam) => ({ ...exam, submission_count: counts.get(exam.id) ?? 0 }));
}

/** A teacher's exams, the newest first. */
export async function examsOf(pool: Pool, teacherId: number, page?: PageQuery): Promise<Page<ExamSummary>> {
  const query = {
    name: 'exams_of',
    text: `select ${SUMMARY} from exams e where e.teacher_id = $1 order by e.id desc`,
    values: [teacherId],
  };
  const exams = await readPage<Omit<ExamSummary, 'submission_count'>>(pool, query, page);
  return { ...exams, data: (await withSubmissions(pool, exams.data)).map(withIsoDate) };
}

/** An exam with its key. Throws `exam_not_found`. */
export async function examWithKey(pool: Pool, examId: number): Promise<Exam> {
  const { rows } = await pool.query<Omit<Exam, 'submission_count'>>({
    name: 'exam_with_key',
    text: `select ${SUMMARY}, e.main_text, e.main_audio_path,
             ${WHOLE_QUESTIONS} as questions from exams e where e.id = $1`,
    values: [examId],
  });
  const [exam] = await withSubmissions(pool, [orThrow(rows[0], 'exam_not_found')]);
  return withIsoDate(exam!);
}

/** SQL of what a student gets of an exam `e`. */
export const EXAM_WITHOUT_KEY = `${HEAD}, e.main_text, e.main_audio_path, ${SHOWN_QUESTIONS} as questions`;

/** Bytes that passages and questions have at most in one answer, which has room for the rest then. */
const CONTENT_BYTES = 1_000_000;

type ExamContent = Pick<ClassExam, 'main_text' | 'main_audio_path' | 'questions'>;

/**
 * Returns passage and questions, with their key, of the newest of these exams: as many as there is room for. `exams` says
 * how often each comes in the answer. Only for teachers of a class that has them.
 */
async function contentsOf(pool: Pool, exams: Map<number, number>): Promise<Map<number, ExamContent>> {
  if (exams.size === 0) return new Map();
  const { rows } = await pool.query<ExamContent & { id: number }>({
    name: 'exam_contents',
    text: `select id, main_text, main_audio_path, questions from (
             select e.*, sum(times * (octet_length(questions::text) + coalesce(octet_length(main_text), 0)))
               over (order by id desc) as bytes
             from (select e.id, e.main_text, e.main_audio_path, ${WHOLE_QUESTIONS} as questions, a.times
                   from unnest($1::integer[], $2::integer[]) a (id, times) join exams e using (id)) e) sized
           where bytes <= $3`,
    values: [[...exams.keys()], [...exams.values()], CONTENT_BYTES],
  });
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

/**
 * A part of a class's exams, the newest first, as one of its students sees them; as its teacher does with `whole`. Beyond
 * what an answer has room for, the older exams are as in a list.
 */
export async function examsOfClass(
  pool: Pool,
  account: KnownAccount,
  classId: number,
  { whole = false, ...page }: PageQuery & { whole?: boolean } = {},
): Promise<Page<ClassExam>> {
  const query = { ...classExams(account, 'exams_of_class'), values: [account.id, [classId]] };
  const exams = mapPage(await readPage<ClassExamRow>(pool, query, page), toClassExam);
  const contents = await contentsOf(pool, new Map(whole ? exams.data.map(({ id }) => [id, 1]) : []));
  return mapPage(exams, (exam) => ({ ...exam, ...contents.get(exam.id) }));
}

/** The exams of several classes, each as `examsOfClass` has them; whole are those of the classes in `taught`. */
export async function examsOfClasses(
  pool: Pool,
  account: KnownAccount,
  classIds: number[],
  taught: ReadonlySet<number> = new Set(),
): Promise<Map<number, ClassExam[]>> {
  const { rows } = await pool.query<ClassExamRow>({
    ...classExams(account, 'exams_of_classes'),
    values: [account.id, classIds],
  });
  const times = new Map<number, number>();
  for (const { id, class_id } of rows) if (taught.has(class_id)) times.set(id, (times.get(id) ?? 0) + 1);
  const contents = await contentsOf(pool, times);
  const exams = new Map<number, ClassExam[]>(classIds.map((id) => [id, []]));
  for (const row of rows)
    exams
      .get(row.class_id)!
      .push({ ...toClassExam(row), ...(taught.has(row.class_id) && contents.get(row.id)) });
  return exams;
}

type OpenExam = Pick<ClassExam, 'id' | 'title' | 'duration_minutes' | 'question_count' | 'deadline_at'>;

/** More than these at once are none for one day. */
const OPEN_EXAMS_MAX = 50;

/** Returns the exams of a student's classes that are not handed in; those whose time is running first, then the newest. */
export async function openExams(pool: Pool, studentId: number): Promise<OpenExam[]> {
  const { rows } = await pool.query<OpenExam>({
    name: 'open_exams',
    text: `select e.id, e.title, e.duration_minutes, least(${QUESTION_COUNT}, ${QUESTIONS_SCORED})::integer as question_count,
             a.deadline_at
           from exams e left join exam_attempts a on a.exam_id = e.id and ${ofStudent('a', '$1')}
           where e.id in (
               select k.exam_id from exam_classes k join class_members m using (class_id)
               join classes c on c.id = m.class_id
               where m.student_id = $1 and m.status = 'approved' and c.archived_at is null)
             and not e.is_hidden and a.is_submitted is not true and not exists (
               select 1 from exam_results r where r.exam_id = e.id and ${ofStudent('r', '$1')})
           order by a.deadline_at nulls last, e.id desc limit ${OPEN_EXAMS_MAX}`,
    values: [studentId],
  });
  return rows.map((row) => ({ ...row, deadline_at: isoTime(row.deadline_at) }));
}

type ClassExamRow = ClassExam & { class_id: number };

const toClassExam = ({ class_id, deadline_at, ...exam }: ClassExamRow): ClassExam => ({
  ...withIsoDate(exam),
  deadline_at: isoTime(deadline_at),
});

/** SQL: submissions of an exam by a class's students. Of the classes ($2) those count that the account ($1) teaches. */
const SUBMISSIONS = `
  select k.class_id, k.exam_id, count(*) as submissions
  from exam_classes k join class_members m on m.class_id = k.class_id and m.status = 'approved'
  join exam_results r on r.exam_id = k.exam_id and ${ofStudent('r', 'm.student_id')}
  where k.class_id = any ($2) and k.class_id in (${classesTaughtBy('$1')}) group by k.class_id, k.exam_id`;

/** Students are not shown how many have handed in, and their statement stays within their partition. */
function classExams({ role }: KnownAccount, name: string): { name: string; text: string } {
  const isStudents = learns(role);
  return {
    name: isStudents ? name : `${name}_taught`,
    text: `select k.class_id, ${HEAD}, e.teacher_id = $1 as is_own, least(${QUESTION_COUNT}, ${QUESTIONS_SCORED})::integer as question_count,
             ${isStudents ? '0' : 'coalesce(s.submissions, 0)::integer'} as submission_count,
             own.exam_id is not null as completed, own.score, own.total,
             case when own.exam_id is null and not a.is_submitted then a.deadline_at end as deadline_at
           from exam_classes k join exams e on e.id = k.exam_id
           left join exam_results own on own.exam_id = e.id and ${ofStudent('own', '$1')}
           left join exam_attempts a on a.exam_id = e.id and ${ofStudent('a', '$1')}
           ${isStudents ? '' : `left join (${SUBMISSIONS}) s on s.class_id = k.class_id and s.exam_id = k.exam_id`}
           where k.class_id = any ($2) order by e.id desc`,
  };
}
