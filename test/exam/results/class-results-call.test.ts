import t from 'tap';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { submitOverdue } from '../../../core/exam/attempt/submit.ts';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { classCalls } from '../../classroom/class-calls.ts';
import { changes, type OpenStream, openStream } from '../../classroom/open-stream.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { refused } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';
import { takingCalls } from '../attempt/taking-calls.ts';
import { dataOf, examCalls, notValid } from '../exam-calls.ts';
import { answersOf, examBody, givenClassOf, givenExam, givenExamClassroom } from '../given-exams.ts';

const api = await startApi(t);
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
const UNKNOWN = 2_147_483_647;
const MINUTE = 60_000;
const START = Math.floor(Date.now() / 1_000) * 1_000;

const iso = (ms: number): string => new Date(ms).toISOString();
const stopAt = (ms: number): Promise<void> => api.databaseClock.stopAt(ms);

t.beforeEach(() => stopAt(START));

/** A class of three students, by name, and its teacher. */
async function givenClass() {
  const teacher = await api.register('teacher');
  const [an, binh, chi] = [
    await api.register('student', { name: 'An' }),
    await api.register('student', { name: 'Bình' }),
    await api.register('student', { name: 'Chi' }),
  ];
  const classId = await givenClassOf(teacher, [binh, chi, an]);
  return { teacher, an, binh, chi, classId, calls: examCalls(teacher) };
}

/** What a class's results say of each row, shortly. */
const shortly = (rows: ClassResult[]): string[] =>
  rows.map(
    ({ name, exam_name, status, score, total }) => `${name}, ${exam_name}: ${status} ${score}/${total}`,
  );

t.test('XRS-01 SL-27 API-32 HUB-15 an approved student has a row of all exams, done or not', async (t) => {
  const { teacher, an, binh, chi, classId, calls } = await givenClass();
  const pending = await api.register('student', { name: 'Dũng' });
  await classCalls(pending).join(classId);
  const first = await givenExam(teacher, [classId], examBody('ABCD', { title: 'First' }));
  const second = await givenExam(teacher, [classId], examBody('A'.repeat(60), { title: 'Second' }));
  await givenExam(teacher, [], examBody('A', { title: 'Of no class' }));

  dataOf(await examCalls(an).open(first.id));
  dataOf(await examCalls(binh).open(first.id));
  dataOf(await examCalls(chi).open(second.id));
  await stopAt(START + 754_321);
  dataOf(await examCalls(an).submit(first.id, answersOf(first, 'AB-A')));
  // Past the end and its grace.
  await stopAt(START + 30 * MINUTE + 25_000);
  dataOf(await examCalls(binh).submit(first.id, {}));
  await api.project();

  const { status, body } = await calls.resultsOf(classId);
  t.equal(status, 200);
  const person = (account: TestAccount, name: string) => ({
    student_id: account.id,
    name,
    email: account.email,
  });
  const notDone = {
    ...{ completed: false, score: null, answers: {}, started_at: null, completed_at: null },
    ...{ time_spent_seconds: null, late_seconds: 0, submitted_by: null },
    ...{ answered_count: 0, remaining_seconds: null },
  };
  const ofFirst = { exam_id: first.id, exam_name: 'First', total: 4 };
  const ofSecond = { exam_id: second.id, exam_name: 'Second', total: 50 };
  const done = {
    ...{ status: 'submitted', completed: true, submitted_by: 'student', started_at: iso(START) },
    remaining_seconds: null,
  };
  t.same(body, {
    success: true,
    total: 6,
    data: [
      { ...person(an, 'An'), ...ofSecond, ...notDone, status: 'not_started' },
      {
        ...{ ...person(an, 'An'), ...ofFirst, ...done, score: 2, answers: answersOf(first, 'AB-A') },
        answered_count: 3,
        ...{ completed_at: iso(START + 754_321), time_spent_seconds: 754, late_seconds: 0 },
      },
      { ...person(binh, 'Bình'), ...ofSecond, ...notDone, status: 'not_started' },
      {
        ...{ ...person(binh, 'Bình'), ...ofFirst, ...done, score: 0, answers: {} },
        answered_count: 0,
        ...{ completed_at: iso(START + 1_825_000), time_spent_seconds: 1_825, late_seconds: 25 },
      },
      {
        ...{ ...person(chi, 'Chi'), ...ofSecond, ...notDone, status: 'in_progress', started_at: iso(START) },
        remaining_seconds: 0,
      },
      { ...person(chi, 'Chi'), ...ofFirst, ...notDone, status: 'not_started' },
    ],
  });

  const one = await calls.resultsOf(classId, `?exam_id=${first.id}`);
  t.equal(one.status, 200);
  const rowsOfFirst = body.data.filter(({ exam_id }) => exam_id === first.id);
  t.same(one.body, { success: true, data: rowsOfFirst, total: rowsOfFirst.length });
  for (const none of [UNKNOWN, first.id + 1_000_000])
    t.same((await calls.resultsOf(classId, `?exam_id=${none}`)).body, { success: true, data: [], total: 0 });
  for (const wrong of ['?exam_id=0', '?exam_id=x', '?exam_id='])
    notValid(t, await calls.resultsOf(classId, wrong), ['exam_id']);
  refused(t, await calls.resultsOf(UNKNOWN), 'class_not_found');
});

