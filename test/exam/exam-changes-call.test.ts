import t from 'tap';
import type { Exam, QuestionBody } from '../../core/exam/exam.schema.ts';
import { EXAM_TITLE_MAX, QUESTIONS_MAX } from '../../core/exam/exam-limits.ts';
import { ISO } from '../classroom/class-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { refused } from '../harness/refused.ts';
import { resetProjections } from '../log/given-events.ts';
import { facts } from './attempt/taking-calls.ts';
import { dataOf, examCalls, fieldsOf, incomplete, notValid } from './exam-calls.ts';
import { answersOf, examBody, givenClassOf, givenExamClassroom } from './given-exams.ts';

const api = await startApi(t);
const [teacher, other] = [await api.register('teacher'), await api.register('teacher')];
const calls = examCalls(teacher);
const UNKNOWN = 2_147_483_647;

const newExam = async (key = 'ABCD'): Promise<Exam> => dataOf(await calls.create(examBody(key)));

/** The questions as they would be saved without a change. */
const questionsOf = (exam: Exam): QuestionBody[] => exam.questions.map((question) => ({ ...question }));

const TEXT = { main_content_type: 'text', main_text: 'Ngày xưa có một cô bé…' } as const;

t.test('EXM-01 EXM-02 API-33 API-34 API-37 SL-49 an exam is made, read and listed, all fields', async (t) => {
  const author = await api.register('teacher');
  const mine = examCalls(author);
  const body = examBody('AD', {
    title: '  Bài kiểm tra số 1 ',
    is_hidden: true,
    duration_minutes: 45,
    ...TEXT,
  });
  const made = await mine.create(body);
  t.equal(made.status, 201, JSON.stringify(made.body));
  const { id, created_at, questions, ...rest } = made.body.data;
  t.match(created_at, ISO);
  const head = {
    title: 'Bài kiểm tra số 1',
    duration_minutes: 45,
    is_hidden: true,
    main_content_type: 'text',
    question_count: 2,
    submission_count: 0,
    classes: [],
  };
  const content = { main_text: TEXT.main_text, main_audio_path: null };
  t.same(rest, { ...head, ...content });
  t.same(
    questions,
    body.questions.map((question, index) => ({ id: questions[index]!.id, ...question })),
    'each with its options and the right one',
  );
  t.ok(questions[0]!.id < questions[1]!.id);
  const read = await mine.get(id);
  t.equal(read.status, 200);
  t.same(read.body, made.body);
  const list = await mine.list();
  t.equal(list.status, 200);
  t.same(list.body, { success: true, data: [{ id, created_at, ...head }], total: 1 });
});

t.test('API-33 SL-53 a teacher’s list has the own exams only, the newest first', async (t) => {
  const author = await api.register('teacher');
  const mine = examCalls(author);
  const made = [dataOf(await mine.create(examBody('A'))), dataOf(await mine.create(examBody('B')))];
  t.same(column(dataOf(await mine.list()), 'id'), column(made, 'id').reverse());
  t.same(dataOf(await examCalls(other).list()), []);
  refused(t, await mine.get(UNKNOWN), 'exam_not_found');
});

t.test('API-37 a form makes the same exam as JSON does', async (t) => {
  for (const body of [examBody('ABC', TEXT), examBody('D', { is_hidden: true })]) {
    const ignoringIds = ({ id: _, created_at: __, questions, ...exam }: Exam) => ({
      ...exam,
      questions: questions.map(({ id: _, ...question }) => question),
    });
    const { status, body: answer } = await calls.createByForm(fieldsOf(body));
    t.equal(status, 201, JSON.stringify(answer));
    t.same(ignoringIds(answer.data), ignoringIds(dataOf(await calls.create(body))));
  }
});

