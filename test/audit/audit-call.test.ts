import t from 'tap';
import { classCalls, newClass } from '../classroom/class-calls.ts';
import { heardAll } from '../classroom/open-stream.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

const api = await startApi(t);
const admin = await api.register('admin', { name: 'Quản Trị' });
const { token } = admin;
const teacher = await api.register('teacher', { name: 'Cô Mai' });
const deck = await api.addDeck(teacher.id, 1, { title: 'Từ vựng' });
const second = await api.addDeck(teacher.id, 1, { title: 'Động từ' });
const calls = classCalls(teacher);

const entries = async (query: object = {}) =>
  (await api.call('GET /api/admin/acts', { token, query })).body.data;
const brief = async (query: object = {}) => (await entries(query)).map(({ act }) => act).reverse();
const mustSucceed = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  t.ok(status < 300, JSON.stringify(body));
};

t.test('BOA-01 BOA-04 every act on a class, its students, decks and exams is written down', async (t) => {
  const classId = await newClass(teacher, deck.id);
  const [an, binh] = [await api.register('student', { name: 'An' }), await api.register('student')];
  for (const one of [an, binh]) await classCalls(one).join(classId);
  await mustSucceed(calls.approve(classId, an.id));
  await mustSucceed(calls.reject(classId, binh.id));
  await mustSucceed(calls.addDeck(classId, second.id));
  await mustSucceed(calls.removeDeck(classId, second.id));
  await mustSucceed(calls.removeStudent(classId, an.id));
  await mustSucceed(calls.rename(classId, '10A1'));
  const exam = await givenExam(teacher, [classId], examBody('A', { title: 'Giữa kỳ' }));
  const params = { examId: exam.id };
  for (const is_hidden of [true, false])
    await mustSucceed(teacher.call('PATCH /api/exams/:examId/visibility', { params, body: { is_hidden } }));
  await mustSucceed(teacher.call('PATCH /api/exams/:examId', { params, body: examBody('B') }));
  const shown = await teacher.data('GET /api/classes/:classId/acts', { params: { classId } });
  t.same(column(shown, 'act').reverse(), [
    'class.made',
    'class.member_approved',
    'class.member_rejected',
    'class.deck_added',
    'class.deck_removed',
    'class.member_removed',
    'class.renamed',
    'exam.made',
    'exam.class_added',
    'exam.hidden',
    'exam.shown',
    'exam.changed',
  ]);
  t.match(shown.at(-2), {
    actor: { id: teacher.id, name: 'Cô Mai' },
    person: { id: an.id, name: 'An' },
    class: { id: classId, name: '10A1' },
    deck: null,
  });
  await mustSucceed(teacher.call('DELETE /api/exams/:examId', { params }));
  await mustSucceed(calls.remove(classId));
  const [deleted, exams] = await entries({ class_id: classId });
  t.match(deleted, { act: 'class.deleted', class: { id: classId, name: null } }, 'its name went with it');
  t.match(exams, { act: 'exam.deleted', exam: { id: exam.id } });
  await heardAll(api);
  t.match(await teacher.call('GET /api/classes/:classId/acts', { params: { classId } }), {
    status: 404,
    body: { code: 'class_not_found' },
  });
});

t.test('BOA-01 official decks, imports and the settings of the site are written down', async (t) => {
  const before = (await entries())[0]!.id;
  const given = await api.addDeck(teacher.id, 1, { title: 'Chính thức' });
  const params = { deckId: given.id };
  const body = { deck_id: given.id, official_button_label: 'Học' };
  await mustSucceed(api.call('POST /api/admin/official-decks', { token, body }));
  await mustSucceed(
    api.call('PATCH /api/admin/official-decks/:deckId', { token, params, body: { title: 'Khác' } }),
  );
  await mustSucceed(api.call('DELETE /api/admin/official-decks/:deckId', { token, params }));
  await mustSucceed(api.call('DELETE /api/admin/decks/:deckId', { token, params }));
  await mustSucceed(api.call('POST /api/admin/site-settings', { token, body: { title: 'Trường ta' } }));
  const found = (await entries()).filter(({ id }) => id > before);
  t.same(column(found, 'act').reverse(), [
    'deck.made_official',
    'deck.official_changed',
    'deck.made_ordinary',
    'deck.deleted',
    'site.changed',
  ]);
  t.match(found[1], { deck: { id: given.id, name: 'Khác' }, actor: { name: 'Quản Trị' } });
  t.same(found[0]?.details, { title: 'Trường ta' });
});

t.test('BOA-01 what an administrator does to a single card is written down', async (t) => {
  const before = (await entries())[0]!.id;
  const { id: deckId, cards } = await api.addDeck(teacher.id, 2, { title: 'Của cô Mai', official: true });
  const [changed, deleted] = cards.map((cardId) => ({ cardId }));
  await mustSucceed(
    api.call('PATCH /api/admin/cards/:cardId', { token, params: changed!, body: { front: 'mới' } }),
  );
  await mustSucceed(api.call('DELETE /api/admin/cards/:cardId', { token, params: deleted! }));
  const refused = { token, params: changed!, body: { front: ' ' } };
  t.equal((await api.call('PATCH /api/admin/cards/:cardId', refused)).status, 422);
  t.equal((await api.call('DELETE /api/admin/cards/:cardId', { token, params: deleted! })).status, 404);
  const found = (await entries()).filter(({ id }) => id > before).reverse();
  t.match(found, [
    { act: 'card.changed', deck: { id: deckId, name: 'Của cô Mai' }, details: { card_id: changed!.cardId } },
    { act: 'card.deleted', actor: { name: 'Quản Trị' }, details: { card_id: deleted!.cardId } },
  ]);
  t.equal(found.length, 2);
});

