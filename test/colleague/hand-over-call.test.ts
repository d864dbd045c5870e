import t from 'tap';
import { heardAll, names, openStream } from '../classroom/open-stream.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { becomes } from '../harness/becomes.ts';
import { until } from '../harness/until.ts';
import { actsOf, as, givenTaughtClass } from './taught-classes.ts';

const api = await startApi(t, { env: { CLASSES_MAX: '2' } });
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });

const handOver = (by: TestAccount, classId: number, to: TestAccount, leaves: boolean) =>
  as(by)('POST /api/classes/:classId/hand-over', { classId }, { body: { teacher_id: to.id, leaves } });
const rolesOf = async (of: TestAccount, classId: number) =>
  (await as(of)('GET /api/classes/:classId/teachers', { classId })).data.teachers.map(
    ({ id, is_owner }: { id: number; is_owner: boolean }) => [id, is_owner],
  );

t.test('COL-10 SL-180 the owner hands a class over to a colleague, at once, and teaches it on', async (t) => {
  const { owner, colleague, stranger, classId } = await givenTaughtClass(api);
  t.equal((await handOver(owner, classId, stranger, false)).code, 'teacher_not_in_class');
  t.equal((await handOver(owner, classId, owner, false)).code, 'already_class_teacher');
  t.equal((await handOver(owner, classId, colleague, false)).status, 200);
  t.same(await rolesOf(owner, classId), [
    [colleague.id, true],
    [owner.id, false],
  ]);
  t.equal((await handOver(owner, classId, colleague, false)).code, 'class_owner_only');
  t.equal((await as(owner)('DELETE /api/classes/:classId', { classId })).code, 'class_owner_only');
  const rows = await api.sql`select id from classes where teacher_id = ${colleague.id}`;
  t.same(rows, [{ id: classId }]);
  t.equal((await actsOf(api, classId)).at(-1), 'class.handed_over');
  t.equal((await handOver(colleague, classId, owner, false)).status, 200, 'and gets it back likewise');
  t.same(await rolesOf(owner, classId), [
    [owner.id, true],
    [colleague.id, false],
  ]);
});

t.test('COL-17 the book has all on teachers, archive and copies, for all who teach it', async (t) => {
  const { owner, colleague, former, classId } = await givenTaughtClass(api);
  const body = { email: null };
  const { id: invitationId } = (
    await as(owner)('POST /api/classes/:classId/invitations', { classId }, { body })
  ).data;
  await as(owner)('DELETE /api/classes/:classId/invitations/:invitationId', { classId, invitationId });
  await as(owner)('POST /api/classes/:classId/archive', { classId });
  await as(owner)('DELETE /api/classes/:classId/archive', { classId });
  const copied = await as(owner)('POST /api/classes/:classId/copy', { classId }, { body: { name: '2' } });
  await handOver(owner, classId, colleague, false);
  const read = async (by: TestAccount, id: number) =>
    (await as(by)('GET /api/classes/:classId/acts', { classId: id })).data.map(
      ({ act, person }: { act: string; person: { id: number } | null }) => [act, person?.id],
    );
  const book = [
    ['class.handed_over', colleague.id],
    ['class.brought_back', undefined],
    ['class.archived', undefined],
    ['class.invitation_taken_back', undefined],
    ['class.teacher_invited', undefined],
    ['class.teacher_removed', former.id],
  ];
  for (const by of [owner, colleague]) t.same((await read(by, classId)).slice(0, 6), book);
  t.same(await read(owner, copied.data.id), [['class.copied', undefined]]);
});

t.test('COL-10 who gets a class is told at home, for two weeks', async (t) => {
  const { owner, colleague, classId } = await givenTaughtClass(api);
  const homeOf = async (account: TestAccount) => (await as(account)('GET /api/teacher/home')).data.classes[0];
  t.match(await homeOf(colleague), { owner_name: 'Cô Hoa', got_at: null });
  await handOver(owner, classId, colleague, false);
  t.match(await homeOf(colleague), { owner_name: null, got_at: /^\d{4}-/ });
  t.match(await homeOf(owner), { owner_name: 'Thầy Nam', got_at: null });
  await api.sql`update classes set handed_over_at = now() - interval '15 days' where id = ${classId}`;
  t.match(await homeOf(colleague), { owner_name: null, got_at: null });
});

t.test('COL-10 an owner may leave with it, and then has no part in the class', async (t) => {
  const { owner, colleague, classId } = await givenTaughtClass(api);
  t.equal((await handOver(owner, classId, colleague, true)).status, 200);
  t.same(await rolesOf(colleague, classId), [[colleague.id, true]]);
  await heardAll(api);
  t.equal((await as(owner)('GET /api/classes/:classId', { classId })).code, 'class_not_accessible');
});

