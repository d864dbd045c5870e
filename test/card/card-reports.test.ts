import t from 'tap';
import { startApi, type TestAccount } from '../api-harness.ts';
import { givenClassOf } from '../exam/given-exams.ts';
import { until } from '../until.ts';

const api = await startApi(t);

/** A teacher with a deck of a class that has a student, who is called Lan. */
async function given() {
  const teacher = await api.register('teacher');
  const student = await api.register('student', { name: 'Lan' });
  const classId = await givenClassOf(api, teacher, [student]);
  const deck = await api.addDeck(teacher.id, 3);
  await api.pool.query('insert into class_decks (class_id, deck_id) values ($1, $2)', [classId, deck.id]);
  const [first, second] = deck.cards as [number, number];
  return { teacher, student, classId, deck, first, second };
}

const report = ({ token }: TestAccount, cardId: number, reason = 'meaning', note = '') =>
  api.unchecked('POST /api/cards/:cardId/report', { token, params: { cardId }, body: { reason, note } });
const reported = async ({ token }: TestAccount, deckId: number) =>
  (await api.call('GET /api/decks/:deckId/reports', { token, params: { deckId } })).body;
const decks = async ({ token }: TestAccount) => (await api.call('GET /api/reports', { token })).body.data;
const answer = async ({ token }: TestAccount, cardId: number, said: 'mended' | 'nothing_wrong') =>
  (
    await api.call('POST /api/cards/:cardId/report/answer', {
      token,
      params: { cardId },
      body: { answer: said },
    })
  ).body.data;
const answered = async ({ token }: TestAccount) =>
  (await api.call('GET /api/answered-reports', { token })).body.data;

t.test(
  'REP-01 REP-02 what a student reports stands beside the card; said again it is one report',
  async (t) => {
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
  },
);

t.test(
  'REP-03 a learner of no class of the teacher’s stays without a name, one of a colleague’s not',
  async (t) => {
    const { teacher, deck, first, student, classId } = await given();
    const colleague = await api.register('teacher');
    await api.pool.query(`insert into deck_shares (deck_id, teacher_id, may) values ($1, $2, 'edit')`, [
      deck.id,
      colleague.id,
    ]);
    await report(student, first);
    const nameFor = async (reader: TestAccount) =>
      (await reported(reader, deck.id)).data[0]!.reports[0]!.name;
    t.equal(await nameFor(colleague), null);
    t.same(await decks(colleague), [{ deck_id: deck.id, cards: 1 }]);
    await api.pool.query('insert into class_teachers (class_id, teacher_id) values ($1, $2)', [
      classId,
      colleague.id,
    ]);
    t.equal(await nameFor(colleague), 'Lan');
    await api.pool.query(
      `update class_members set status = 'pending', joined_at = null where student_id = $1`,
      [student.id],
    );
    t.equal(await nameFor(teacher), null);
  },
);

t.test('REP-02 a colleague who may only use a deck, and another teacher, are told nothing', async (t) => {
  const { deck, first, student } = await given();
  const [user, stranger] = [await api.register('teacher'), await api.register('teacher')];
  await api.pool.query(`insert into deck_shares (deck_id, teacher_id, may) values ($1, $2, 'use')`, [
    deck.id,
    user.id,
  ]);
  await report(student, first);
  for (const [{ token }, code] of [
    [user, 'deck_only_used'],
    [stranger, 'deck_not_owned'],
  ] as const) {
    t.same(await decks({ token } as TestAccount), []);
    const list = await api.unchecked('GET /api/decks/:deckId/reports', {
      token,
      params: { deckId: deck.id },
    });
    t.match(list, { status: 403, body: { code } });
    const body = { answer: 'mended' };
    const said = await api.unchecked('POST /api/cards/:cardId/report/answer', {
      token,
      params: { cardId: first },
      body,
    });
    t.match(said, { status: 403, body: { code } });
  }
  t.same(await answered(student), []);
});