t.test('XRS-16 who is at it has the number of answered questions and the time that is left', async (t) => {
  const { teacher, an, classId, calls } = await givenClass();
  const exam = await givenExam(teacher, [classId], examBody('ABCD'));
  const student = examCalls(an);
  dataOf(await student.open(exam.id));
  await stopAt(START + 10 * MINUTE);
  dataOf(await student.save(exam.id, 0, answersOf(exam, 'AB-A')));
  const row = async () => dataOf(await calls.resultsOf(classId)).find(({ name }) => name === 'An');
  t.match(await row(), {
    ...{ status: 'in_progress', answered_count: 3, total: 4, remaining_seconds: 1_200 },
    answers: {},
  });
  await calls.update(exam.id, examBody('', { questions: exam.questions.slice(1) }));
  t.match(await row(), { answered_count: 2, total: 3 }, 'a question that was taken out counts no more');
});

t.test('XRS-01 what the server handed in at the end says so', async (t) => {
  const { teacher, an, classId, calls } = await givenClass();
  const exam = await givenExam(teacher, [classId], examBody('AB'));
  const student = examCalls(an);
  dataOf(await student.open(exam.id));
  dataOf(await student.save(exam.id, 0, answersOf(exam, 'A')));
  const { pool, services } = api;
  await stopAt(START + 31 * MINUTE);
  await submitOverdue({ pool, appender: services.appender });
  await api.project();
  const [row] = dataOf(await calls.resultsOf(classId));
  t.match(row, {
    ...{ status: 'submitted', submitted_by: 'server', score: 1, total: 2, late_seconds: 0 },
    ...{ started_at: iso(START), completed_at: iso(START + 30 * MINUTE), time_spent_seconds: 1_800 },
  });
});

t.test('XRS-01 who leaves the class has no row, and an exam that is taken out neither', async (t) => {
  const { teacher, an, classId, calls } = await givenClass();
  const exam = await givenExam(teacher, [classId], examBody('A', { title: 'Unit' }));
  dataOf(await examCalls(an).submit(exam.id, answersOf(exam, 'A')));
  await api.project();
  const all = ['An, Unit: submitted 1/1', 'Bình, Unit: not_started null/1', 'Chi, Unit: not_started null/1'];
  t.same(shortly(dataOf(await calls.resultsOf(classId))), all);
  await classCalls(an).leave(classId);
  t.same(shortly(dataOf(await calls.resultsOf(classId))), all.slice(1));
  await classCalls(an).join(classId);
  await classCalls(teacher).approve(classId, an.id);
  t.same(shortly(dataOf(await calls.resultsOf(classId))), all, 'who comes back has what was handed in');
  dataOf(await calls.setClasses(exam.id, []));
  t.same(dataOf(await calls.resultsOf(classId)), []);
  dataOf(await calls.setClasses(exam.id, [classId]));
  t.same(shortly(dataOf(await calls.resultsOf(classId))), all);
});