t.test('SL-145 a deck or an exam that is deleted is a line for every class that had it', async (t) => {
  const given = await api.addDeck(teacher.id, 1, { title: 'Chung' });
  const classIds = [await newClass(teacher, given.id), await newClass(teacher, given.id)];
  const other = await newClass(teacher, deck.id);
  const exam = await givenExam(teacher, classIds, examBody('A'));
  await mustSucceed(teacher.call('DELETE /api/exams/:examId', { params: { examId: exam.id } }));
  await mustSucceed(teacher.call('DELETE /api/decks/:deckId', { params: { deckId: given.id } }));
  for (const class_id of classIds)
    t.match((await entries({ class_id })).slice(0, 2), [
      { act: 'class.deck_removed', deck: { id: given.id } },
      { act: 'exam.deleted', exam: { id: exam.id } },
    ]);
  t.same(await brief({ class_id: other }), ['class.made'], 'of no other class');
});

t.test(
  'SL-146 what people do to their own decks, cards and account is no act, unless a deck is deleted',
  async (t) => {
    const before = (await entries())[0]!.id;
    const owner = await api.register('teacher');
    const { id: deckId } = await owner.data('POST /api/decks', {
      body: { title: 'Riêng', description: null, display_back_first: false },
    });
    const params = { deckId };
    const card = await owner.data('POST /api/decks/:deckId/cards', {
      params,
      body: { front: 'a', back: 'b' },
    });
    const cardId = card.id;
    await mustSucceed(
      owner.call('PATCH /api/decks/:deckId/cards/:cardId', {
        params: { deckId, cardId },
        body: { back: 'c' },
      }),
    );
    await mustSucceed(owner.call('DELETE /api/decks/:deckId/cards/:cardId', { params: { deckId, cardId } }));
    await mustSucceed(owner.call('PATCH /api/me', { body: { name: 'Cô Mới', language: 'en' } }));
    t.equal((await entries())[0]!.id, before);
    await mustSucceed(owner.call('DELETE /api/decks/:deckId', { params }));
    t.match((await entries())[0], { act: 'deck.deleted', deck: { id: deckId } }, 'but that it is deleted');
  },
);

t.test('BOA-02 what is refused is not written down', async (t) => {
  const before = (await entries())[0]!.id;
  t.equal((await api.call('POST /api/admin/site-settings', { token, body: { title: '' } })).status, 422);
  t.equal((await calls.approve(999_999, 1)).status, 404);
  t.equal((await entries())[0]!.id, before);
});

t.test('BOA-03 the book is searched by person, class, act and day, page by page', async (t) => {
  const lan = await api.register('student', { name: 'Lan' });
  const classId = await newClass(teacher, deck.id, { name: '11B', students: [lan] });
  t.same(await brief({ class_id: classId }), ['class.made', 'class.member_approved']);
  t.same(await brief({ person_id: lan.id }), ['class.member_approved']);
  t.same(await brief({ class_id: classId, act: 'class.made' }), ['class.made']);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh' }).format(api.clock.now());
  t.same(await brief({ class_id: classId, day: today }), ['class.made', 'class.member_approved']);
  t.same(await brief({ class_id: classId, day: '2020-02-29' }), []);
  const all = await entries();
  const paged: number[] = [];
  let before: number | undefined;
  do {
    const query = { limit: 4, ...(before && { before }) };
    const { body } = await api.call('GET /api/admin/acts', { token, query });
    paged.push(...body.data.map(({ id }) => id));
    before = body.next ?? undefined;
  } while (before);
  t.same(paged, column(all, 'id'));
  const csv = await api.raw<string>('GET', `/api/admin/acts/export?class_id=${classId}`, { token });
  t.match(csv.body, /class\.member_approved,\d+,Cô Mai,\d+,Lan,\d+,11B/);
});

t.test('BOA-03 SL-200 a person is found by name, address and user name, without tone marks', async (t) => {
  const ket = await api.register('teacher', { name: 'Thầy Đoàn Kết' });
  const hue = await api.register('student', { name: 'Trịnh Thị Huệ' });
  const official = await api.addDeck(admin.id, 1, { official: true });
  await newClass(ket, official.id, { students: [hue] });
  t.same(await brief({ person: 'doan ket' }), ['class.made', 'class.member_approved'], 'who did it');
  t.same(await brief({ person: 'hue trinh' }), ['class.member_approved'], 'to whom it was done');
  t.same(await brief({ person: hue.email }), ['class.member_approved']);
  t.same(await brief({ person: 'doan ket', act: 'class.made' }), ['class.made']);
  t.same(await brief({ person: 'nobody of this name' }), []);
  t.same(await brief({ person: '%' }), []);
  t.same(await brief({ person: '  ' }), await brief(), 'blanks ask for nothing');
  const csv = await api.raw<string>('GET', '/api/admin/acts/export?person=hue', { token });
  t.equal(csv.body.trim().split('\n').length, 2);
});

t.test('BOA-05 whoever is gone has no name, and nobody can change the book', async (t) => {
  await api.sql`insert into acts (actor_id, act, person_id) values (777777, 'person.disabled', 888888)`;
  t.match((await entries())[0], { actor: { id: 777_777, name: null }, person: { id: 888_888, name: null } });
  await t.rejects(api.pool.query(`update acts set actor_id = 1`), /only written on/);
  await t.rejects(api.pool.query(`delete from acts`), /only written on/);
});
