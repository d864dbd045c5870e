import t from 'tap';
import { studyDay } from '../../core/learning/study-day.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { undo } from '../learning/answering/given-undo.ts';
import { claimFreely, review } from '../log/given-events.ts';
import { classCalls, enrol, newClass } from './class-calls.ts';

const api = await startApi(t);
await claimFreely(api.pool);
const [teacher, stranger] = [await api.register('teacher'), await api.register('teacher')];
const deck = await api.addDeck(teacher.id, 6);
const second = await api.addDeck(teacher.id, 4);
const outside = await api.addDeck(teacher.id, 4, { official: true });
const appender = new Appender(api.pool);

const today = studyDay(api.clock.now(), 'Asia/Ho_Chi_Minh');
const daysAgo = (days: number): string => Temporal.PlainDate.from(today).subtract({ days }).toString();

/** A student's answers to cards of a deck: so many, so many days ago. */
async function studied(
  { id }: TestAccount,
  { id: deck_id, cards }: { id: number; cards: number[] },
  work: Record<number, number>,
) {
  const events = Object.entries(work).flatMap(([days, count]) =>
    cards
      .slice(0, count)
      .map((card_id) => review(id, { deck_id, card_id, day: daysAgo(Number(days)), time_spent: 5 })),
  );
  await Promise.all(events.map((event) => appender.append(event)));
  await api.project();
  return events;
}

const student = (name: string) => api.register('student', { name });
const home = async () => (await teacher.data('GET /api/teacher/home')).classes;

t.test('a teacher without a class has an empty home, and a new class nothing but zeros', async (t) => {
  t.same(await home(), []);
  const id = await newClass(teacher, deck.id, { name: '9B' });
  const { code } = await teacher.data('GET /api/classes/:classId', { params: { classId: id } });
  t.same(await home(), [
    {
      id,
      name: '9B',
      owner_name: null,
      got_at: null,
      code,
      student_count: 0,
      pending_count: 0,
      deck_count: 1,
      days: Array.from({ length: 14 }, (_, index) => ({
        day: daysAgo(13 - index),
        students: 0,
        cards_studied: 0,
        time_spent_seconds: 0,
      })),
      exam_count: 0,
      open_exam_count: 0,
      open_exams: [],
      silent_count: 0,
      silent_students: [],
    },
  ]);
  t.same(await stranger.data('GET /api/teacher/home'), { classes: [] });
  await classCalls(teacher).remove(id);
});

t.test('TCH-01 the last fourteen days of each class, and of each student', async (t) => {
  const [lan, an] = [await student('Trần Thị Lan'), await student('Lê Văn An')];
  const id = await newClass(teacher, deck.id, { students: [lan, an] });
  const other = await newClass(teacher, second.id, { name: '10B', students: [an] });
  await classCalls(await student('Nga')).join(id);
  await classCalls(teacher).addDeck(id, second.id);
  await studied(lan, deck, { 0: 3, 13: 2, 14: 6 });
  await studied(an, second, { 0: 1, 1: 4 });
  await studied(an, outside, { 2: 4 });
  const [first, next] = await home();
  t.match(first, { id, name: '10A', student_count: 2, pending_count: 1, deck_count: 2 });
  t.match(next, { id: other, name: '10B', student_count: 1, pending_count: 0, deck_count: 1 });
  t.same(
    first!.days.map(({ students, cards_studied }) => [students, cards_studied]),
    [[1, 2], ...Array(11).fill([0, 0]), [1, 4], [2, 4]],
  );
  t.same(first!.days.at(-1), { day: today, students: 2, cards_studied: 4, time_spent_seconds: 20 });
  t.same(next!.days.at(-1), { day: today, students: 1, cards_studied: 1, time_spent_seconds: 5 });

  const params = { classId: id };
  const { body } = await teacher.call('GET /api/classes/:classId/student-days', { params });
  const zeros = (count: number) => Array<number>(count).fill(0);
  t.same(body, {
    success: true,
    data: [
      { student_id: lan.id, cards: [2, ...zeros(12), 3], last_day: today },
      { student_id: an.id, cards: [...zeros(12), 4, 1], last_day: today },
    ],
    total: 2,
  });
  const query = { offset: 1, limit: 1 };
  const page = await teacher.call('GET /api/classes/:classId/student-days', { params, query });
  t.match(page.body, { data: [{ student_id: an.id }], total: 2 });
  for (const one of [id, other]) await classCalls(teacher).remove(one);
});