t.test('API-31 CLS-19 EXM-01 STU-14 CX-24 a class’s exams, with what is the caller’s own', async (t) => {
  const { teacher, an, binh, classId, calls } = await givenClass();
  t.same((await calls.ofClass(classId)).body, { success: true, data: [], total: 0 });
  t.same(dataOf(await examCalls(an).classes('?include=exams'))[0]!.exams, []);
  const outside = await api.register('student');
  const elsewhere = await givenClassOf(teacher, [outside]);
  const first = await givenExam(teacher, [classId, elsewhere], examBody('ABCD', { title: 'First' }));
  const second = await givenExam(
    teacher,
    [classId],
    examBody('A'.repeat(60), { title: 'Second', is_hidden: true, main_content_type: 'text', main_text: 'x' }),
  );
  dataOf(await examCalls(an).submit(first.id, answersOf(first, 'AB')));
  dataOf(await examCalls(outside).submit(first.id, {}));
  dataOf(await examCalls(binh).open(first.id));
  await api.project();

  const general = {
    ...{ duration_minutes: 30, is_own: false },
    ...{ completed: false, score: null, total: null, deadline_at: null },
  };
  const own = { is_own: true };
  const ofFirst = {
    ...{ id: first.id, title: 'First', is_hidden: false, main_content_type: 'none', question_count: 4 },
    ...{ ...general, submission_count: 0, created_at: first.created_at },
  };
  const ofSecond = {
    ...{ id: second.id, title: 'Second', is_hidden: true, main_content_type: 'text', question_count: 50 },
    ...{ ...general, submission_count: 0, created_at: second.created_at },
  };
  const expected: [who: string, account: TestAccount, exams: object[]][] = [
    [
      'the teacher',
      teacher,
      [
        { ...ofSecond, ...own },
        { ...ofFirst, ...own, submission_count: 1 },
      ],
    ],
    ['who has handed in', an, [ofSecond, { ...ofFirst, completed: true, score: 2, total: 4 }]],
    ['who is at it', binh, [ofSecond, { ...ofFirst, deadline_at: iso(START + 30 * MINUTE) }]],
  ];
  for (const [who, account, exams] of expected) {
    const { status, body } = await examCalls(account).ofClass(classId, { fields: 'list' });
    t.equal(status, 200, who);
    t.same(body, { success: true, data: exams, total: exams.length }, who);
    const list = dataOf(await examCalls(account).classes('?include=exams&fields=list'));
    t.same(list.find(({ id }) => id === classId)!.exams, exams, `${who}, with the list of classes`);
    const one = await account.data('GET /api/classes/:classId', {
      params: { classId },
      query: { include: 'exams', fields: 'list' },
    });
    t.same(one.exams, exams, `${who}, with the class`);
  }
  const mine = dataOf(await calls.classes('?include=exams&fields=list')).find(({ id }) => id === elsewhere)!;
  t.same(mine.exams, [{ ...ofFirst, ...own, submission_count: 1 }], 'each class counts its own students');
  refused(t, await calls.ofClass(UNKNOWN), 'class_not_found');
});

t.test('CX-24 EXM-01 (document 1 §3) an exam of a class is whole for its teachers alone', async (t) => {
  const { teacher, an, classId } = await givenClass();
  const colleague = await api.register('teacher');
  await api.sql`insert into class_teachers (class_id, teacher_id) values (${classId}, ${colleague.id})`;
  const elsewhere = await givenClassOf(teacher, [an]);
  const text = examBody('ABCD', { title: 'Text', main_content_type: 'text', main_text: 'A passage' });
  const first = await givenExam(teacher, [classId, elsewhere], text);
  const second = await givenExam(teacher, [classId], examBody('DC', { is_hidden: true }));
  const whole = [second, first].map(({ id, main_text, main_audio_path, questions }) => ({
    ...{ id, main_text, main_audio_path, questions },
  }));

  for (const account of [teacher, colleague]) {
    t.match((await examCalls(account).ofClass(classId)).body, { data: whole, total: 2 });
    const one = { params: { classId }, query: { include: 'exams' } };
    t.match((await account.data('GET /api/classes/:classId', one)).exams, whole);
    const list = dataOf(await examCalls(account).classes('?include=decks,exams,teacher'));
    t.match(list.find(({ id }) => id === classId)!.exams, whole);
  }
  const list = dataOf(await examCalls(teacher).classes('?include=exams'));
  t.match(list.find(({ id }) => id === elsewhere)!.exams, [whole[1]], 'in each class that has it');

  for (const query of ['', '&fields=list'])
    for (const path of [
      `/api/classes/${classId}/exams?offset=0`,
      `/api/classes/${classId}?include=exams`,
      '/api/classes?include=exams',
    ]) {
      const { status, body } = await api.raw('GET', path + query, { token: an.token });
      t.equal(status, 200, path);
      t.match(JSON.stringify(body), /"title":"Text"/);
      t.notMatch(JSON.stringify(body), /main_text|main_audio_path|"questions"|correct_option|passage/, path);
    }
});

t.test(
  'CX-24 of long exams as many are whole as an answer has room for, and no exam is left out',
  async (t) => {
    const { teacher, classId, calls } = await givenClass();
    const { questions } = examBody('A'.repeat(150));
    const long = questions.map((question) => ({ ...question, question_text: 'ă'.repeat(1_900) }));
    const [first, second] = [
      await givenExam(teacher, [classId], examBody('', { title: 'First', questions: long })),
      await givenExam(teacher, [classId], examBody('', { title: 'Second', questions: long })),
    ];
    const lengths = (exams: ClassExam[]) => exams.map((exam) => [exam.id, exam.questions?.length]);
    const newestIsWhole = [
      [second.id, 150],
      [first.id, undefined],
    ];
    const { data, total } = (await calls.ofClass(classId)).body;
    t.same([lengths(data), total], [newestIsWhole, 2]);
    const one = { params: { classId }, query: { include: 'exams' } };
    t.same(lengths((await teacher.data('GET /api/classes/:classId', one)).exams!), newestIsWhole);
    const rest = (await calls.ofClass(classId, { offset: 1 })).body.data;
    t.same(lengths(rest), [[first.id, 150]], 'asked for by itself, the older one is whole');
  },
);

