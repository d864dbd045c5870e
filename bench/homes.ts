import { createClass } from '../core/classroom/classroom-changes.ts';
import { studentDays, teacherHome } from '../core/classroom/teacher-home.ts';
import { studyDay } from '../core/learning/study-day.ts';
import { projections } from '../core/projections.ts';
import { adminHome } from '../core/site/admin-home.ts';
import { percentile, timesOf } from './load/kept-connections.ts';
import { addStudents, addTeachers, openBenchDatabase } from './school/bench-database.ts';

/**
 * How long the homes of a teacher and of the administrator take: 20 classes of 50 students with a year of work, five
 * exams each, in a school of 3,000 students. The tables are filled as projections would leave them.
 */
const CLASSES = 20;
const STUDENTS = 50;
const SCHOOL = 3_000;
const EXAMS = 5;
const DAYS = 365;
const ROUNDS = 100;

const { pool, ...bench } = await openBenchDatabase();
const students = await addStudents(bench.database, SCHOOL);
const [teacher] = await addTeachers(bench.database, 1);
const { rows: decks } = await pool.query<{ id: number }>('select id from decks order by id limit 2');
const today = studyDay(Date.now(), 'Asia/Ho_Chi_Minh');
const classIds: number[] = [];
for (let n = 0; n < CLASSES; n++)
  classIds.push(await createClass(pool, teacher!, { name: `10A${n + 1}`, deckId: decks[0]!.id }));

await pool.query(`insert into class_decks (class_id, deck_id) select id, $2 from unnest($1::integer[]) id`, [
  classIds,
  decks[1]!.id,
]);
await pool.query(
  `insert into class_members (class_id, student_id, status, joined_at)
   select c.id, s.id, 'approved', now() from unnest($1::integer[]) with ordinality c (id, n)
   join unnest($2::integer[]) with ordinality s (id, n) on (s.n - 1) / $3 = c.n - 1`,
  [classIds, students, STUDENTS],
);
// Each twentieth student has stopped ten days ago.
await pool.query(
  `insert into deck_stats (partition, student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
   select partition_of(s.id), s.id, d.id, $3::date - n, array[1, 2, 3], 3, 30, now() from unnest($1::integer[]) s (id)
   cross join unnest($2::integer[]) d (id) cross join generate_series(0, $4::integer - 1) n
   where s.id % 20 > 0 or n > 9`,
  [students, decks.map(({ id }) => id), today, DAYS],
);
await pool.query(
  `insert into class_progress (class_id, day, partition, student_id, cards, seconds)
   select m.class_id, s.day, s.partition, m.student_id, 6, 60 from class_members m
   join deck_stats s on s.partition = partition_of(m.student_id) and s.student_id = m.student_id and s.deck_id = $1`,
  [decks[0]!.id],
);
await pool.query(
  `insert into class_days (class_id, day, partition, students, cards, seconds)
   select class_id, day, partition, count(*), sum(cards), sum(seconds) from class_progress group by 1, 2, 3`,
);
await pool.query(
  `with made as (
     insert into exams (teacher_id, title, duration_minutes, main_content_type)
     select $1, 'Exam ' || n, 30, 'none' from generate_series(1, $3::integer * $4::integer) n returning id)
   insert into exam_classes (exam_id, class_id)
   select id, ($2::integer[])[1 + id % $3::integer] from made`,
  [teacher, classIds, CLASSES, EXAMS],
);
await pool.query(
  `insert into exam_results (exam_id, partition, student_id, answers, score, total, submitted_at, time_spent, late, submitted_by)
   select k.exam_id, partition_of(m.student_id), m.student_id, '{}', 5, 10, now(), 600, 0, 'student' from exam_classes k
   join class_members m on m.class_id = k.class_id where m.student_id % 3 > 0`,
);
await pool.query('vacuum analyze');

async function ask(name: string, question: () => Promise<unknown>): Promise<void> {
  const times = await timesOf(ROUNDS, question);
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)];
  console.log(`${name.padEnd(40)} p50 ${half.toFixed(1)} ms   p95 ${most.toFixed(1)} ms`);
}

await ask(`a teacher's home, ${CLASSES} classes of ${STUDENTS}`, () => teacherHome(pool, teacher!, today));
await ask(`the days of a class of ${STUDENTS}`, () => studentDays(pool, classIds[0]!, today));
await ask(`the administrator's home, ${SCHOOL} students`, () =>
  adminHome(pool, { today, projections, dataDir: bench.dataDir, diskFreeMin: 5 }),
);
await bench.close();
