import type pg from 'pg';
import { GRACE_SECONDS } from '../../core/exam/exam-limits.ts';
import { dayOfNumber } from '../../core/learning/study-day.ts';
import { copyIn } from './copy-in.ts';
import { NEVER, type School } from './school.ts';

type Value = string | number | boolean | null;

/** Lines of Postgres's text format: our values have nothing in them that would have to be escaped. */
const line = (values: Value[]): string => `${values.map((value) => value ?? '\\N').join('\t')}\n`;

function* portions(lines: Iterable<string>): Generator<string> {
  let portion = '';
  for (const text of lines) {
    portion += text;
    if (portion.length > 65_536) {
      yield portion;
      portion = '';
    }
  }
  if (portion) yield portion;
}

/** Writes the rows of a school beside its log, as they are at the end: what has been deleted is not there. */
export async function insertSchool(client: pg.ClientBase, school: School): Promise<void> {
  const { classes, students, teachers } = school;
  const put = async (table: string, columns: string, rows: Iterable<Value[]>): Promise<void> =>
    copyIn(
      client,
      `copy ${table} (${columns}) from stdin`,
      portions(Iterator.from(rows).map((row) => line(row))),
    );
  const begun = dayOfNumber(school.days.first);
  const decks = school.decks.filter(({ deletedOn }) => deletedOn === NEVER);
  const { rows: admins } = await client.query<{ id: number }>(
    `select id from users where role = 'admin' order by id limit 1`,
  );

  await put('users', 'id, name, email, password_hash, role, time_zone, created_at', [
    ...teachers.map((id) => [id, `Teacher ${id}`, `t${id}@school`, '', 'teacher', TIME_ZONE, begun]),
    ...students.map(({ id, joined }) => [
      ...[id, `Student ${id}`, `s${id}@school`, '', 'student', TIME_ZONE],
      dayOfNumber(joined),
    ]),
  ]);
  await put(
    'decks',
    'id, user_id, title, is_official, created_at, updated_at',
    decks.map(({ id, ownerId }) => [
      ...[id, ownerId ?? admins[0]?.id ?? teachers[0]!, `Deck ${id}`, ownerId === undefined],
      ...[begun, begun],
    ]),
  );
  await put('cards', 'id, deck_id, ordinal, front, back, created_at, updated_at', cardRows());
  await put(
    'classes',
    'id, teacher_id, name, created_at',
    classes.map(({ id, teacherId }) => [id, teacherId, `Class ${id}`, begun]),
  );
  await put(
    'class_decks',
    'class_id, deck_id',
    classes.flatMap((own) =>
      own.decks.filter(({ deletedOn }) => deletedOn === NEVER).map((deck) => [own.id, deck.id]),
    ),
  );
  await put(
    'class_members',
    'class_id, student_id, status, requested_at, joined_at',
    students.flatMap(({ id, joined, class: own }) =>
      own ? [[own.id, id, 'approved', dayOfNumber(joined), dayOfNumber(joined)]] : [],
    ),
  );
  const exams = classes.flatMap((own) => own.exams).filter(({ isDeleted }) => !isDeleted);
  await put(
    'exams',
    'id, teacher_id, title, duration_minutes, main_content_type, created_at',
    exams.map(({ id, teacherId, durationMinutes, day }) => [
      ...[id, teacherId, `Exam ${id}`, durationMinutes, 'none', dayOfNumber(day - 7)],
    ]),
  );
  await put(
    'exam_questions',
    'id, exam_id, ordinal, question_text, option_a, option_b, option_c, option_d, correct_option',
    exams.flatMap((exam) =>
      exam.questions.map(({ id, key }, index) => [
        ...[id, exam.id, index + 1, `Question ${id}`, 'one', 'two', 'three', 'four', key],
      ]),
    ),
  );
  await put(
    'exam_classes',
    'exam_id, class_id',
    exams.map(({ id, classId }) => [id, classId]),
  );
  for (const table of ['users', 'decks', 'cards', 'classes', 'exams', 'exam_questions'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    );

  function* cardRows(): Generator<Value[]> {
    for (const { id, firstCard, size } of decks)
      for (let index = 0; index < size; index++)
        if (!school.deletedCards.has(firstCard + index))
          yield [firstCard + index, id, index, `front ${index}`, `what card ${index} means`, begun, begun];
  }
}

export const TIME_ZONE = 'Asia/Ho_Chi_Minh';

/** What the product keeps beside the log of exams that were begun: here all of them were handed in. */
export async function insertAttempts(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into exam_attempts (exam_id, partition, student_id, started_at, deadline_at, answers, saved_at, is_submitted)
     select e.id, s.partition, s.student_id, s.occurred_at,
       s.occurred_at + (s.data->>'duration_minutes')::integer * interval '1 minute',
       h.data->'answers', least(h.occurred_at, s.occurred_at
         + (s.data->>'duration_minutes')::integer * interval '1 minute' + interval '${GRACE_SECONDS} seconds'), true
     from events s join exams e on e.id = (s.data->>'exam_id')::integer
     join events h on h.partition = s.partition and h.student_id = s.student_id and h.type = 'ExamSubmitted'
       and h.data->'exam_id' = s.data->'exam_id'
     where s.type = 'ExamStarted'`,
  );
}
