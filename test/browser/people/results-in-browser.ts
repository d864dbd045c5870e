import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { ExamSubmitted } from '../../../core/exam/attempt/exam.events.ts';
import { examSubmitted } from '../../../core/exam/attempt/exam-event.ts';
import type { Exam, ExamBody } from '../../../core/exam/exam.schema.ts';
import { answersOf, examBody } from '../../exam/given-exams.ts';
import { until } from '../../harness/until.ts';
import { given } from '../../log/given-events.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { memberWithoutLogin, newClass, newDeck } from './class-in-browser.ts';
import { makeAccount, type Person } from './person.ts';

export interface ExamScene {
  test: BrowserTest;
  page: Page;
  teacher: Person;
  classId: number;
  /** An exam of the class, unless it says of which classes. */
  exam(key: string, overrides?: Partial<ExamBody>, class_ids?: number[]): Promise<Exam>;
  student(name: string): Promise<number>;
  /** A student has handed an exam in, as the log has it: with these letters, `-` for no answer. Its result is there. */
  handedIn(
    exam: Exam,
    studentId: number,
    letters: string,
    more?: Partial<ExamSubmitted['data']> & { at?: string },
  ): Promise<void>;
}

/** A teacher whose class has no exam yet, and nobody in it. */
export async function examScene(test: BrowserTest, page: Page = test.page): Promise<ExamScene> {
  const teacher = await makeAccount(test, 'teacher');
  const deck = await newDeck(teacher, 'Unit 1');
  const { id: classId } = await newClass(teacher, '10A1', deck.id);
  return examsOf({ test, page, teacher, classId });
}

export function examsOf({
  test,
  page,
  teacher,
  classId,
}: Pick<ExamScene, 'test' | 'page' | 'teacher' | 'classId'>): ExamScene {
  const { db } = test;
  return {
    test,
    page,
    teacher,
    classId,
    async exam(key, overrides, class_ids = [classId]) {
      const { id } = await teacher.call('POST /api/exams', { body: examBody(key, overrides) });
      const given = { params: { examId: id }, body: { class_ids } };
      return teacher.call('POST /api/exams/:examId/classes', given);
    },
    student: (name) => memberWithoutLogin(db, classId, name),
    async handedIn(exam, studentId, letters, { at = new Date().toISOString(), ...more } = {}) {
      const data: ExamSubmitted['data'] = {
        exam_id: exam.id,
        answers: answersOf(exam, letters),
        time_spent: 600,
        late: 0,
        by: 'student',
        ...more,
      };
      await given(db, [examSubmitted(data, { studentId, key: randomUUID(), at: Date.parse(at) })]);
      const result = () =>
        db.query('select from exam_results where exam_id = $1 and student_id = $2', [exam.id, studentId]);
      await until(async () => (await result()).rowCount === 1, 'the result is there');
    },
  };
}

export const KEY = 'ABCDAB';
export const PASSAGE = 'Lan goes to school by bike.\nIt is blue.';

/** The first so many right, the others wrong. */
const letters = (right: number) =>
  [...KEY].map((letter, index) => (index < right ? letter : letter === 'C' ? 'D' : 'C')).join('');

/** An exam that thirteen students have handed in, with n modulo 7 points, at minute n; who they are, `student` says. */
export async function thirteenResults(
  exams: ExamScene,
  title: string,
  student: (n: number) => Promise<number>,
): Promise<{ exam: Exam; first: number }> {
  const exam = await exams.exam(KEY, { title, main_content_type: 'text', main_text: PASSAGE });
  const ids: number[] = [];
  for (let n = 1; n <= 13; n++) {
    const id = await student(n);
    ids.push(id);
    await exams.handedIn(exam, id, letters(n % 7), {
      at: `2026-11-20T02:${String(n).padStart(2, '0')}:00.000Z`,
      time_spent: n * 60,
      ...(n === 12 && { late: 75 }),
      ...(n === 13 && { by: 'server' }),
    });
  }
  return { exam, first: ids[0]! };
}
