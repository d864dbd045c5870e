import type { Exam, ExamBody } from '../../core/exam/exam.schema.ts';
import type { OptionLetter } from '../../core/exam/question/choice.schema.ts';
import type { TestAccount, TestApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

/** An exam of questions whose right options are these letters, unremarkable but for what the test says. */
export function examBody(key: string, overrides: Partial<ExamBody> = {}): ExamBody {
  return {
    title: 'Unit 1',
    duration_minutes: 30,
    main_content_type: 'none',
    questions: [...key].map((letter, index) => ({
      question_text: `Question ${index + 1}`,
      option_a: 'first',
      option_b: 'second',
      option_c: 'third',
      option_d: 'fourth',
      correct_option: letter as OptionLetter,
    })),
    ...overrides,
  };
}

/** A teacher's class with approved students, and an exam that it has. */
export interface ExamClassroom {
  teacher: TestAccount;
  students: TestAccount[];
  classId: number;
  exam: Exam;
}

export async function givenClassOf(teacher: TestAccount, students: TestAccount[]): Promise<number> {
  const { rows } = await teacher.api.pool.query<{ id: number }>(
    `with class as (insert into classes (teacher_id, name) values ($1, '10A') returning id),
     members as (insert into class_members (class_id, student_id, status, joined_at)
       select id, student, 'approved', now() from class, unnest($2::integer[]) student)
     select id from class`,
    [teacher.id, column(students, 'id')],
  );
  return rows[0]!.id;
}

export async function givenExam(teacher: TestAccount, classIds: number[], body: ExamBody): Promise<Exam> {
  const { id: examId } = await teacher.data('POST /api/exams', { body });
  const classes = { params: { examId }, body: { class_ids: classIds } };
  return teacher.data('POST /api/exams/:examId/classes', classes);
}

/** A teacher, so many students in a class, and an exam with this key that the class has. */
export async function givenExamClassroom(
  api: TestApi,
  { students = 1, key = 'ABCD', ...overrides }: { students?: number; key?: string } & Partial<ExamBody> = {},
): Promise<ExamClassroom> {
  const teacher = await api.register('teacher');
  const accounts = await Promise.all(Array.from({ length: students }, () => api.register('student')));
  const classId = await givenClassOf(teacher, accounts);
  const exam = await givenExam(teacher, [classId], examBody(key, overrides));
  return { teacher, students: accounts, classId, exam };
}

/** Answers to an exam's questions, in order; `-` for none. */
export const answersOf = (exam: Exam, letters: string): Record<string, OptionLetter> =>
  Object.fromEntries(
    [...letters].flatMap((letter, index) =>
      letter === '-' ? [] : [[exam.questions[index]!.id, letter as OptionLetter]],
    ),
  );
