import type { Exam } from '../../../core/exam/exam.schema.ts';
import { until } from '../../harness/until.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import type { Person } from '../people/person.ts';
import { type ProgressScene, progressScene } from '../people/progress-in-browser.ts';
import { examsOf } from '../people/results-in-browser.ts';

const KEY = 'ABCDAB';
const PASSAGE = 'Lan goes to school by bike.\nIt is blue.';

/** A class in which everything has happened that a screen may have to show, under names that need much room. */
export interface School extends Pick<ProgressScene, 'test' | 'teacher' | 'classId'> {
  /** What its students study. */
  deckId: number;
  className: string;
  /** One of its students: has studied, has handed an exam in, is taking another, and has asked to join a second class. */
  learner: Person;
  /** The name of that second class. */
  wished: string;
  /** Handed in by the class. */
  done: Exam;
  /** What the learner is taking. */
  running: Exam;
}

const DAY_MS = 86_400_000;

/** The first so many right, the others wrong. */
const letters = (right: number) =>
  [...KEY].map((letter, index) => (index < right ? letter : letter === 'C' ? 'D' : 'C')).join('');

export async function gallerySchool(test: BrowserTest): Promise<School> {
  const className = 'Lớp mười chuyên Anh của trường Nguyễn Thị Minh Khai';
  const wished = 'Lớp tiếng Anh giao tiếp buổi tối thứ hai, thứ tư và thứ sáu';
  const scene = await progressScene(test, test.page, className);
  const { teacher, classId, deckId } = scene;
  const exams = examsOf(scene);
  const title = 'Bài kiểm tra giữa học kỳ một năm học mới';
  const done = await exams.exam(KEY, { title, main_content_type: 'text', main_text: PASSAGE });
  for (let n = 1; n <= 13; n++) {
    const student = await scene.student(`Nguyễn Hoàng Thị Minh Châu Phương ${n}`, [{ daysAgo: n, cards: n }]);
    await exams.handedIn(done, student, letters(n % 7), {
      at: `2026-11-20T02:${String(n).padStart(2, '0')}:00.000Z`,
      time_spent: n * 60,
      ...(n === 12 && { late: 75 }),
      ...(n === 13 && { by: 'server' }),
    });
  }
  const learner = await studentOf(test, classId, 'Nguyễn Thị Thanh Phương Quỳnh Anh', teacher);
  const other = await newClass(teacher, wished, deckId);
  const { code } = await teacher.call('POST /api/classes/:classId/code', {
    params: { classId: other.id },
    body: { ends_at: new Date(Date.now() + DAY_MS).toISOString(), open_until: null },
  });
  await learner.call('POST /api/class-codes/:code/join', { params: { code } });
  await learner.study(deckId, 3);
  await exams.handedIn(done, learner.id, 'ABC---');
  const running = await exams.exam('ABCD'.repeat(6), {
    title: 'Đề đang làm',
    duration_minutes: 60,
    main_content_type: 'text',
    main_text: PASSAGE,
  });
  await learner.call('GET /api/exams/:examId', { params: { examId: running.id } });
  await exams.exam('AB', { title: 'Đề bị ẩn', is_hidden: true });
  await exams.exam(KEY, { title: 'Đề chưa làm', duration_minutes: 45 });
  await until(async () => {
    const { rows } = await test.db.query('select from exam_results where exam_id = $1', [done.id]);
    return rows.length === 14;
  }, 'every result is there');
  return { test, teacher, classId, deckId, className, learner, wished, done, running };
}
