import { randomUUID } from 'node:crypto';
import t from 'tap';
import { Appender } from '../../core/log/append/appender.ts';
import { partitionOf } from '../../core/log/position.ts';
import { projectTogether } from '../../core/log/projecting/project-together.ts';
import { projections } from '../../core/projections.ts';
import { newClass } from '../classroom/class-calls.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { becomes } from '../harness/becomes.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { undo, weightsSet } from '../learning/answering/given-undo.ts';
import { given, review } from '../log/given-events.ts';
import { taking } from '../log/rebuilding/given-rebuilding.ts';
import { differences } from '../log/rebuilding/rebuilt.ts';
import { erase, setIdsApart, tablesWith } from './given-erasure.ts';

const api = await startApi(t);
const { pool } = api;
await setIdsApart(pool);
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 4);

/** A student of a class with something in every table that can have anything of one. */
async function givenStudent(name: string) {
  const student = await api.register('student', { name });
  const other = await api.register();
  const classId = await newClass(teacher, deck.id, { students: [student, other] });
  const exam = await givenExam(teacher, [classId], examBody('AB'));
  for (const card of deck.cards) await taking.answer(student, card);
  // Claims more than has passed, so that it is cut.
  await taking.answer(student, deck.cards[0]!, 3_600);
  await taking.answer(student, deck.cards[1]!, 3_600);
  await taking.answer(other, deck.cards[0]!);
  await taking.submit(student, exam);
  await given(pool, [weightsSet(student.id, { 0: 0.5 })]);
  await student.call('POST /api/decks/:deckId/settings', {
    params: { deckId: deck.id },
    body: { new_cards_per_day: 3, max_cards_per_day: 30 },
  });
  await student.call('POST /api/me/data');
  await api.project();
  return { student, other, classId, exam };
}

t.test(
  'OWN-06 SL-140 after erasure only events and acts have the number, and nothing the name',
  async (t) => {
    const { student, other, classId } = await givenStudent('Đinh Erasmus');
    const part = {
      params: { classId },
      token: teacher.token,
      body: { key: randomUUID(), rows: [{ name: 'Đỗ Rosterus', user_name: null, email: null }] },
    };
    const listed = (await api.call('POST /api/classes/:classId/roster', part)).body.data[0]!.student_id;
    t.ok((await tablesWith(pool, student.id)).length > 12, 'it was all over');
    await student.data('POST /api/logout');
    await erase(pool, student.id);
    await erase(pool, listed);
    await api.project();
    t.same(await tablesWith(pool, student.id, listed), ['acts', 'events']);
    t.same(await tablesWith(pool, 'Erasmus', 'Rosterus', student.email), []);
    t.ok((await tablesWith(pool, other.id)).includes('deck_stats'), 'of others nothing is gone');
    await becomes(t, async () => (await student.call('GET /api/me')).status, 401);
    const again = { email: student.email, password: student.password };
    t.equal((await api.call('POST /api/login', { body: again })).status, 401);
    t.same(
      await sql(pool)`select actor_id, details from acts where act = ${'person.deleted'}
      and person_id = ${student.id}`,
      [{ actor_id: 0, details: { reason: 'administrator' } }],
    );
  },
);

t.test('OWN-06 SL-215 of a colleague nothing stays in the classes and decks of others', async (t) => {
  const leaver = await api.register('teacher', { name: 'Đinh Colleaga' });
  const classId = await newClass(teacher, deck.id);
  const { id } = leaver;
  await sql(pool)`insert into class_teachers (class_id, teacher_id) values (${classId}, ${id})`;
  await sql(pool)`insert into deck_shares (deck_id, teacher_id, may) values (${deck.id}, ${id}, 'edit')`;
  await sql(pool)`with invited as (insert into class_invitations (class_id, email, token_hash, ends_at)
      select ${classId}, lower(${leaver.email}), sha256('any'), now() + interval '1 day' returning id, email)
    insert into letters (kind, invitation_id, address) select 'class_invitation', id, email from invited`;
  await sql(pool)`insert into letters (kind, user_id, address) select 'confirm_email', id, email from users
    where id = ${id}`;
  await sql(pool)`insert into letter_links (digest, kind, user_id, address, ends_at)
    select 'x', 'confirm_email', id, email, now() from users where id = ${id}`;
  await sql(pool)`insert into school_logins (issuer, subject, user_id, email)
    select 'https://school', 'x', id, email from users where id = ${id}`;
  const had = await tablesWith(pool, id);
  for (const table of [
    'class_teachers',
    'deck_shares',
    'letters',
    'letter_links',
    'school_logins',
    'sessions',
  ])
    t.ok(had.includes(table), table);
  await erase(pool, id);
  t.same(await tablesWith(pool, id), ['acts', 'events']);
  const events = await sql(pool)`select type from events where student_id = ${id}`;
  t.same(events, [{ type: 'StudentErased' }], 'a teacher may have been a student');
  t.same(await tablesWith(pool, 'Colleaga', leaver.email), []);
});

