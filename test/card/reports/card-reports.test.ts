import t from 'tap';
import { enrol } from '../../classroom/class-calls.ts';
import { givenClassOf } from '../../exam/given-exams.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { coded } from '../../harness/coded.ts';
import { until } from '../../harness/until.ts';

const api = await startApi(t);

/** A teacher with a deck of a class that has a student, who is called Lan. */
async function given() {
  const teacher = await api.register('teacher');
  const student = await api.register('student', { name: 'Lan' });
  const classId = await givenClassOf(teacher, [student]);
  const deck = await api.addDeck(teacher.id, 3);
  await api.sql`insert into class_decks (class_id, deck_id) values (${classId}, ${deck.id})`;
  const [first, second] = deck.cards as [number, number];
  return { teacher, student, classId, deck, first, second };
}

const report = (account: TestAccount, cardId: number, reason = 'meaning', note = '') =>
  account.unchecked('POST /api/cards/:cardId/report', { params: { cardId }, body: { reason, note } });
const reported = async (account: TestAccount, deckId: number) =>
  (await account.call('GET /api/decks/:deckId/reports', { params: { deckId } })).body;
const decks = (account: TestAccount) => account.data('GET /api/reports');
const answer = (account: TestAccount, cardId: number, said: 'mended' | 'nothing_wrong') =>
  account.data('POST /api/cards/:cardId/report/answer', { params: { cardId }, body: { answer: said } });
const answered = (account: TestAccount) => account.data('GET /api/answered-reports');

t.test('REP-01 REP-02 what a student reports stands beside the card; again, it is one report', async (t) => {
  const { teacher, student, deck, first, second } = await given();
  t.same(await decks(teacher), []);
  t.equal((await report(student, second, 'sound')).status, 200);
  t.equal((await report(student, first, 'spelling', '  hoà  ')).status, 200);
  t.equal((await report(student, first, 'meaning', 'It means a cat')).status, 200);
  t.same(await decks(teacher), [{ deck_id: deck.id, cards: 2 }]);
  const { data, total } = await reported(teacher, deck.id);
  t.equal(total, 2);
  t.match(data, [
    { card: { id: second, deck_id: deck.id }, reports: [{ reason: 'sound', note: '', name: 'Lan' }] },
    { card: { id: first }, reports: [{ reason: 'meaning', note: 'It means a cat', name: 'Lan' }] },
  ]);
  t.equal(data[1]!.reports.length, 1);
});

t.test('REP-03 a learner of no class of the teacher’s has no name, one of a colleague’s has', async (t) => {
  const { teacher, deck, first, student, classId } = await given();
  const colleague = await api.register('teacher');
  await api.sql`insert into deck_shares (deck_id, teacher_id, may)
    values (${deck.id}, ${colleague.id}, 'edit')`;
  await report(student, first);
  const nameFor = async (reader: TestAccount) => (await reported(reader, deck.id)).data[0]!.reports[0]!.name;
  t.equal(await nameFor(colleague), null);
  t.same(await decks(colleague), [{ deck_id: deck.id, cards: 1 }]);
  await api.sql`insert into class_teachers (class_id, teacher_id) values (${classId}, ${colleague.id})`;
  t.equal(await nameFor(colleague), 'Lan');
  await api.sql`update class_members set status = 'pending', joined_at = null where student_id = ${student.id}`;
  t.equal(await nameFor(teacher), null);
});

t.test('REP-02 a colleague who may only use a deck, and another teacher, are told nothing', async (t) => {
  const { deck, first, student } = await given();
  const [user, stranger] = [await api.register('teacher'), await api.register('teacher')];
  await api.sql`insert into deck_shares (deck_id, teacher_id, may) values (${deck.id}, ${user.id}, 'use')`;
  await report(student, first);
  for (const [by, code] of [
    [user, 'deck_only_used'],
    [stranger, 'deck_not_owned'],
  ] as const) {
    t.same(await decks(by), []);
    const list = await by.call('GET /api/decks/:deckId/reports', { params: { deckId: deck.id } });
    t.match(list, { status: 403, body: { code } });
    const mended = { params: { cardId: first }, body: { answer: 'mended' } } as const;
    const said = await by.call('POST /api/cards/:cardId/report/answer', mended);
    t.match(said, { status: 403, body: { code } });
  }
  t.same(await answered(student), []);
});