t.test('EXM-12 EXM-13 EXM-17 EXM-18 SL-01 a form’s texts are checked like JSON', async (t) => {
  const fields = fieldsOf(examBody('A'));
  for (const [wrong, expected] of [
    [{ duration_minutes: 'thirty' }, ['duration_minutes']],
    [{ duration_minutes: '30.5' }, ['duration_minutes']],
    [{ duration_minutes: '' }, ['duration_minutes']],
    [{ is_hidden: 'yes' }, ['is_hidden']],
    [{ main_content_type: 'video' }, ['main_content_type']],
    [{ questions: '[{]' }, ['questions']],
    [{ questions: '{}' }, ['questions']],
    [{ questions: '[null]' }, ['questions.0']],
  ] as const)
    notValid(t, await calls.createByForm({ ...fields, ...wrong }), [...expected]);
  notValid(t, await calls.createByForm({}), ['title', 'duration_minutes', 'main_content_type', 'questions']);
});

t.test('EXM-12 EXM-15 EXM-16 EXM-17 EXM-18 what an exam lacks is refused, each field by name', async (t) => {
  const [question] = examBody('A').questions as [QuestionBody];
  const blank = { question_text: ' ', option_a: '', option_b: '\n', option_c: ' ', option_d: '\t' };
  const { correct_option: _, ...keyless } = question;
  const before = dataOf(await calls.list()).length;
  for (const [body, fields] of [
    [examBody('A', { title: ' \u3000\n' }), ['title']],
    [examBody('A', { main_content_type: 'text' }), ['main_text']],
    [examBody('A', { main_content_type: 'text', main_text: ' ' }), ['main_text']],
    [examBody('A', { main_content_type: 'audio' }), ['main_audio']],
    [examBody(''), ['questions']],
    [
      examBody('', { title: '', questions: [question, { ...question, ...blank }] }),
      ['title', ...Object.keys(blank).map((field) => `questions.1.${field}`)],
    ],
    [examBody('', { title: '', main_content_type: 'audio' }), ['title', 'main_audio', 'questions']],
  ] as const) {
    incomplete(t, await calls.create(body), [...fields]);
    incomplete(t, await calls.createByForm(fieldsOf(body)), [...fields]);
  }
  notValid(t, await calls.create({ ...examBody('A'), questions: [question, keyless] }), [
    'questions.1.correct_option',
  ]);
  for (const correct_option of ['E', 'a', '', null])
    notValid(t, await calls.create({ ...examBody('A'), questions: [{ ...question, correct_option }] }), [
      'questions.0.correct_option',
    ]);
  t.equal(dataOf(await calls.list()).length, before, 'and nothing is made');
});

t.test('EXM-12 a title has at most 150 letters, as a reader counts them', async (t) => {
  t.equal(EXAM_TITLE_MAX, 150);
  for (const letter of ['ế', 'ế'.normalize('NFD')]) {
    const { title } = dataOf(await calls.create(examBody('A', { title: letter.repeat(150) })));
    t.equal(title, 'ế'.repeat(150), 'kept with composed letters');
    const refusal = await calls.create(examBody('A', { title: letter.repeat(151) }));
    incomplete(t, refusal, ['title'], '151 letters');
    t.match(refusal.body, { errors: { title: ['The title may have at most 150 characters'] } });
  }
});

t.test('EXM-14 CX-20 the duration is 5 to 180 whole minutes', async (t) => {
  const exam = await newExam();
  for (const duration_minutes of [5, 180]) {
    const body = examBody('A', { duration_minutes });
    for (const made of [await calls.create(body), await calls.createByForm(fieldsOf(body))])
      t.equal(dataOf(made).duration_minutes, duration_minutes);
  }
  for (const duration_minutes of [4, 181, 0, -30, 30.5, 1e9]) {
    const body = examBody('A', { duration_minutes });
    for (const answer of [
      await calls.create(body),
      await calls.createByForm(fieldsOf(body)),
      await calls.update(exam.id, body),
      await calls.updateByForm(exam.id, fieldsOf(body)),
    ])
      notValid(t, answer, ['duration_minutes'], `${duration_minutes}`);
  }
  t.same(dataOf(await calls.get(exam.id)), exam);
});

