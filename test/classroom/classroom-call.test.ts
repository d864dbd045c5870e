import t from 'tap';
import { startApi } from '../harness/api-harness.ts';
import { columns } from '../harness/columns.ts';
import { invalid, refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';
import { classCalls, ISO, newClass } from './class-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher', { name: 'Cô Hoa' });
const stranger = await api.register('teacher', { name: 'Thầy Nam' });
const admin = await api.register('admin');
const deck = await api.addDeck(teacher.id, 3, { title: 'Mine' });
const second = await api.addDeck(teacher.id, 1, { title: 'Also mine' });
const official = await api.addDeck(admin.id, 2, { official: true, title: 'Official' });
const foreign = await api.addDeck(stranger.id, 1, { title: 'Theirs' });
const teachers = classCalls(teacher);
const NOBODY = 2_000_000_000;

const shown = ({ id }: { id: number }, title: string, card_count: number, is_official = false) => ({
  id,
  title,
  description: null,
  is_official,
  card_count,
});
const MINE = shown(deck, 'Mine', 3);
const ALSO_MINE = shown(second, 'Also mine', 1);
const OFFICIAL = shown(official, 'Official', 2, true);

t.test('API-21 CLS-01 SL-02 SL-19 a new class has its first deck and answers its number', async (t) => {
  const { status, body } = await teachers.create({ name: '  Lớp 10A ', deck_id: deck.id });
  t.equal(status, 201);
  const { id, created_at, code, ...rest } = body.data;
  t.match(code, /^[A-Z]{7}$/);
  t.ok(Number.isInteger(id) && id > 0);
  t.match(created_at, ISO);
  t.same(
    [body.success, rest],
    [
      true,
      {
        name: 'Lớp 10A',
        is_teacher: true,
        is_owner: true,
        archived_at: null,
        teacher_name: 'Cô Hoa',
        student_count: 0,
        pending_count: 0,
        joined_at: null,
        decks: [MINE],
        deck: MINE,
      },
    ],
  );
  t.same((await teachers.get(id, '?include=decks')).body, body);
});

t.test('CLS-03 ERR-20 a class needs a name of 1 to 100 letters, which are counted, not bytes', async (t) => {
  const create = (name: string) => teachers.create({ name, deck_id: deck.id });
  const before = (await teachers.list()).body.data.length;
  for (const form of ['NFC', 'NFD'] as const) {
    const letters = 'ếữộặẫ'.repeat(20).normalize(form);
    const { status, body } = await create(letters);
    t.same([status, body.data.name], [201, letters.normalize('NFC')], `100 letters, ${form}`);
    invalid(t, await create(`${letters}${'ế'.normalize(form)}`), 'name', 'Expected 1 to 100 characters');
  }
  t.equal((await create('👩‍🏫'.repeat(100))).status, 201, 'a letter of several code points is one');
  for (const blank of ['', '   ', '\n\t', '\u00a0\u2003'])
    invalid(t, await create(blank), 'name', 'Expected 1 to 100 characters');
  t.equal((await create('x'.repeat(2_001))).status, 422);
  t.equal((await teachers.list()).body.data.length, before + 3);
});

t.test('CLS-03 ERR-20 name and deck are both required', async (t) => {
  const missing = 'Expected required property';
  invalid(t, await teachers.create({ deck_id: deck.id }), 'name', missing, 'Expected string');
  invalid(t, await teachers.create({ name: '10A' }), 'deck_id', missing, 'Expected integer');
});

t.test('CLS-02 CX-10 ERR-20 the first deck must be there, and one’s own or official', async (t) => {
  const { status, body } = await teachers.create({ name: '10A', deck_id: official.id });
  t.same([status, body.data.decks], [201, [OFFICIAL]]);
  const before = (await teachers.list()).body.data.length;
  refused(t, await teachers.create({ name: '10A', deck_id: foreign.id }), 'deck_not_accessible');
  refused(t, await teachers.create({ name: '10A', deck_id: NOBODY }), 'deck_not_found');
  t.equal((await teachers.list()).body.data.length, before, 'no class without a deck is left behind');
});