t.test('OWN-07 SL-211 what the student did counts for nobody, and a rebuild says the same', async (t) => {
  const { student, other, classId } = await givenStudent('An');
  const sums = async () =>
    (
      await sql(pool)`
        select sum(students)::text as students, sum(cards)::text as cards from class_days where class_id = ${classId}`
    )[0];
  t.same(await sums(), { students: '2', cards: '5' });
  await erase(pool, student.id);
  t.same(await sums(), { students: '1', cards: '1' }, 'at once, before the event is projected');
  await api.project();
  t.same(await differences(api), { count: 0, rows: [] });
  t.equal((await pool.query('select from exam_results where student_id = $1', [student.id])).rowCount, 0);
  t.equal((await pool.query('select from standing_reviews where student_id = $1', [student.id])).rowCount, 0);
  t.equal((await pool.query('select from standing_reviews where student_id = $1', [other.id])).rowCount, 1);
});

t.test('OWN-07 all in one batch, an undo among it, projected alone and together', async (t) => {
  const student = await api.register();
  const [first, second] = [review(student.id, { card_id: 1 }), review(student.id, { card_id: 2 })];
  await given(pool, [first]);
  await api.project();
  await given(pool, [undo(student.id, first), second]);
  await erase(pool, student.id);
  const partition = partitionOf(student.id);
  t.same((await projectTogether(pool, projections, [partition])).taken, [partition]);
  t.same(await tablesWith(pool, student.id), ['acts', 'events']);
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('SL-216 parked events keep nothing of a student who is erased', async (t) => {
  const student = await api.register();
  await given(pool, [review(student.id)]);
  await api.project();
  const unreadable = { ...review(student.id), type: 'Unheard' };
  await given(pool, [unreadable, review(student.id, { card_id: 3 })]);
  await api.project();
  t.ok((await tablesWith(pool, student.id)).includes('parked_events'));
  t.equal((await pool.query('select from review_schedule where student_id = $1', [student.id])).rowCount, 1);
  await erase(pool, student.id);
  await api.project();
  t.same(await tablesWith(pool, student.id), ['acts', 'events']);
  t.same(await differences(api), { count: 0, rows: [] }, 'where it is all in one batch');
});

t.test('OWN-08 what comes later, or was on its way, is refused', async (t) => {
  const { student, exam } = await givenStudent('Late');
  const other = await api.register();
  const official = await api.addDeck(teacher.id, 1, { official: true });
  await erase(pool, student.id);
  // Whether or not this process has heard of it by now.
  const late = await student.call('POST /api/cards/:cardId/progress', {
    params: { cardId: official.cards[0]! },
    body: { status: 2, time_spent: 1 },
    headers: { 'idempotency-key': randomUUID() },
  });
  t.match(late, { status: 401, body: { code: 'unauthenticated' } });
  // A process that has not heard of it, with others' answers in the same batch.
  const appender = new Appender(pool);
  const outcomes = await Promise.allSettled([
    appender.append(review(other.id)),
    appender.append(review(student.id)),
    appender.append(review(other.id)),
  ]);
  t.same(
    outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'stored')),
    ['stored', 'unauthenticated', 'stored'],
  );
  const submit = async () => {
    const { status } = await student.call('POST /api/exams/:examId/submit', {
      params: { examId: exam.id },
      body: { answers: {} },
      headers: { 'idempotency-key': randomUUID() },
    });
    return status;
  };
  t.ok([401, 403, 409].includes(await submit()), 'in no class any more, or handed in before');
  await becomes(t, submit, 401);
  await api.project();
  t.same(await tablesWith(pool, student.id), ['acts', 'events']);
});