t.test('CX-20 the largest exam is taken, in Vietnamese, by a form too; one question more not', async (t) => {
  const [question] = examBody('A').questions as [QuestionBody];
  const option = 'ợ'.repeat(500);
  const full: QuestionBody = {
    ...question,
    question_text: 'ế'.repeat(2_000),
    ...{ option_a: option, option_b: option, option_c: option, option_d: option },
  };
  const questions = Array.from({ length: QUESTIONS_MAX }, () => full);
  const body = examBody('', { main_content_type: 'text', main_text: 'ữ'.repeat(30_000), questions });
  for (const made of [await calls.create(body), await calls.createByForm(fieldsOf(body))]) {
    t.equal(made.status, 201);
    t.match(made.body.data, { question_count: QUESTIONS_MAX, main_text: body.main_text });
    t.same(made.body.data.questions.at(-1), { ...full, id: made.body.data.questions.at(-1)!.id });
  }
  notValid(t, await calls.create(examBody('A'.repeat(QUESTIONS_MAX + 1))), ['questions'], 'one more');
  notValid(t, await calls.create(examBody('', { questions: [{ ...question, option_b: 'x'.repeat(501) }] })), [
    'questions.0.option_b',
  ]);
});

t.test('SL-01 half a character, which the database would refuse, is kept as what is shown', async (t) => {
  const [question] = examBody('A').questions as [QuestionBody];
  const half = '{"title":"x\\ud83d","duration_minutes":5,"main_content_type":"none","questions":[';
  const { status, body } = await teacher.unchecked('POST /api/exams', {
    body: `${half}${JSON.stringify(question).replace('Question 1', 'y\\udc00')}]}`,
    headers: { 'content-type': 'application/json' },
  });
  t.equal(status, 201, JSON.stringify(body));
  t.same([body.data.title, body.data.questions[0]!.question_text], ['x\ufffd', 'y\ufffd']);
});

t.test('API-38 SL-52 PATCH, and POST with _method, change an exam, by a form and by JSON', async (t) => {
  const { exam, classId, teacher: owner } = await givenExamClassroom(api);
  const mine = examCalls(owner);
  for (const [index, change] of [
    (body: ReturnType<typeof examBody>) => mine.update(exam.id, body),
    (body: ReturnType<typeof examBody>) => mine.updateByForm(exam.id, fieldsOf(body)),
    (body: ReturnType<typeof examBody>) => mine.post(exam.id, { ...body, _method: 'PATCH' }),
    (body: ReturnType<typeof examBody>) => mine.postForm(exam.id, { ...fieldsOf(body), _method: 'PATCH' }),
  ].entries()) {
    const questions = questionsOf(exam);
    questions[0]!.question_text = `Changed ${index}`;
    const body = examBody('', { ...TEXT, title: `Unit ${index}`, duration_minutes: 60 + index, questions });
    const { status, body: answer } = await change(body);
    t.equal(status, 200, JSON.stringify(answer));
    const { id, created_at, question_count, submission_count } = exam;
    t.same(answer.data, {
      ...{ ...body, id, created_at, question_count, submission_count },
      ...{ is_hidden: false, main_audio_path: null, classes: [{ id: classId, name: '10A' }] },
    });
    t.same(dataOf(await mine.get(exam.id)), answer.data);
  }
  const before = dataOf(await mine.get(exam.id));
  notValid(t, await mine.post(exam.id, examBody('A')), ['_method'], 'POST alone');
  notValid(t, await mine.postForm(exam.id, fieldsOf(examBody('A'))), ['_method'], 'a form');
  notValid(t, await mine.post(exam.id, { ...examBody('A'), _method: 'DELETE' }), ['_method']);
  refused(t, await mine.update(UNKNOWN, examBody('A')), 'exam_not_found');
  t.same(dataOf(await mine.get(exam.id)), before, 'and nothing has changed');
});