t.test('COL-10 who has as many classes as there may be gets no other one', async (t) => {
  const { owner, colleague, deck, classId } = await givenTaughtClass(api);
  const official = await api.addDeck(owner.id, 1, { official: true });
  t.ok(deck.id);
  for (const name of ['1', '2'])
    await as(colleague)('POST /api/classes', {}, { body: { name, deck_id: official.id } });
  t.equal((await handOver(owner, classId, colleague, false)).code, 'teacher_has_too_many_classes');
  t.match(await rolesOf(owner, classId), [
    [owner.id, true],
    [colleague.id, false],
  ]);
});

t.test('SL-189 an archived class takes the room of its owner', async (t) => {
  const { owner, classId, deck } = await givenTaughtClass(api);
  const make = () => as(owner)('POST /api/classes', {}, { body: { name: 'x', deck_id: deck.id } });
  t.equal((await make()).status, 201);
  await as(owner)('POST /api/classes/:classId/archive', { classId });
  t.equal((await make()).code, 'too_many_classes');
  await as(owner)('DELETE /api/classes/:classId', { classId });
  t.equal((await make()).status, 201);
});

t.test('COL-11 a class that is handed over while it is deleted is one of both', async (t) => {
  for (let round = 0; round < 5; round++) {
    const { owner, colleague, classId } = await givenTaughtClass(api);
    const [handed, deleted] = await Promise.all([
      handOver(owner, classId, colleague, false),
      as(owner)('DELETE /api/classes/:classId', { classId }),
    ]);
    const rows = await api.sql`select teacher_id from classes where id = ${classId}`;
    t.same(rows, handed.status === 200 ? [{ teacher_id: colleague.id }] : []);
    t.not(handed.status === 200, deleted.status === 200, `${handed.code} ${deleted.code}`);
  }
});

t.test('COL-11 of two who hand over at once, the first does', async (t) => {
  const { owner, colleague, former, classId } = await givenTaughtClass(api);
  await api.sql`insert into class_teachers (class_id, teacher_id) values (${classId}, ${former.id})`;
  const answers = await Promise.all([
    handOver(owner, classId, colleague, false),
    handOver(owner, classId, former, false),
  ]);
  t.same(answers.map(({ code, status }) => code ?? status).sort(), [200, 'class_owner_only']);
  t.equal((await rolesOf(owner, classId)).length, 3);
});

t.test('COL-12 the administrator hands any class to any teacher', async (t) => {
  const { owner, stranger, student, classId } = await givenTaughtClass(api);
  const admin = await api.register('admin');
  const give = (to: { id: number }, leaves: boolean, id = classId) =>
    as(admin)(
      'POST /api/admin/classes/:classId/hand-over',
      { classId: id },
      { body: { teacher_id: to.id, leaves } },
    );
  t.equal((await give(student, true)).code, 'not_a_teacher');
  t.equal((await give({ id: 999_999 }, true)).code, 'not_a_teacher');
  t.equal((await give(owner, true)).code, 'already_class_teacher');
  t.equal((await give(stranger, true, 999_999)).code, 'class_not_found');
  t.equal((await give(stranger, true)).status, 200);
  t.match(await rolesOf(stranger, classId), [
    [stranger.id, true],
    [Number, false],
  ]);
  const person = await as(admin)('GET /api/admin/people/:personId', { personId: stranger.id });
  t.match(person.data.classes, [{ id: classId, is_teacher: true, is_owner: true }]);
  await heardAll(api);
  t.equal((await as(owner)('GET /api/classes/:classId', { classId })).code, 'class_not_accessible');
});

t.test('COL-12 a teacher of a class keeps the role, also who does not own it', async (t) => {
  const { colleague } = await givenTaughtClass(api);
  const admin = await api.register('admin');
  const answer = await as(admin)(
    'POST /api/admin/people/:personId/role',
    { personId: colleague.id },
    { body: { role: 'student' } },
  );
  t.equal(answer.code, 'teacher_has_work');
});

t.test('COL-02 the stream of a teacher who is taken out ends, and that of the others goes on', async (t) => {
  const { owner, colleague, classId } = await givenTaughtClass(api);
  await heardAll(api);
  const address = `${url}/api/classes/${classId}/live`;
  const [mine, theirs] = [await openStream(address, owner.token), await openStream(address, colleague.token)];
  t.teardown(() => {
    mine.abort();
    theirs.abort();
  });
  await until(() => mine.events.length > 0 && theirs.events.length > 0, 'both streams are open');
  await as(owner)('DELETE /api/classes/:classId/teachers/:teacherId', { classId, teacherId: colleague.id });
  await becomes(t, async () => theirs.ended, true, 'the stream of who was taken out ends');
  t.same(names(theirs), ['ready', 'ended']);
  await api.sql`select announce('class_progress:' || ${classId}::integer)`;
  await until(() => names(mine).includes('changed'), 'the owner hears of changes');
  t.equal(mine.ended, false);
});
