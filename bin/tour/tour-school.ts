import { randomUUID } from 'node:crypto';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { ProductClient } from '../simulate/product-client.ts';
import { ADMIN, type Login, loginOf, person } from '../speed/speed-school.ts';
import { checkFile, makeOwnDeck, mixUp, practise, workOnDeck } from './tour-decks.ts';
import { ENGLISH_EXAM, type ExamToTake, LISTENING_EXAM, VOCABULARY_EXAM } from './tour-exams.ts';

/** A school in which a month has passed, and who is logged in where. */
export interface TourSchool {
  logins: Record<
    'nobody' | 'student' | 'newcomer' | 'withSlip' | 'waiting' | 'teacher' | 'importer' | 'admin',
    Login
  >;
  classId: number;
  /** By which students join it. */
  classCode: string;
  /** The end of a link that invites the teacher to a colleague's class. */
  invitation: string;
  /** Studied for a month. */
  deckId: number;
  /** Practised by choosing from four. */
  choiceDeckId: number;
  /** Practised by listening. */
  heardDeckId: number;
  /** The teacher's own. */
  ownDeckId: number;
  /** The student's own. */
  madeDeckId: number;
  /** Somebody else of the class, who has studied. */
  classmateId: number;
  /** Handed in by the class. */
  doneExamId: number;
  /** Being taken. */
  runningExamId: number;
}

type Person = Awaited<ReturnType<typeof person>>;

const DAY_MS = 86_400_000;
const DAYS = 29;
/** A student may give 120 in a minute. */
const ANSWERS_MAX = 112;

/** In the order in which they joined; the first one is whose screens are shown. */
const STUDENTS = [
  'Nguyễn Thị Thanh Phương',
  'Trần Minh Khôi',
  'Lê Ngọc Anh',
  'Phạm Gia Bảo',
  'Hoàng Thu Trang',
  'Võ Quốc Huy',
  'Đặng Khánh Linh',
  'Bùi Đức Long',
];
const WAITING = ['Đỗ Hải Yến', 'Ngô Thanh Tâm'];

/** How somebody studies: how much on a day, and how many days ago for the last time. */
interface Habit {
  diligence: number;
  lastDaysAgo: number;
}

/** The days of the month on which somebody studies, the earliest first, each with its number of answers. */
function studyDays({ diligence, lastDaysAgo }: Habit): { daysAgo: number; count: number }[] {
  const days: { daysAgo: number; count: number }[] = [];
  let left = ANSWERS_MAX;
  for (let daysAgo = lastDaysAgo; daysAgo <= DAYS && left > 0; daysAgo++) {
    // Some days are left out, those of the last week never.
    if (daysAgo > lastDaysAgo + 6 && daysAgo % (2 + diligence) === 0) continue;
    const count = Math.min(diligence + (daysAgo % 3), left);
    left -= count;
    days.push({ daysAgo, count });
  }
  return days.reverse();
}

/** Gives the answers of a month, most of them known; resolves once every projection has them. */
async function study(student: Person, deckId: number, habit: Habit, now: number): Promise<void> {
  const { data: cards } = await student.client.call('GET /api/decks/:deckId/cards/set', {
    params: { deckId },
    query: { limit: 40 },
  });
  let given = 0;
  for (const { daysAgo, count } of studyDays(habit))
    for (let n = 0; n < count; n++, given++) {
      const { id } = cards[(given * 3) % Math.min(cards.length, 12 + habit.diligence * 4)]!;
      const status = given % 7 === 3 ? 0 : given % 5 === 2 ? 1 : 2;
      const answered_at = now - daysAgo * DAY_MS - (count - n) * 10_000;
      const { data } = await student.client.call('POST /api/cards/:cardId/progress', {
        params: { cardId: id },
        body: { status, time_spent: 3 + (given % 6), answered_at },
      });
      student.client.wrote(data.position);
    }
  await student.client.call('GET /api/decks/:deckId/stats', { params: { deckId } });
}

async function makeExam(teacher: ProductClient, classId: number, body: ExamToTake) {
  const { data: exam } = await teacher.call('POST /api/exams', { body });
  await teacher.call('POST /api/exams/:examId/classes', {
    params: { examId: exam.id },
    body: { class_ids: [classId] },
  });
  return exam;
}

type MadeExam = Awaited<ReturnType<typeof makeExam>>;

/** Takes an exam; every so many questions one is answered wrongly. */
async function handIn({ client }: Person, exam: MadeExam, wrongEach: number): Promise<void> {
  const params = { examId: exam.id };
  await client.call('GET /api/exams/:examId', { params });
  const answers = Object.fromEntries(
    exam.questions.map(({ id, correct_option }, index) => [
      `${id}`,
      (index + 1) % wrongEach === 0 ? (correct_option === 'A' ? 'B' : 'A') : correct_option,
    ]),
  );
  const { data } = await client.call('POST /api/exams/:examId/submit', { params, body: { answers } });
  client.wrote(data.position);
  await client.call('GET /api/exams/:examId/result', { params });
}

/** Begins an exam and saves some answers. */
async function begin({ client }: Person, exam: MadeExam): Promise<void> {
  const params = { examId: exam.id };
  await client.call('GET /api/exams/:examId', { params });
  const answers = Object.fromEntries(
    exam.questions.slice(0, 3).map(({ id, correct_option }) => [`${id}`, correct_option]),
  );
  await client.call('POST /api/exams/:examId/answers', {
    params,
    body: { version: 0, answers, skipped: [] },
  });
}