t.test('API-38 an edit that does not say whether the exam is hidden leaves it so', async (t) => {
  const exam = dataOf(await calls.create(examBody('A', { is_hidden: true })));
  t.equal(dataOf(await calls.update(exam.id, examBody('A'))).is_hidden, true);
  t.equal(dataOf(await calls.update(exam.id, examBody('A', { is_hidden: false }))).is_hidden, false);
});

t.test('API-38 questions keep their ids, in the order given; new ones get ids, others go', async (t) => {
  const exam = await newExam();
  const [a, b, c, d] = questionsOf(exam) as [QuestionBody, QuestionBody, QuestionBody, QuestionBody];
  const { id: _, ...fresh } = { ...a, question_text: 'New' };
  const changed = dataOf(
    await calls.update(exam.id, examBody('', { questions: [d, fresh, { ...b, option_a: 'x' }] })),
  );
  const [, made] = changed.questions;
  t.ok(made!.id > d.id!);
  t.same(changed.questions, [d, { ...fresh, id: made!.id }, { ...b, option_a: 'x' }]);
  t.equal(changed.question_count, 3);
  const back = dataOf(await calls.update(exam.id, examBody('', { questions: [a, b, c, d] })));
  t.same(back, exam, 'one that was taken out comes back with its id');
});

t.test('SL-01 a question of another exam, unknown, or twice is refused and changes nothing', async (t) => {
  const [exam, foreign] = [await newExam('AB'), await newExam('C')];
  const [first] = questionsOf(exam) as [QuestionBody];
  const [theirs] = questionsOf(foreign) as [QuestionBody];
  const changed = { ...first, question_text: 'x' };
  for (const id of [theirs.id!, UNKNOWN])
    for (const answer of [
      await calls.update(exam.id, examBody('', { questions: [changed, { ...theirs, id }] })),
      await calls.create(examBody('', { questions: [{ ...theirs, id }] })),
    ])
      refused(t, answer, 'question_not_in_exam', '', { params: { questions: String(id) } });
  const twice = await calls.update(exam.id, examBody('', { questions: [first, first] }));
  incomplete(t, twice, ['questions.1.id']);
  t.same(dataOf(await calls.get(exam.id)), exam);
  t.same(dataOf(await calls.get(foreign.id)), foreign);
});

t.test('API-40 an exam is hidden and shown', async (t) => {
  const { exam, students, classId, teacher: owner } = await givenExamClassroom(api);
  const [mine, theirs] = [examCalls(owner), examCalls(students[0]!)];
  const { status, body } = await mine.setHidden(exam.id, true);
  t.equal(status, 200);
  t.same(body, { success: true, data: { id: exam.id, is_hidden: true } });
  t.equal(dataOf(await mine.get(exam.id)).is_hidden, true);
  t.equal(dataOf(await theirs.ofClass(classId))[0]!.is_hidden, true);
  refused(t, await theirs.open(exam.id), 'exam_not_accessible');
  t.equal(dataOf(await mine.setHidden(exam.id, false)).is_hidden, false);
  t.equal((await theirs.open(exam.id)).status, 200);
  refused(t, await mine.setHidden(UNKNOWN, true), 'exam_not_found');
});

