import t from 'tap';
import { actsOf, as, givenTaughtClass } from '../colleague/taught-classes.ts';
import { answersOf, examBody, givenExam } from '../exam/given-exams.ts';
import { startApi } from '../harness/api-harness.ts';

const api = await startApi(t);

const start = async () => {
  const world = await givenTaughtClass(api);
  const { owner, student, classId } = world;
  const archive = () => as(owner)('POST /api/classes/:classId/archive', { classId });
  const bringBack = () => as(owner)('DELETE /api/classes/:classId/archive', { classId });
  return { ...world, ofOwner: as(owner), ofStudent: as(student), archive, bringBack };
};
const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

t.test('COL-13 an archived class stands in a list of its own, for teachers and students', async (t) => {
  const { colleague, classId, ofOwner, ofStudent, archive } = await start();
  const archived = { query: '?archived=true' };
  for (const call of [ofOwner, as(colleague), ofStudent]) {
    t.same(ids(await call('GET /api/classes')), [classId]);
    t.same(ids(await call('GET /api/classes', {}, archived)), []);
  }
  await archive();
  for (const call of [ofOwner, as(colleague), ofStudent]) {
    t.same(ids(await call('GET /api/classes')), []);
    t.same(ids(await call('GET /api/classes', {}, archived)), [classId]);
    t.equal((await call('GET /api/classes/:classId', { classId })).status, 200);
  }
  t.same((await ofOwner('GET /api/teacher/home')).data.classes, []);
  t.same((await ofOwner('GET /api/students', {}, { query: '?search=Lan' })).data, []);
});

t.test('COL-13 its students learn on; Today does not offer its decks unless they are begun', async (t) => {
  const { deck, ofStudent, archive } = await start();
  const second = await start();
  const decksOfToday = async (call: typeof ofStudent) =>
    (await call('GET /api/today')).data.decks.map(({ deck_id }: { deck_id: number }) => deck_id);
  t.same(await decksOfToday(ofStudent), [deck.id]);
  await ofStudent(
    'POST /api/cards/:cardId/progress',
    { cardId: deck.cards[0]! },
    { body: { status: 2, time_spent: 1 } },
  );
  await api.project();
  await archive();
  await second.archive();
  t.same(await decksOfToday(ofStudent), [deck.id], 'begun');
  t.same(await decksOfToday(second.ofStudent), [], 'not begun');
  t.equal((await second.ofStudent('GET /api/decks/:deckId/counts', { deckId: second.deck.id })).status, 200);
});

t.test('COL-13 the code of a class ends with it', async (t) => {
  const { student, classId, ofOwner, archive, bringBack } = await start();
  const { code } = (await ofOwner('GET /api/classes/:classId/code', { classId })).data;
  await archive();
  const find = () => as(student)('GET /api/class-codes/:code', { code });
  t.equal((await find()).code, 'class_code_unknown');
  await bringBack();
  t.equal((await find()).code, 'class_code_unknown');
  const body = { ends_at: new Date(Date.now() + 3_600_000).toISOString(), open_until: null };
  await ofOwner('PATCH /api/classes/:classId/code', { classId }, { body });
  t.equal((await find()).status, 200, 'its teacher lets it hold again');
});

t.test('COL-14 no class is archived while a student sits an exam of it', async (t) => {
  const { owner, classId, ofOwner, ofStudent, archive } = await start();
  const exam = await givenExam(owner, [classId], examBody('AB'));
  const open = await ofStudent('GET /api/exams/:examId', { examId: exam.id });
  t.equal(open.status, 200);
  t.equal((await archive()).code, 'exam_runs_in_class');
  t.equal((await ofOwner('GET /api/classes/:classId', { classId })).data.archived_at, null);
  await ofStudent(
    'POST /api/exams/:examId/submit',
    { examId: exam.id },
    { body: { answers: answersOf(exam, 'AB') } },
  );
  t.equal((await archive()).status, 200);
  await api.project();
  const result = await ofStudent('GET /api/exams/:examId/result', { examId: exam.id });
  t.match(result.data, { score: 2, total: 2 }, 'the student still sees the result');
});

t.test('COL-14 no exam is begun in an archived class', async (t) => {
  const { owner, classId, ofStudent, archive, bringBack } = await start();
  const exam = await givenExam(owner, [classId], examBody('AB'));
  t.same(ids({ data: (await ofStudent('GET /api/today')).data.exams }), [exam.id]);
  await archive();
  t.equal((await ofStudent('GET /api/exams/:examId', { examId: exam.id })).code, 'class_archived');
  t.same((await ofStudent('GET /api/today')).data.exams, []);
  await bringBack();
  t.equal((await ofStudent('GET /api/exams/:examId', { examId: exam.id })).status, 200);
});

t.test('COL-15 a class that is brought back is as it was', async (t) => {
  const { classId, ofOwner, ofStudent, archive, bringBack } = await start();
  await archive();
  t.match((await bringBack()).data, { id: classId, archived_at: null, student_count: 1 });
  t.equal((await bringBack()).status, 200, 'twice is no error');
  const renamed = await ofOwner('PATCH /api/classes/:classId', { classId }, { body: { name: '10C' } });
  t.equal(renamed.status, 200);
  t.same(ids(await ofStudent('GET /api/classes')), [classId]);
  t.same((await actsOf(api, classId)).slice(-3), ['class.archived', 'class.brought_back', 'class.renamed']);
});

t.test('COL-15 SL-186 a student leaves an archived class, and its owner deletes it', async (t) => {
  const { classId, ofOwner, ofStudent, archive } = await start();
  await archive();
  t.equal((await ofStudent('POST /api/classes/:classId/leave', { classId })).status, 200);
  t.equal((await ofOwner('DELETE /api/classes/:classId', { classId })).status, 200);
});

t.test('COL-16 a copy has the decks in their order, and nobody of the class', async (t) => {
  const { owner, colleague, deck, classId, ofOwner, archive } = await start();
  const second = await api.addDeck(owner.id, 1, { title: 'Second' });
  await ofOwner('POST /api/classes/:classId/decks', { classId }, { body: { deck_id: second.id } });
  await givenExam(owner, [classId], examBody('A'));
  await archive();
  const mine = as(colleague);
  const { status, data } = await mine(
    'POST /api/classes/:classId/copy',
    { classId },
    { body: { name: ' 11A ' } },
  );
  t.equal(status, 201);
  t.match(data, { name: '11A', is_owner: true, student_count: 0, archived_at: null });
  t.same(ids({ data: data.decks }), [deck.id, second.id]);
  t.same((await mine('GET /api/classes/:classId/exams', { classId: data.id })).data, [], 'SL-187 no exam');
  t.same((await mine('GET /api/classes/:classId/teachers', { classId: data.id })).data.teachers.length, 1);
  t.same(await actsOf(api, data.id), ['class.copied']);
  t.equal(
    (await mine('POST /api/classes/:classId/copy', { classId }, { body: { name: ' ' } })).code,
    'validation_failed',
  );
});

t.test('COL-14 a class is archived once, also by two at once', async (t) => {
  const { classId, archive } = await start();
  const answers = await Promise.all([archive(), archive()]);
  t.same(answers.map(({ code, status }) => code ?? status).sort(), [200, 'class_archived']);
  t.equal((await actsOf(api, classId)).filter((act) => act === 'class.archived').length, 1);
});