t.test('API-35 CX-22 EXS-25 a result is for the student, and for teachers of its classes', async (t) => {
  const { teacher, an, binh, classId, calls } = await givenClass();
  const exam = await givenExam(teacher, [classId], examBody('ABCD'));
  const student = examCalls(an);
  dataOf(await student.open(exam.id));
  await stopAt(START + 61_999);
  dataOf(await student.submit(exam.id, answersOf(exam, 'ABDD')));
  await api.project();
  const result = {
    ...{ exam_id: exam.id, student_id: an.id, score: 3, total: 4, answers: answersOf(exam, 'ABDD') },
    ...{ completed: true, completed_at: iso(START + 61_999), started_at: iso(START) },
    ...{ time_spent_seconds: 61, late_seconds: 0, submitted_by: 'student' },
  };
  const ofAn = `?student_id=${an.id}`;
  for (const answer of [
    await student.result(exam.id),
    await student.result(exam.id, ofAn),
    await calls.result(exam.id, ofAn),
  ]) {
    t.equal(answer.status, 200);
    t.same(answer.body, { success: true, data: result });
  }
  refused(t, await calls.result(exam.id, `?student_id=${binh.id}`), 'no_exam_result', 'not handed in');
  refused(t, await calls.result(exam.id), 'no_exam_result', 'of nobody');
  refused(t, await examCalls(binh).result(exam.id), 'no_exam_result');
  refused(t, await examCalls(binh).result(exam.id, ofAn), 'result_not_accessible', 'a classmate’s');
  for (const stranger of [await api.register('teacher'), await api.register('admin')])
    refused(t, await examCalls(stranger).result(exam.id, ofAn), 'result_not_accessible');
  refused(t, await student.result(UNKNOWN), 'exam_not_found');

  const outside = await api.register('student');
  for (const id of [outside.id, UNKNOWN, teacher.id])
    refused(t, await calls.result(exam.id, `?student_id=${id}`), 'result_not_accessible', 'of no class');
  dataOf(await calls.setClasses(exam.id, []));
  refused(t, await calls.result(exam.id, ofAn), 'result_not_accessible', 'no class has the exam');
  t.equal((await student.result(exam.id)).status, 200, 'the student still sees it');
  dataOf(await calls.setClasses(exam.id, [classId]));
  await classCalls(an).leave(classId);
  refused(t, await calls.result(exam.id, ofAn), 'result_not_accessible', 'who has left');
});

const watch = async (classId: number, token: string): Promise<OpenStream> => {
  const stream = await openStream(`${url}/api/classes/${classId}/live`, token);
  t.teardown(stream.abort);
  await until(() => stream.events.length > 0);
  return stream;
};

t.test('HUB-18 what changes in an exam and its submissions is told to the class that has it', async (t) => {
  const { teacher, students, classId, exam } = await givenExamClassroom(api, { students: 2 });
  const elsewhere = await givenClassOf(teacher, students);
  const [stream, other] = [await watch(classId, teacher.token), await watch(elsewhere, teacher.token)];
  const [lan, minh] = students.map((student) => takingCalls(exam.id, student));
  await minh!.attempt();
  await until(() => changes(stream) === 1, 'who has begun is told at once');
  await lan!.attempt();
  await until(() => changes(stream) === 2);
  await lan!.submit(answersOf(exam, 'AB'));
  await api.project();
  await until(() => changes(stream) === 3);
  t.equal(changes(other), 0);

  const { appender } = api.services;
  await api.databaseClock.advance(3_600_000);
  await submitOverdue({ pool: api.pool, appender });
  await api.project();
  await until(() => changes(stream) === 4);

  const calls = examCalls(teacher);
  const [first, ...rest] = exam.questions;
  const questions = [{ ...first!, correct_option: 'D' as const }, ...rest];
  await calls.update(exam.id, examBody('', { questions }));
  await until(() => changes(stream) === 5, 'a changed key');
  for (const [index, classes] of [[], [classId]].entries()) {
    dataOf(await calls.setClasses(exam.id, classes));
    await until(() => changes(stream) === 6 + index, 'the exam is taken from the class and given back');
  }
  dataOf(await calls.remove(exam.id));
  await until(() => changes(stream) === 8, 'it is deleted');
  t.same(dataOf(await calls.resultsOf(classId)), []);
});