t.test('API-20 API-22 CLS-19 `include` adds what it names, in every combination', async (t) => {
  const student = await api.register();
  const id = await newClass(teacher, deck.id, { students: [student] });
  await teachers.addDeck(id, official.id);
  const parts = {
    decks: { decks: [MINE, OFFICIAL], deck: MINE },
    exams: { exams: [] },
    teacher: { teacher: { id: teacher.id, name: 'Cô Hoa' } },
  };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const combinations = Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_, index) => bits & (1 << index)),
  );
  for (const account of [teacher, student]) {
    const calls = classCalls(account);
    const plain = (await calls.get(id)).body.data;
    t.match(plain, { id, is_teacher: account === teacher });
    for (const part of ['decks', 'deck', 'exams', 'teacher']) t.notOk(part in plain, part);
    for (const asked of combinations) {
      const query = asked.length ? `?include=${asked.join(',')}` : '';
      const expected = Object.assign({ ...plain }, ...asked.map((name) => parts[name]));
      const { status, body } = await calls.get(id, query);
      t.same([status, body], [200, { success: true, data: expected }], query);
      const list = (await calls.list(query)).body.data;
      t.same(
        list.find((one) => one.id === id),
        expected,
        `the list${query}`,
      );
    }
  }
  t.same(
    (await teachers.get(id, '?include=teacher,decks,teacher')).body,
    (await teachers.get(id, '?include=decks,teacher')).body,
    'in any order, repeated or not',
  );
});

t.test('CLS-19 an `include` of something else is refused', async (t) => {
  const id = await newClass(teacher, deck.id);
  for (const wrong of ['students', 'decks,', 'decks, exams', '', 'Decks', 'decks%00', 'decks&include=exams'])
    for (const { status, body } of [
      await teachers.list(`?include=${wrong}`),
      await teachers.get(id, `?include=${wrong}`),
    ]) {
      t.equal(status, 422, wrong);
      t.match(body, { success: false, code: 'validation_failed', errors: { include: [String] } });
    }
});

t.test('API-20 CLS-01 a student sees their classes by name, with their teacher and since when', async (t) => {
  const student = await api.register();
  const calls = classCalls(student);
  const theirs = await newClass(stranger, foreign.id, { name: 'A của thầy', students: [student] });
  const mine = await newClass(teacher, deck.id, { name: 'B của cô', students: [student] });
  const waiting = await newClass(teacher, deck.id, { name: 'C' });
  await calls.join(waiting);
  await classCalls(await api.register()).join(mine);
  const { status, body } = await calls.list();
  t.equal(status, 200);
  const common = {
    ...{ is_teacher: false, is_owner: false, archived_at: null },
    ...{ code: null, student_count: 1, pending_count: 0 },
  };
  t.same(
    body.data.map(({ created_at, joined_at, ...rest }) => [ISO.test(created_at), ISO.test(joined_at!), rest]),
    [
      [true, true, { id: theirs, name: 'A của thầy', teacher_name: 'Thầy Nam', ...common }],
      [true, true, { id: mine, name: 'B của cô', teacher_name: 'Cô Hoa', ...common }],
    ],
    'how many others wait is not theirs to know',
  );
});

t.test('API-20 SL-03 a teacher sees their own classes only, an administrator none', async (t) => {
  const other = await api.register('teacher');
  const ids = [
    await newClass(other, official.id, { name: 'B' }),
    await newClass(other, official.id, { name: 'A' }),
  ];
  const list = (await classCalls(other).list()).body.data;
  t.same(columns(list, 'id', 'is_teacher'), [
    [ids[1], true],
    [ids[0], true],
  ]);
  const known = (await teachers.list()).body.data.map(({ id }) => id);
  t.notOk(ids.some((id) => known.includes(id)));
  const { status, body } = await classCalls(admin).list();
  t.same([status, body], [200, { success: true, data: [], total: 0 }]);
});

t.test('API-22 ERR-28 SL-03 a class is not shown to who only waits', async (t) => {
  const waiting = classCalls(await api.register());
  const id = await newClass(teacher, deck.id);
  await waiting.join(id);
  refused(t, await waiting.get(id), 'class_not_accessible');
  refused(t, await teachers.get(NOBODY), 'class_not_found');
});