t.test('REP-04 REP-05 one click answers all of a card; each reads it until it is put away', async (t) => {
  const { teacher, student, classId, deck, first, second } = await given();
  const other = await api.register('student');
  await enrol(teacher, classId, other);
  for (const one of [student, other]) await report(one, first);
  await report(student, second);
  t.same(await answer(teacher, first, 'mended'), { reports: 2 });
  t.same(await answer(teacher, first, 'nothing_wrong'), { reports: 0 }, 'the first answer stands');
  t.same(await decks(teacher), [{ deck_id: deck.id, cards: 1 }]);
  for (const one of [student, other])
    t.match(await answered(one), [
      { card_id: first, deck_id: deck.id, deck: 'Words', front: 'front 1', answer: 'mended' },
    ]);
  await student.call('POST /api/answered-reports/read', { body: { card_ids: [first, second] } });
  t.same(await answered(student), []);
  t.match(await decks(teacher), [{ cards: 1 }], 'what is open is not forgotten');
  t.equal((await answered(other)).length, 1);
  await report(other, first);
  t.same(await answered(other), [], 'reported again, it is open again');
});

t.test('REP-04 a report that came after the others were read stays open', async (t) => {
  const { teacher, student, classId, deck, first } = await given();
  const late = await api.register('student');
  await enrol(teacher, classId, late);
  await report(student, first);
  const [read] = (await reported(teacher, deck.id)).data[0]!.reports;
  await until(async () => {
    const rows =
      await api.sql`select clock_timestamp() > ${read!.reported_at}::timestamptz + ${'1 ms'} as later`;
    return rows[0]!.later;
  });
  await report(late, first, 'spelling');
  const data = await teacher.data('POST /api/cards/:cardId/report/answer', {
    params: { cardId: first },
    body: { answer: 'nothing_wrong', read_to: read!.reported_at },
  });
  t.same(data, { reports: 1 });
  t.match((await reported(teacher, deck.id)).data, [{ reports: [{ reason: 'spelling' }] }]);
  t.equal((await answered(student)).length, 1);
  t.same(await answered(late), []);
});

t.test('REP-01 a student has at most fifty reports, and can still change one of them', async (t) => {
  const { student, deck, first } = await given();
  await api.sql`with more as (insert into cards (deck_id, ordinal, front, back)
    select ${deck.id}, 1000 + n, 'f' || n, 'b' from generate_series(1, 49) n returning id)
    insert into card_reports (student_id, card_id, reason, note) select ${student.id}, id, 'other', ''
    from more`;
  t.equal((await report(student, first)).status, 200);
  t.match(await report(student, deck.cards[1]!), coded(409, 'too_many_reports'));
  t.equal((await report(student, first, 'picture')).status, 200);
});

t.test('REP-01 what is no report is refused, and a card that is gone takes its reports along', async (t) => {
  const { teacher, student, deck, first } = await given();
  for (const [reason, note] of [
    ['boring', ''],
    ['other', 'x'.repeat(201)],
  ] as const)
    t.equal((await report(student, first, reason, note)).status, 422);
  await report(student, first);
  await teacher.data('DELETE /api/decks/:deckId/cards/:cardId', {
    params: { deckId: deck.id, cardId: first },
  });
  t.same(await decks(teacher), []);
  t.match(await report(student, first), coded(404, 'card_not_found'));
});

t.test('REP-02 the administrator hears of official decks, and of others when one is opened', async (t) => {
  const admin = await api.register('admin');
  const { student, deck, first } = await given();
  const official = await api.addDeck(admin.id, 1, { official: true });
  await report(student, first);
  await report(student, official.cards[0]!);
  t.same(await decks(admin), [{ deck_id: official.id, cards: 1 }]);
  const { data } = await reported(admin, deck.id);
  t.match(data, [{ card: { id: first }, reports: [{ name: null }] }]);
});

t.test('SL-273 a card of a deck of one’s own is not reported, and nothing is kept', async (t) => {
  const { student } = await given();
  const deck = await api.addDeck(student.id, 1);
  t.match(await report(student, deck.cards[0]!), coded(409, 'report_on_own_card'));
  const rows = await api.sql`select from card_reports where student_id = ${student.id}`;
  t.equal(rows.length, 0);
});