t.test('OWN-08 answers that race with the erasure come before it or are refused', async (t) => {
  const student = await api.register();
  const appender = new Appender(pool);
  let isOver = false;
  const outcomes: string[] = [];
  const send = async () => {
    while (!isOver)
      outcomes.push(
        await appender.append(review(student.id, { card_id: outcomes.length + 1 })).then(
          () => 'stored',
          (error: { code: string }) => error.code,
        ),
      );
  };
  const senders = [send(), send(), send()];
  await until(() => outcomes.length > 20, 'answers are stored');
  await erase(pool, student.id);
  await until(() => outcomes.at(-1) === 'unauthenticated', 'answers are refused');
  isOver = true;
  await Promise.all(senders);
  await api.project();
  const rows = await sql(pool)<{ type: string }>`select type from events where student_id = ${student.id}
    order by position`;
  t.equal(rows.at(-1)!.type, 'StudentErased');
  t.equal(rows.length - 1, outcomes.filter((one) => one === 'stored').length, 'told stored, and there');
  t.same([...new Set(outcomes)].sort(), ['stored', 'unauthenticated']);
  t.same(await tablesWith(pool, student.id), ['acts', 'events']);
});

t.test('OWN-08 two at once erase once, and one that breaks off has done nothing', async (t) => {
  const { student } = await givenStudent('Twice');
  const before = await tablesWith(pool, student.id);
  await sql(pool)`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger break_off before insert on events for each row when (new.type = 'StudentErased')
    execute function break_off()`;
  await t.rejects(erase(pool, student.id), { message: 'broken off' });
  await pool.query('drop function break_off cascade');
  t.same(await tablesWith(pool, student.id), before);
  const both = await Promise.allSettled([erase(pool, student.id), erase(pool, student.id)]);
  t.same(both.map((one) => (one.status === 'rejected' ? one.reason.code : 'erased')).sort(), [
    'erased',
    'person_not_found',
  ]);
  await api.project();
  t.same(await tablesWith(pool, student.id), ['acts', 'events']);
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('OWN-05 SL-213 SL-214 a teacher whose work others need stays until it is handed over', async (t) => {
  const [admin, leaver] = [await api.register('admin'), await api.register('teacher')];
  const [used, own] = [await api.addDeck(leaver.id, 2), await api.addDeck(leaver.id, 1)];
  const student = await api.register();
  const classId = await newClass(leaver, used.id, { students: [student] });
  const exam = await givenExam(leaver, [classId], examBody('A'));
  const change = (change: 'delete' | 'erase', who: TestAccount) =>
    admin.call('POST /api/admin/people/changes', { body: { change, person_ids: [who.id] } });
  for (const what of ['delete', 'erase'] as const)
    t.match((await change(what, leaver)).body.data, [{ refused: 'person_has_work' }]);
  const data = await admin.data('GET /api/admin/people/:personId', { params: { personId: leaver.id } });
  t.match(data.deletion_obstacles, {
    classes: [{ id: classId }],
    decks: [{ id: used.id }],
    exams: [{ id: exam.id }],
    last_administrator: false,
  });
  await sql(pool)`update classes set teacher_id = ${teacher.id} where id = ${classId}`;
  await sql(pool)`update decks set user_id = ${teacher.id} where id = ${used.id}`;
  await sql(pool)`delete from exam_classes where exam_id = ${exam.id}`;
  t.match((await change('erase', leaver)).body.data, [{ refused: null }]);
  t.equal((await pool.query('select from decks where id = $1', [own.id])).rowCount, 0);
  t.equal((await pool.query('select from exams where id = $1', [exam.id])).rowCount, 0);
  await api.project();
  t.same(await tablesWith(pool, leaver.id), ['acts', 'events']);
  t.same(await differences(api), { count: 0, rows: [] });

  const second = await api.register('admin');
  const official = await api.addDeck(second.id, 1, { official: true });
  t.match((await change('erase', second)).body.data, [{ refused: null }]);
  const rows = await sql(pool)`select user_id from decks where id = ${official.id}`;
  t.same(rows, [{ user_id: admin.id }], 'official decks stay the school’s');
  t.match((await change('erase', admin)).body.data, [{ refused: 'own_account' }]);
  await t.rejects(erase(pool, admin.id), { code: 'last_administrator' });
});