t.test(
  'REP-04 REP-05 one click answers all of a card; each learner reads it until it is put away',
  async (t) => {
    const { teacher, student, classId, deck, first, second } = await given();
    const other = await api.register('student');
    await api.pool.query(
      `insert into class_members (class_id, student_id, status, joined_at) values ($1, $2, 'approved', now())`,
      [classId, other.id],
    );
    for (const one of [student, other]) await report(one, first);
    await report(student, second);
    t.same(await answer(teacher, first, 'mended'), { reports: 2 });
    t.same(await answer(teacher, first, 'nothing_wrong'), { reports: 0 }, 'the first answer stands');
    t.same(await decks(teacher), [{ deck_id: deck.id, cards: 1 }]);
    for (const one of [student, other])
      t.match(await answered(one), [
        { card_id: first, deck_id: deck.id, deck: 'Words', front: 'front 1', answer: 'mended' },
      ]);
    const { token } = student;
    await api.call('POST /api/answered-reports/read', { token, body: { card_ids: [first, second] } });
    t.same(await answered(student), []);
    t.match(await decks(teacher), [{ cards: 1 }], 'what is open is not forgotten');
    t.equal((await answered(other)).length, 1);
    await report(other, first);
    t.same(await answered(other), [], 'reported again, it is open again');
  },
);

t.test('REP-04 a report that came after the others were read stays open', async (t) => {
  const { teacher, student, classId, deck, first } = await given();
  const late = await api.register('student');
  await api.pool.query(
    `insert into class_members (class_id, student_id, status, joined_at) values ($1, $2, 'approved', now())`,
    [classId, late.id],
  );
  await report(student, first);
  const [read] = (await reported(teacher, deck.id)).data[0]!.reports;
  await until(async () => {
    const { rows } = await api.pool.query('select clock_timestamp() > $1::timestamptz + $2 as later', [
      read!.reported_at,
      '1 ms',
    ]);
    return rows[0]!.later;
  });
  await report(late, first, 'spelling');
  const { body } = await api.call('POST /api/cards/:cardId/report/answer', {
    token: teacher.token,
    params: { cardId: first },
    body: { answer: 'nothing_wrong', read_to: read!.reported_at },
  });
  t.same(body.data, { reports: 1 });
  t.match((await reported(teacher, deck.id)).data, [{ reports: [{ reason: 'spelling' }] }]);
  t.equal((await answered(student)).length, 1);
  t.same(await answered(late), []);
});

t.test('REP-01 a student has at most fifty reports, and can still change one of them', async (t) => {
  const { student, deck, first } = await given();
  await api.pool.query(
    `with more as (insert into cards (deck_id, ordinal, front, back)
       select $1, 1000 + n, 'f' || n, 'b' from generate_series(1, 49) n returning id)
     insert into card_reports (student_id, card_id, reason, note) select $2, id, 'other', '' from more`,
    [deck.id, student.id],
  );
  t.equal((await report(student, first)).status, 200);
  t.match(await report(student, deck.cards[1]!), { status: 409, body: { code: 'too_many_reports' } });
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
  await api.call('DELETE /api/decks/:deckId/cards/:cardId', {
    token: teacher.token,
    params: { deckId: deck.id, cardId: first },
  });
  t.same(await decks(teacher), []);
  t.match(await report(student, first), { status: 404, body: { code: 'card_not_found' } });
});

t.test(
  'REP-02 the administrator hears of official decks, and of another deck when it is opened',
  async (t) => {
    const admin = await api.register('admin');
    const { student, deck, first } = await given();
    const official = await api.addDeck(admin.id, 1, { official: true });
    await report(student, first);
    await report(student, official.cards[0]!);
    t.same(await decks(admin), [{ deck_id: official.id, cards: 1 }]);
    const { data } = await reported(admin, deck.id);
    t.match(data, [{ card: { id: first }, reports: [{ name: null }] }]);
  },
);

t.test('SL-273 a card of a deck of one’s own is not reported, and nothing is kept', async (t) => {
  const { student } = await given();
  const deck = await api.addDeck(student.id, 1);
  t.match(await report(student, deck.cards[0]!), { status: 409, body: { code: 'report_on_own_card' } });
  const { rows } = await api.pool.query('select from card_reports where student_id = $1', [student.id]);
  t.equal(rows.length, 0);
});