/** Fills an empty product by its own calls. */
export async function openTourSchool(url: string): Promise<TourSchool> {
  const now = Date.now();
  const adminClient = new ProductClient(url);
  const adminAnswer: LoginAnswer = await adminClient.call('POST /api/admin/login', { body: ADMIN });
  adminClient.logIn(adminAnswer);
  await adminClient.call('POST /api/admin/entry', { body: { entry: 'approval' } });
  const waiting = await person(url, 'teacher', 'Thầy Trần Văn Nam', 'thay-nam@example.org');
  await adminClient.call('POST /api/admin/entry', { body: { entry: 'open' } });
  const teacher = await person(url, 'teacher', 'Cô Phạm Thị Hoa');
  const { data: decks } = await teacher.client.call('GET /api/official-decks');
  const [deckId = 0, secondDeckId = 0, thirdDeckId = 0] = decks.map(({ id }) => id);
  const ownDeckId = await makeOwnDeck(teacher.client, 'Liên từ – Unit 7', 'Từ nối câu cho bài viết tuần này');
  const newClass = (name: string, deck_id: number) =>
    teacher.client.call('POST /api/classes', { body: { name, deck_id } }).then(({ data }) => data.id);
  const classId = await newClass('Lớp 10A1', deckId);
  const eveningId = await newClass('Tiếng Anh buổi tối', secondDeckId);
  const params = { classId };
  const code = await teacher.client.call('GET /api/classes/:classId/code', { params });
  const colleague = await person(url, 'teacher', 'Thầy Nguyễn Văn Nam', 'dong-nghiep@example.org');
  const { data: shared } = await colleague.client.call('POST /api/classes', {
    body: { name: 'Lớp 11B2', deck_id: deckId },
  });
  const { data: invited } = await colleague.client.call('POST /api/classes/:classId/invitations', {
    params: { classId: shared.id },
    body: { email: null },
  });
  await checkFile(url, colleague);
  for (const deck_id of [secondDeckId, ownDeckId])
    await teacher.client.call('POST /api/classes/:classId/decks', { params, body: { deck_id } });

  const join = async (name: string, email: string, isApproved: boolean) => {
    const student = await person(url, 'student', name, email);
    await student.client.call('POST /api/classes/:classId/join', { params });
    if (isApproved)
      await teacher.client.call('POST /api/classes/:classId/approve/:studentId', {
        params: { ...params, studentId: student.id },
      });
    return student;
  };
  const students: Person[] = [];
  for (const [index, name] of STUDENTS.entries())
    students.push(await join(name, `hoc-sinh-${index + 1}@example.org`, true));
  for (const [index, name] of WAITING.entries()) await join(name, `xin-vao-${index + 1}@example.org`, false);
  const [student] = students as [Person, ...Person[]];
  await student.client.call('POST /api/classes/:classId/join', { params: { classId: eveningId } });
  await adminClient.call('POST /api/admin/own-decks', { body: { students_make_decks: true } });
  const madeDeckId = await makeOwnDeck(student.client, 'Từ tôi hay quên', 'Chỉ mình tôi xem');
  await workOnDeck(url, teacher, student.client, ownDeckId);
  await practise(student.client, secondDeckId, 'choice');
  await practise(student.client, thirdDeckId, 'dictation');
  const { data: slips } = await teacher.client.call('POST /api/classes/:classId/roster', {
    params,
    body: { key: randomUUID(), rows: [{ name: 'Đỗ Thị Sen', user_name: null, email: null }] },
  });
  const slipAnswer: LoginAnswer = await adminClient.call('POST /api/login', {
    body: { email: slips[0]!.user_name, password: slips[0]!.password! },
  });
  const newcomer = await person(url, 'student', 'Vũ Hà An', 'hoc-sinh-moi@example.org');

  // The last one has not begun, one has stopped, and some have been here today; the first one's cards still wait.
  await Promise.all(
    students.slice(0, -1).map((each, index) => {
      const lastDaysAgo = index === 4 ? 9 : index % 3 === 0 ? 1 : 0;
      return study(each, deckId, { diligence: 1 + ((7 - index) % 4), lastDaysAgo }, now);
    }),
  );

  for (const each of students.slice(1, 5))
    for (const id of [deckId, secondDeckId]) await mixUp(each.client, id);
  const done = await makeExam(teacher.client, classId, ENGLISH_EXAM);
  for (const [index, each] of students.slice(0, 6).entries()) await handIn(each, done, 6 - (index % 4));
  const running = await makeExam(teacher.client, classId, VOCABULARY_EXAM);
  await begin(student, running);
  await makeExam(teacher.client, classId, LISTENING_EXAM);
  return {
    logins: {
      nobody: {},
      student: student.login,
      newcomer: newcomer.login,
      withSlip: loginOf(slipAnswer),
      waiting: waiting.login,
      teacher: teacher.login,
      importer: colleague.login,
      admin: loginOf(adminAnswer),
    },
    classId,
    classCode: code.data.code,
    invitation: invited.token,
    deckId,
    choiceDeckId: secondDeckId,
    heardDeckId: thirdDeckId,
    ownDeckId,
    madeDeckId,
    classmateId: students[1]!.id,
    doneExamId: done.id,
    runningExamId: running.id,
  };
}