t.test('API-23 CLS-09 ERR-21 SL-64 a deleted class goes; its deck and students stay', async (t) => {
  const [member, waiting] = [await api.register(), await api.register()];
  const id = await newClass(teacher, deck.id, { students: [member] });
  await classCalls(waiting).join(id);
  const answers = await Promise.all([teachers.remove(id), teachers.remove(id)]);
  const [done, again] = answers.sort((a, b) => a.status - b.status);
  t.same([done!.status, done!.body], [200, { success: true }]);
  refused(t, again!, 'class_not_found', 'of two at once one does it');
  t.notOk((await teachers.list()).body.data.some((one) => one.id === id));
  t.same((await classCalls(member).list()).body.data, []);
  t.same((await classCalls(waiting).ownRequests()).body.data, []);
  await until(async () => (await teachers.get(id)).status === 404);
  refused(t, await teachers.remove(id), 'class_not_found');
  await teacher.data('GET /api/decks/:deckId', { params: { deckId: deck.id } });
});

t.test('SL-19 decks stand in the order in which they were added; `deck` is the first', async (t) => {
  const id = await newClass(teacher, second.id);
  for (const [added, expected] of [
    [official, OFFICIAL],
    [deck, MINE],
  ] as const) {
    const { status, body } = await teachers.addDeck(id, added.id);
    t.same([status, body], [201, { success: true, data: expected }]);
  }
  const decks = async () => {
    const { decks, deck: first } = (await teachers.get(id, '?include=decks')).body.data;
    return { decks, deck: first };
  };
  t.same(await decks(), { decks: [ALSO_MINE, OFFICIAL, MINE], deck: ALSO_MINE });
  const { status, body } = await teachers.removeDeck(id, second.id);
  t.same([status, body], [200, { success: true }]);
  t.same(await decks(), { decks: [OFFICIAL, MINE], deck: OFFICIAL });
  await teachers.addDeck(id, second.id);
  t.same(await decks(), { decks: [OFFICIAL, MINE, ALSO_MINE], deck: OFFICIAL }, 'again, as the last');
  for (const one of [deck, second, official]) await teachers.removeDeck(id, one.id);
  t.same(await decks(), { decks: [], deck: null });
});

t.test('SL-19 a deck is in a class once, and must be there, and one’s own or official', async (t) => {
  const id = await newClass(teacher, deck.id);
  refused(t, await teachers.addDeck(id, deck.id), 'deck_already_in_class');
  refused(t, await teachers.addDeck(id, foreign.id), 'deck_not_accessible');
  refused(t, await teachers.addDeck(id, NOBODY), 'deck_not_found');
  refused(t, await teachers.removeDeck(id, second.id), 'deck_not_in_class');
  refused(t, await teachers.removeDeck(id, NOBODY), 'deck_not_in_class');
  const answers = await Promise.all([teachers.addDeck(id, second.id), teachers.addDeck(id, second.id)]);
  t.same(answers.map(({ status }) => status).sort(), [201, 409], 'of two at once one succeeds');
  t.same((await teachers.get(id, '?include=decks')).body.data.decks, [MINE, ALSO_MINE]);
});

t.test('SL-64 a deck that is deleted is in no class any more', async (t) => {
  const passing = await api.addDeck(teacher.id, 1);
  const id = await newClass(teacher, passing.id);
  await teacher.data('DELETE /api/decks/:deckId', { params: { deckId: passing.id } });
  t.match((await teachers.get(id, '?include=decks')).body.data, { decks: [], deck: null });
});

t.test('SL-115 a class has another name once its teacher gives it, by the rules of a new one', async (t) => {
  const id = await newClass(teacher, deck.id, { name: '10A' });
  const { status, body } = await teachers.rename(id, '  Lớp 11A ');
  t.same([status, body.data.name, body.data.decks], [200, 'Lớp 11A', [MINE]]);
  t.equal((await teachers.get(id)).body.data.name, 'Lớp 11A');

  for (const name of ['', ' \u200b ', 'ế'.repeat(101)])
    invalid(t, await teachers.rename(id, name), 'name', 'Expected 1 to 100 characters');
  refused(t, await teachers.rename(NOBODY, 'Nobody'), 'class_not_found');
  t.equal((await teachers.get(id)).body.data.name, 'Lớp 11A', 'nothing else changed it');
});