t.test('TCH-01 who has studied before and not for a week has fallen silent, the latest first', async (t) => {
  const [never, six, seven] = [await student('Never'), await student('Six'), await student('Seven')];
  const [eight, hundred, undone] = [
    await student('Eight'),
    await student('Hundred'),
    await student('Undone'),
  ];
  const students = [never, six, seven, eight, hundred, undone];
  const id = await newClass(teacher, deck.id, { students });
  await studied(six, deck, { 6: 1, 20: 1 });
  await studied(seven, deck, { 7: 1, 20: 1 });
  // What is studied elsewhere is none of this class's business.
  await studied(seven, outside, { 0: 1 });
  await studied(eight, deck, { 8: 2 });
  await studied(hundred, deck, { 100: 2 });
  const [answer] = await studied(undone, deck, { 9: 1 });
  await appender.append(undo(undone.id, answer!));
  await api.project();
  const [first] = await home();
  t.equal(first!.silent_count, 3);
  t.same(first!.silent_students, [
    { student_id: seven.id, name: 'Seven', last_day: daysAgo(7) },
    { student_id: eight.id, name: 'Eight', last_day: daysAgo(8) },
    { student_id: hundred.id, name: 'Hundred', last_day: daysAgo(100) },
  ]);

  const more = await Promise.all(['Lê B', 'Trần A', 'Lê A', 'Vũ Á'].map(student));
  for (const one of more) {
    await enrol(teacher, id, one);
    await studied(one, deck, { 7: 1 });
  }
  const [again] = await home();
  t.equal(again!.silent_count, 7);
  t.same(column(again!.silent_students, 'name'), ['Lê A', 'Trần A', 'Vũ Á', 'Lê B', 'Seven'], 'five of them');
  await classCalls(teacher).remove(id);
});

t.test('TCH-01 exams that can be taken and are not handed in by all, running ones first', async (t) => {
  const students = await Promise.all(['An', 'Bình'].map(student));
  const [an, binh] = students as [TestAccount, TestAccount];
  const id = await newClass(teacher, deck.id, { students });
  t.same((await home())[0]!.open_exams, []);
  const exam = (title: string, more = {}) => givenExam(teacher, [id], examBody('A', { title, ...more }));
  const running = await exam('Running');
  const done = await exam('Done');
  await exam('Hidden', { is_hidden: true });
  const exams = [await exam('First'), await exam('Second'), await exam('Third')];
  await an.data('GET /api/exams/:examId', { params: { examId: running.id } });
  const handIn = (one: TestAccount, examId: number) =>
    one.call('POST /api/exams/:examId/submit', { params: { examId }, body: { answers: {} } });
  for (const [one, { id: examId }] of [
    [an, done],
    [binh, done],
    [binh, exams[2]],
  ] as [TestAccount, { id: number }][]) {
    await one.data('GET /api/exams/:examId', { params: { examId } });
    t.equal((await handIn(one, examId)).status, 200);
  }
  await api.project();
  const [first] = await home();
  t.equal(first!.open_exam_count, 4);
  t.same(first!.open_exams, [
    { id: running.id, title: 'Running', submission_count: 0, running_count: 1 },
    { id: exams[2]!.id, title: 'Third', submission_count: 1, running_count: 0 },
    { id: exams[1]!.id, title: 'Second', submission_count: 0, running_count: 0 },
  ]);
  await classCalls(teacher).remove(id);
});

t.test('TCH-07 PRG-02 the students of a class stand by given name, then by family name', async (t) => {
  const named = ['Nguyễn Văn Đức', 'Trần Thị An', 'Lê Ánh', 'Bùi Thị An', 'Phạm Dung', 'Ôn Yến'];
  const id = await newClass(teacher, deck.id, { students: await Promise.all(named.map(student)) });
  const { body } = await classCalls(teacher).progress(id);
  t.same(column(body.data, 'name'), [
    'Bùi Thị An',
    'Trần Thị An',
    'Lê Ánh',
    'Phạm Dung',
    'Nguyễn Văn Đức',
    'Ôn Yến',
  ]);
});