t.test('API-39 SL-50 an exam is in the classes of the list that is sent and in no others', async (t) => {
  const exam = await newExam();
  const [first, second] = [await givenClassOf(teacher, []), await givenClassOf(teacher, [])];
  const foreign = await givenClassOf(other, []);
  refused(t, await calls.setClasses(exam.id, [foreign]), 'class_not_accessible');
  const listed = dataOf(await calls.list()).find(({ id }) => id === exam.id)!;
  t.same(listed.classes, [], 'it is there, of no class');
  const inClasses = async () => dataOf(await calls.get(exam.id)).classes.map(({ id }) => id);
  for (const list of [[first], [second, first], [second], [second, second], [], [first, second]]) {
    const { status, body } = await calls.setClasses(exam.id, list);
    t.equal(status, 200, JSON.stringify(body));
    const classes = [...new Set(list)].sort((a, b) => a - b).map((id) => ({ id, name: '10A' }));
    t.same(body, { success: true, data: { ...exam, classes } }, 'it is the exam as it is now');
    t.same(dataOf(await calls.get(exam.id)), body.data);
    for (const classId of [first, second])
      t.same(column(dataOf(await calls.ofClass(classId)), 'id'), list.includes(classId) ? [exam.id] : []);
  }
  refused(t, await calls.setClasses(exam.id, [first, foreign]), 'class_not_accessible');
  refused(t, await calls.setClasses(exam.id, [UNKNOWN]), 'class_not_found');
  refused(t, await calls.setClasses(exam.id, [UNKNOWN, second, foreign]), 'class_not_accessible');
  notValid(t, await calls.setClasses(exam.id, [first, 0]), ['class_ids.1']);
  t.same(await inClasses(), [first, second], 'nothing is done by halves');
  refused(t, await calls.setClasses(UNKNOWN, []), 'exam_not_found');
  t.same(dataOf(await examCalls(other).ofClass(foreign)), []);
});

t.test('HUB-18 API-41 a deleted exam is gone everywhere but in the log, after a rebuild too', async (t) => {
  const { exam, students, classId, teacher: owner } = await givenExamClassroom(api, { students: 3 });
  const mine = examCalls(owner);
  const kept = dataOf(await mine.create(examBody('A')));
  await mine.setClasses(kept.id, [classId]);
  const [lan, minh, hoa] = students.map((student) => examCalls(student));
  dataOf(await lan!.submit(exam.id, answersOf(exam, 'ABCD')));
  dataOf(await minh!.open(exam.id));
  dataOf(await hoa!.submit(kept.id, answersOf(kept, 'A')));
  await api.project();
  const keptResult = dataOf(await hoa!.result(kept.id));
  t.equal(dataOf(await mine.resultsOf(classId)).length, 6);

  const { status, body } = await mine.remove(exam.id);
  t.equal(status, 200);
  t.same(body, { success: true });

  const rows = async (table: string) =>
    (await api.pool.query(`select from ${table} where exam_id = $1`, [exam.id])).rowCount;
  const isGone = async () => {
    t.same(column(dataOf(await mine.list()), 'id'), [kept.id]);
    t.same(column(dataOf(await lan!.ofClass(classId)), 'id'), [kept.id]);
    const [room] = dataOf(await mine.classes('?include=exams'));
    t.same(column(room!.exams!, 'id'), [kept.id]);
    t.same(column(dataOf(await mine.resultsOf(classId)), 'exam_id'), [kept.id, kept.id, kept.id]);
    t.same(dataOf(await mine.resultsOf(classId, `?exam_id=${exam.id}`)), []);
    for (const table of ['exam_results', 'exam_attempts', 'exam_questions', 'exam_classes'])
      t.equal(await rows(table), 0, table);
    for (const answer of [
      await mine.get(exam.id),
      await lan!.open(exam.id),
      await lan!.result(exam.id),
      await mine.result(exam.id, `?student_id=${students[0]!.id}`),
      await minh!.submit(exam.id, {}),
      await minh!.save(exam.id, 0, {}),
      await mine.remove(exam.id),
    ])
      refused(t, answer, 'exam_not_found');
    t.same(dataOf(await hoa!.result(kept.id)), keptResult, 'another exam is as it was');
  };
  await isGone();
  await resetProjections(api.pool);
  await api.project();
  await isGone();
  t.same((await api.pool.query('select from parked_events')).rowCount, 0);
  t.same(column(await facts(api, 'ExamStarted', exam.id), 'student_id'), [students[0]!.id, students[1]!.id]);
  t.same(column(await facts(api, 'ExamSubmitted', exam.id), 'student_id'), [students[0]!.id], 'in the log');
});
