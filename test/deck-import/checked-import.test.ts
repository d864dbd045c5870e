import t from 'tap';
import type { ColumnMap } from '../../core/deck-import/cards/card-source.ts';
import { forgetCheckedFiles, removeLeftovers } from '../../core/deck-import/deck-import.run.ts';
import { type FormFields, fileOf, MP3 } from '../card/card-form.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';
import { BASIC, basicNote, type GivenNoteType, packageOf } from './anki/given-anki-packages.ts';
import { zipOf } from './archive/given-archives.ts';
import { workbookOf } from './formats/given-workbooks.ts';
import { importCalls, jsonOf, ownImports, runImports } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);

const { importAs, read } = ownImports(api);

/** What an author does with an own import, over HTTP. */
function ownCalls(author: TestAccount) {
  const of = (importId: number) => ({ params: { importId } });
  return {
    read: (importId: number) => read(author, importId),
    check: (fields: FormFields) => importAs(author, { check_only: '1', ...fields }),
    cards: (importId: number, query: { after?: number; wrong?: '1' } = {}) =>
      author.call('GET /api/imports/:importId/cards', { ...of(importId), query }),
    mend: (importId: number, row: number, body: { texts?: Record<string, string>; is_left_out?: boolean }) =>
      author.call('PATCH /api/imports/:importId/cards/:row', { params: { importId, row }, body }),
    async checkAgain(importId: number, body: { columns?: Record<string, string> } = {}) {
      const { status } = await author.call('POST /api/imports/:importId/check', { ...of(importId), body });
      await runImports(api);
      return status;
    },
    async confirm(importId: number) {
      const { status } = await author.call('POST /api/imports/:importId/confirm', of(importId));
      await runImports(api);
      return status;
    },
  };
}

await api.pool.query('update site_settings set students_make_decks = true');
const teacher = await api.register('teacher');
const own = ownCalls(teacher);
const kept = async () => ({
  cards: (await api.sql`select from deck_import_cards`).length,
  mends: (await api.sql`select from deck_import_mends`).length,
});
const shown = async (importId: number, query = {}) =>
  (await own.cards(importId, query)).body.data.map(({ row, texts: { front, back }, problems }) => [
    row,
    front,
    back,
    ...problems.map(({ code }) => code),
  ]);

t.test('IMF-20 IMF-21 the lines of a sheet are seen, mended in place and come so', async (t) => {
  const sheet = workbookOf([
    ['front', 'back', 'level'],
    ['mèo', 'cat', 1],
    ['', 'dog', 2],
    ['bò', 'c'.repeat(3_000), null],
    ['gà', 'chicken', null],
    ['mèo', 'cat', 1],
  ]);
  const checked = await own.check({ title: 'Sheet', json_file: fileOf(sheet, 'animals.xlsx') });
  t.match(checked, { status: 'checked', error_count: 2, has_mends: false, needs_check: false });
  const first = checked.errors[0]!.row!;
  const rowOf = (line: number) => first - 1 + line;
  const all = await own.cards(checked.id);
  t.equal(all.body.next, null);
  t.same(await shown(checked.id), [
    [rowOf(0), 'mèo', 'cat'],
    [rowOf(1), '', 'dog', 'front_required'],
    [rowOf(2), 'bò', 'c'.repeat(2_000), 'too_long'],
    [rowOf(3), 'gà', 'chicken'],
    [rowOf(4), 'mèo', 'cat', 'duplicate_card'],
  ]);
  t.match(all.body.data[0], { texts: { level: '1', definition: '' }, audio: null, is_left_out: false });
  t.same((await shown(checked.id, { wrong: '1' })).length, 2);

  const refused = await own.mend(checked.id, rowOf(1), { texts: { front: ' ', level: 'l'.repeat(51) } });
  t.match(refused, {
    status: 422,
    body: {
      code: 'validation_failed',
      errors: { front: ['The front is missing'], level: ['At most 50 characters'] },
    },
  });
  t.match(await own.mend(checked.id, rowOf(1), { texts: { back: 'hound' } }), {
    status: 422,
    body: { errors: { front: ['The front is missing'] } },
  });
  t.equal((await own.read(checked.id)).needs_check, false, 'what is refused changes nothing');

  const mended = await own.mend(checked.id, rowOf(1), { texts: { front: 'chó', definition: 'It barks' } });
  t.match(mended, {
    status: 200,
    body: { data: { row: rowOf(1), texts: { front: 'chó', back: 'dog', level: '2' }, problems: [] } },
  });
  t.match(await own.mend(checked.id, rowOf(2), { is_left_out: true }), {
    status: 200,
    body: { data: { is_left_out: true, problems: [{ code: 'too_long' }] } },
  });
  t.same(await shown(checked.id, { wrong: '1' }), []);
  t.match(await own.read(checked.id), { has_mends: true, needs_check: true });

  t.equal(await own.checkAgain(checked.id), 202);
  t.match(await own.read(checked.id), {
    status: 'checked',
    error_count: 0,
    needs_check: false,
    has_mends: true,
    report: { cards_new: 3, left_out: 0, left_out_by_hand: 1, duplicates: 1 },
  });
  t.match((await own.mend(checked.id, rowOf(2), { is_left_out: false })).body.data.problems, [
    { code: 'too_long' },
  ]);
  t.same(column(await shown(checked.id, { wrong: '1' }), 0), [rowOf(2)], 'taken in again, it is as wrong');
  await own.mend(checked.id, rowOf(2), { texts: { back: 'cow' } });
  await own.mend(checked.id, rowOf(3), { is_left_out: true });
  t.equal(await own.confirm(checked.id), 202, 'what was mended since the check comes as well');
  const done = await own.read(checked.id);
  t.match(done, { status: 'completed', report: { cards_new: 3, left_out_by_hand: 1 } });
  t.match(await calls.cards(done.deck_id), [
    { front: 'mèo', back: 'cat' },
    { front: 'chó', back: 'dog', definition: 'It barks', level: '2' },
    { front: 'bò', back: 'cow' },
  ]);
  t.same(await kept(), { cards: 0, mends: 0 }, 'nothing of it is kept');
  t.match(await own.mend(checked.id, rowOf(2), { is_left_out: true }), coded(409, 'import_not_mendable'));
});

t.test('IMF-20 IMF-21 cards of an Anki package are mended by number, also by a student', async (t) => {
  const student = await api.register('student');
  const studentCalls = ownCalls(student);
  const both: [string, string][] = [
    ['{{Front}}', '{{Back}}'],
    ['{{Back}}', '{{Front}}'],
  ];
  const notes = [
    basicNote('a', ['cat', 'mèo'], { ords: [0, 1] }),
    basicNote('b', ['dog', '<img src="dog.png">'], { ords: [0] }),
  ];
  const bytes = await packageOf(t.testdir(), { version: 3, types: [{ ...BASIC, templates: both }], notes });
  const checked = await studentCalls.check({ title: 'Anki', json_file: fileOf(bytes, 'pets.apkg') });
  const { data } = (await studentCalls.cards(checked.id)).body;
  t.match(data, [
    { row: 1, texts: { front: 'cat' }, back_picture: null, problems: [] },
    { row: 2, texts: { front: 'mèo' }, back_picture: null, problems: [] },
    { row: 3, texts: { front: 'dog' }, back_picture: null, problems: [{ code: /picture/ }] },
  ]);
  await studentCalls.mend(checked.id, 2, { texts: { front: 'con mèo' } });
  await studentCalls.mend(checked.id, 3, { texts: { back: 'chó' } });
  t.equal(await studentCalls.checkAgain(checked.id), 202);
  t.match(await studentCalls.read(checked.id), { error_count: 0, report: { cards_new: 3 } });
  t.equal(await studentCalls.confirm(checked.id), 202);
  const { deck_id } = await studentCalls.read(checked.id);
  const rows = await api.sql`select front, back from cards where deck_id = ${deck_id} order by ordinal`;
  t.same(rows, [
    { front: 'cat', back: 'mèo' },
    { front: 'con mèo', back: 'cat' },
    { front: 'dog', back: 'chó' },
  ]);
  t.match(await own.cards(checked.id), coded(404, 'import_not_found'));
  t.match(await own.mend(checked.id, 1, { is_left_out: true }), { status: 404 });
});

t.test('IMF-20 fifty lines come at a time, each once, and the wrong ones alone', async (t) => {
  const many = Array.from({ length: 120 }, (_, index) => ({ front: index % 2 ? '' : 'x', back: `${index}` }));
  const checked = await own.check({ title: 'Many', json_file: jsonOf(many) });
  const pages = async (query: { wrong?: '1' }) => {
    const sizes: number[] = [];
    const rows: number[] = [];
    for (let after: number | null | undefined; after !== null; ) {
      const { body } = await own.cards(checked.id, { ...query, ...(after !== undefined && { after }) });
      sizes.push(body.data.length);
      rows.push(...column(body.data, 'row'));
      after = body.next;
    }
    return { sizes, rows };
  };
  const all = await pages({});
  t.same(all.sizes, [50, 50, 20]);
  t.same(all.rows, [...many.keys(), 120].slice(1));
  t.same((await pages({ wrong: '1' })).sizes, [50, 10]);
  t.match(await own.mend(checked.id, 121, { is_left_out: true }), coded(404, 'card_not_found'));
});

t.test('IMF-21 other fields forget what was mended, and a second check of JSON needs none', async (t) => {
  const table = fileOf('front,back,note\n,dog,chó\n', 'words.csv', 'text/csv');
  const checked = await own.check({ title: 'Other fields', json_file: table });
  const { row } = (await own.cards(checked.id)).body.data[0]!;
  await own.mend(checked.id, row, { texts: { front: 'con chó' } });
  await own.checkAgain(checked.id, { columns: { front: 'note', back: 'back' } });
  t.match(await own.read(checked.id), { error_count: 0, has_mends: false });
  t.same(await shown(checked.id), [[row, 'chó', 'dog']]);

  const deck = await own.check({ title: 'Of JSON', json_file: jsonOf([{ front: 1, back: {} }]) });
  t.same(await shown(deck.id), [[1, '1', '', 'not_text']]);
  await own.mend(deck.id, 1, { texts: { back: 'một' } });
  t.equal(await own.checkAgain(deck.id), 202);
  t.match(await own.read(deck.id), { error_count: 0, report: { cards_new: 1 } });
});

t.test('IMF-21 a run that was killed and begins again applies what was mended', async (t) => {
  const two = jsonOf([
    { front: 'a', back: 'b' },
    { front: 'c', back: 'd' },
  ]);
  const checked = await own.check({ title: 'Killed', json_file: two });
  await own.mend(checked.id, 1, { texts: { back: 'B' } });
  await own.mend(checked.id, 2, { is_left_out: true });
  await teacher.call('POST /api/imports/:importId/confirm', { params: { importId: checked.id } });
  // As a process leaves it that was killed while it read.
  await api.sql`update deck_imports set status = 'running', phase = 'reading', attempts = 1 where id = ${checked.id}`;
  await api.sql`insert into deck_import_rows (import_id, "row", front, back) values (${checked.id}, 1, 'a', 'b')`;
  await runImports(api);
  const { status, deck_id } = await own.read(checked.id);
  t.equal(status, 'completed');
  t.match(await calls.cards(deck_id), [{ front: 'a', back: 'B' }]);
});

t.test('SL-231 IMF-21 a line left out by hand removes no card, and an import needs one', async (t) => {
  const two = jsonOf([
    { front: 'dog', back: 'chó' },
    { front: 'cow', back: 'bò' },
  ]);
  const { deck_id } = await calls.import({ title: 'Stays', json_file: two });
  const again = { title: 'Stays', remove_missing: '1', check_only: '1', json_file: two };
  const checked = await calls.import(again);
  await admin.data('PATCH /api/admin/imports/:importId/cards/:row', {
    params: { importId: checked.id, row: 2 },
    body: { is_left_out: true },
  });
  t.equal((await calls.confirm(checked.id)).status, 202);
  await runImports(api);
  t.match(await calls.read(checked.id), { status: 'completed', report: { cards_missing: 1 } });
  t.same(column(await calls.cards(deck_id), 'front'), ['dog', 'cow']);

  const none = await own.check({ title: 'None', json_file: jsonOf([{ front: 'a', back: 'b' }]) });
  await own.mend(none.id, 1, { is_left_out: true });
  await own.confirm(none.id);
  t.match(await own.read(none.id), { status: 'failed', failure: { code: 'no_cards' } });
});

t.test('IMF-20 a sound that is none stands at its lines', async (t) => {
  const checked = await own.check({
    title: 'Silent',
    json_file: jsonOf([
      { front: 'cat', back: 'mèo', audio: 'cat.mp3' },
      { front: 'dog', back: 'chó', audio: 'dog.mp3' },
    ]),
    audio_archive: fileOf(await zipOf({ 'cat.mp3': 'no sound', 'dog.mp3': MP3 }), 'sounds.zip'),
  });
  t.same(await shown(checked.id), [
    [1, 'cat', 'mèo', 'audio_not_playable'],
    [2, 'dog', 'chó'],
  ]);
  t.match(checked, {
    error_count: 0,
    errors: [{ row: 1, field: 'audio', params: { name: 'cat.mp3', words: 'cat' } }],
  });
  t.same(column((await own.cards(checked.id)).body.data, 'audio'), [null, 'dog.mp3']);
});

t.test('IMF-22 what a check keeps goes with its files: cancelled, forgotten, or left over', async (t) => {
  await api.pool.query('delete from deck_imports');
  const given = async (title: string) => {
    const checked = await own.check({ title, json_file: jsonOf([{ front: 'a', back: 'b' }]) });
    await own.mend(checked.id, 1, { texts: { back: title } });
    return checked.id;
  };
  const cancelled = await given('Cancelled');
  t.same(await kept(), { cards: 1, mends: 1 });
  await teacher.call('POST /api/imports/:importId/cancel', { params: { importId: cancelled } });
  t.same(await kept(), { cards: 0, mends: 0 });

  const keeper = { pool: api.pool, storage: async () => api.services.storage, config: api.services.config };
  await api.sql`update deck_imports set finished_at = now() - interval '25 hours'
    where id = ${await given('Forgotten')}`;
  await forgetCheckedFiles(keeper);
  t.same(await kept(), { cards: 0, mends: 0 });

  await api.sql`update deck_imports set has_files = false where id = ${await given('Left over')}`;
  await given('Kept');
  await removeLeftovers(keeper);
  t.same(await kept(), { cards: 1, mends: 1 });
});

const checkAgain = (importId: number, columns: ColumnMap) =>
  admin.call('POST /api/admin/imports/:importId/check', { params: { importId }, body: { columns } });
const samplesOf = async (importId: number) =>
  (await calls.read(importId)).report?.samples?.map(({ front, back }) => [front, back]);

const TYPE = { id: 1_500_000_000_003, fields: ['Wort', 'Lautschrift', 'Bedeutung'] };
const animals = async (folder: string) =>
  fileOf(
    await packageOf(folder, {
      version: 3,
      types: [TYPE],
      notes: [
        { guid: 'a', type: TYPE.id, fields: ['Katze', 'ˈkatsə', 'mèo'] },
        { guid: 'b', type: TYPE.id, fields: ['Hund', 'hʊnt', 'chó'] },
      ],
    }),
    'tiere.apkg',
  );

t.test('IMF-14 IMF-15 the fields of Anki’s notes are chosen by name after the first cards', async (t) => {
  const title = 'Tiere';
  const checked = await calls.import({ title, check_only: '1', json_file: await animals(t.testdir()) });
  t.same(checked.report?.fields, { names: TYPE.fields, chosen: { front: 'Wort', back: 'Lautschrift' } });
  t.same(await samplesOf(checked.id), [
    ['Katze', 'ˈkatsə'],
    ['Hund', 'hʊnt'],
  ]);

  const wanted = { front: 'Bedeutung', back: 'Wort', example_sentence: 'Lautschrift' };
  const again = await checkAgain(checked.id, wanted);
  t.match(again, { status: 202, body: { data: { status: 'queued', check_only: true, report: null } } });
  t.match(await checkAgain(checked.id, wanted), coded(409, 'import_not_checkable'));
  await runImports(api);
  t.match(await calls.read(checked.id), {
    status: 'checked',
    has_files: true,
    report: { cards_new: 2, fields: { names: TYPE.fields, chosen: wanted } },
  });
  t.same(await samplesOf(checked.id), [
    ['mèo', 'Katze'],
    ['chó', 'Hund'],
  ]);

  t.equal((await calls.confirm(checked.id)).status, 202);
  await runImports(api);
  const done = await calls.read(checked.id);
  t.equal(done.status, 'completed');
  t.equal(done.report?.fields, undefined, 'what was chosen is of a check');
  t.match(await calls.cards(done.deck_id), [
    { front: 'mèo', back: 'Katze', example_sentence: 'ˈkatsə' },
    { front: 'chó', back: 'Hund', example_sentence: 'hʊnt' },
  ]);
  t.match(await checkAgain(checked.id, wanted), coded(409, 'import_not_checkable'));
});

t.test('IMF-15 a table’s columns are chosen so as well, by numbers where they have no names', async (t) => {
  const table = fileOf('back,note,front\nmèo,a pet,cat\n', 'words.csv', 'text/csv');
  const named = await calls.import({ title: 'Named', check_only: '1', json_file: table });
  t.same(named.report?.fields, {
    names: ['back', 'note', 'front'],
    chosen: { front: 'front', back: 'back' },
  });
  await checkAgain(named.id, { front: 'front', back: 'note' });
  await runImports(api);
  t.same(await samplesOf(named.id), [['cat', 'a pet']]);

  const rows = [
    ['mèo', 'cat'],
    ['chó', 'dog'],
  ];
  const json_file = fileOf(workbookOf(rows), 'words.xlsx');
  const sheet = await calls.import({ title: 'Sheet', check_only: '1', json_file });
  t.same(sheet.report?.fields, { names: ['1', '2'], chosen: { front: '1', back: '2' } });
  await checkAgain(sheet.id, { front: '2', back: '1' });
  await runImports(api);
  t.same(await samplesOf(sheet.id), [
    ['cat', 'mèo'],
    ['dog', 'chó'],
  ]);
});

t.test('IMF-15 names that are not there, or no front, are refused and change nothing', async (t) => {
  const json_file = await animals(t.testdir());
  const checked = await calls.import({ title: 'Kept as it is', check_only: '1', json_file });
  for (const columns of [
    {},
    { front: 'Wort' },
    { front: 'Wort', back: 'Nichts' },
    { front: 'Wort', back: 'Bedeutung', level: 'x' },
  ])
    t.match(await checkAgain(checked.id, columns), {
      status: 422,
      body: { code: 'invalid_import', errors: { columns: [/^Names of columns or fields/] } },
    });
  t.same(await calls.read(checked.id), checked);

  const cards = jsonOf([{ front: 'cat', back: 'mèo' }]);
  const deck = await calls.import({ title: 'Of JSON', check_only: '1', json_file: cards });
  t.equal(deck.report?.fields, undefined);
  t.match(await checkAgain(deck.id, { front: 'front', back: 'back' }), coded(409, 'import_not_checkable'));
  t.match(await checkAgain(2_147_483_647, { front: 'a', back: 'b' }), coded(404, 'import_not_found'));
});

const confirmRest = async (importId: number) => {
  const { status } = await admin.call('POST /api/admin/imports/:importId/confirm', {
    params: { importId },
    query: { leave_out: '1' },
  });
  await runImports(api);
  return status;
};

const SOME_WRONG = [
  { id: 'a', front: 'cat', back: 'mèo' },
  { id: 'b', front: '', back: `con chó ${'rất '.repeat(30)}lớn` },
  { id: 'a', front: 'cow', back: 'bò' },
];

t.test('IMF-01 SL-231 a check names the bad cards; the rest is imported when that is asked', async (t) => {
  const checked = await calls.import({ title: 'Rest', check_only: '1', json_file: jsonOf(SOME_WRONG) });
  t.match(checked, { status: 'checked', error_count: 2, report: { cards_new: 1, left_out: 2 } });
  t.match(
    checked.errors.map(({ row, code, params }) => [row, code, params.words]),
    [
      [2, 'front_required', /^con chó rất rất .{1,50}…$/],
      [3, 'duplicate_id', 'cow'],
    ],
  );
  t.equal((await calls.confirm(checked.id)).status, 409, 'all or nothing unless it is said');
  t.equal(await confirmRest(checked.id), 202);
  const done = await calls.read(checked.id);
  t.match(done, { status: 'completed', error_count: 2, report: { cards_new: 1, left_out: 2 } });
  t.match(await calls.cards(done.deck_id), [{ front: 'cat' }]);
});

t.test('SL-231 an import that leaves something out removes no card', async (t) => {
  const two = [
    { id: 'b', front: 'dog', back: 'chó' },
    { id: 'c', front: 'cow', back: 'bò' },
  ];
  const { deck_id } = await calls.import({ title: 'Kept', json_file: jsonOf(two) });
  const again = { title: 'Kept', remove_missing: '1', leave_out: '1' };
  const done = await calls.import({ ...again, json_file: jsonOf(SOME_WRONG.slice(0, 2)) });
  t.match(done, { status: 'completed', report: { cards_missing: 2, left_out: 1 } });
  t.same(column(await calls.cards(deck_id), 'front'), ['cat', 'dog', 'cow']);
});

t.test(
  'IMF-01 CRD-14 without a right card there is no rest, and an audio that is none is left out',
  async (t) => {
    const wrong = { title: 'Nothing', leave_out: '1', json_file: jsonOf(SOME_WRONG.slice(1, 2)) };
    t.match(await calls.import(wrong), { status: 'checked', error_count: 1, has_files: true });
    const silent = await calls.import({
      title: 'Silent',
      leave_out: '1',
      json_file: jsonOf([{ front: 'cat', back: 'mèo', audio: 'cat.mp3' }]),
      audio_files: fileOf('no sound', 'cat.mp3', 'audio/mpeg'),
    });
    t.match(silent, { status: 'completed', errors: [{ code: 'audio_not_playable' }] });
    t.match(await calls.cards(silent.deck_id), [{ front: 'cat', audio_file: null }]);
  },
);

t.test('IMF-01 of two copies of a note the first counts, and a listening card needs its sound', async (t) => {
  const notes = [
    basicNote('a', ['cat', 'mèo']),
    basicNote('a', ['cat 2', 'mèo']),
    basicNote('b', ['[sound:gone.mp3]', 'bò']),
  ];
  const bytes = await packageOf(t.testdir(), { version: 3, types: [BASIC], notes });
  const file = fileOf(bytes, 'copies.apkg');
  const done = await calls.import({ title: 'Copies', leave_out: '1', json_file: file });
  t.match(done, { status: 'completed', report: { cards_new: 1, duplicates: 1, left_out: 1 } });
  t.match(done.errors, [
    { row: 3, severity: 'error', code: 'front_required', params: { words: 'bò' } },
    { row: 2, severity: 'warning', code: 'duplicate_note', params: { row: 1, words: 'cat 2' } },
  ]);
  t.match(await calls.cards(done.deck_id), [{ front: 'cat' }]);
});

t.test('IMF-04 IMF-05 a check of a package shows cards and says what is left out', async (t) => {
  const names = ['Word', 'Meaning', 'Romanization', 'Extra'];
  const type: GivenNoteType = {
    id: 5,
    fields: names,
    templates: [['{{Word}}', '{{Meaning}}{{Romanization}}']],
  };
  const fields = ['cat [sound:a.mp3][sound:b.mp3]', 'mèo', 'kat', '<img src=x.png>'];
  const notes = [
    { guid: 'a', type: 5, fields, ords: [0], tags: ' pets ', deck: 1 },
    { guid: 'b', type: 5, fields: ['dog', 'chó', '', ''], ords: [0], deck: 2 },
  ];
  const sound = Buffer.concat([Buffer.from('RIFF....WAVE'), Buffer.alloc(50)]);
  const media = { 'a.mp3': sound, 'b.mp3': sound, 'x.png': Buffer.of(1), 'film.mp4': Buffer.of(1) };
  const bytes = await packageOf(t.testdir(), { version: 3, types: [type], notes, media });
  const json_file = fileOf(bytes, 'pets.colpkg');
  const checked = await calls.import({ title: 'Left out', check_only: '1', json_file });
  t.match(checked, { status: 'checked', error_count: 0, warning_count: 0 });
  t.same(checked.report?.anki, { cards: 2, pictures: 1, videos: 1, fields: ['Romanization'] });
  const noPictures = { front_picture: null, back_picture: null };
  t.same(checked.report?.samples, [
    { front: 'cat', back: 'mèo', example_sentence: null, audio: 'a.mp3', ...noPictures },
    { front: 'dog', back: 'chó', example_sentence: null, audio: null, ...noPictures },
  ]);
});

t.test('IMF-24 IMF-21 a row in doubt is listed, mended or left out, and the others come', async (t) => {
  const json_file = fileOf('front,back\ncat,mèo\nred, green,đỏ\n"dog,chó\nbird,chim', 'words.csv');
  const check = await own.check({ title: 'Doubtful', json_file });
  t.match(check, { status: 'checked', error_count: 2 });
  t.same(await shown(check.id), [
    [2, 'cat', 'mèo'],
    [3, 'red', 'green', 'row_too_wide'],
    [4, '"dog', 'chó', 'quote_not_closed'],
    [5, 'bird', 'chim'],
  ]);
  t.same(column(check.errors, 'params'), [
    { cells: 3, columns: 2, words: 'red · green · đỏ' },
    { words: '"dog · chó' },
  ]);
  const mend = await own.mend(check.id, 3, { texts: { front: 'red, green', back: 'đỏ' } });
  t.same([mend.status, mend.body.data.problems], [200, []]);
  await own.checkAgain(check.id);
  t.match(await own.read(check.id), { error_count: 1 });
  t.equal(await own.confirm(check.id), 409, 'all or nothing unless leaving out is asked');
  const rest = await calls.import({ title: 'The rest', leave_out: '1', json_file });
  t.match(rest, { status: 'completed', report: { cards_new: 2, left_out: 2 } });
});

t.test(
  'IMF-25 IMF-15 where a side is missing, a check says between what to choose, and reads what is chosen',
  async (t) => {
    const json_file = fileOf('Word,Xyz,Note\ncat,mèo,x', 'words.csv');
    const check = await own.check({ title: 'Unnamed', json_file });
    t.match(check, {
      status: 'checked',
      error_count: 1,
      errors: [
        { row: null, field: 'back', code: 'column_missing', params: { columns: '“Word”, “Xyz”, “Note”' } },
      ],
      report: { fields: { names: ['Word', 'Xyz', 'Note'], chosen: { front: 'Word' } } },
    });
    await own.checkAgain(check.id, { columns: { front: 'Word', back: 'Xyz' } });
    const again = await own.read(check.id);
    t.match(again, { error_count: 0, report: { cards_new: 1 } });
    t.match(again.errors, [
      { severity: 'warning', row: 2, code: 'column_left_out', params: { name: 'Note' } },
    ]);
    const asked = await calls.import({ title: 'Unnamed', json_file });
    t.match(
      asked,
      { status: 'checked', errors: [{ field: 'back', code: 'column_missing' }] },
      'an import too',
    );
  },
);

t.test('IMF-27 IMF-12 a text of Anki’s that a spreadsheet has saved brings its cards and tags', async (t) => {
  const text =
    '#separator:Semicolon;;;;\r\n#html:true;;;;\r\n"#columns:Deck;Kind;Front;Back;Tags";;;;\r\n#deck column:1;;;;\r\n' +
    '#notetype column:2;;;;\r\n#tags column:5;;;;\r\n#tags:all;;;;\r\n' +
    'English::Unit 1;Basic;<b>cat</b>;"mèo; miu";pets\r\nEnglish::Unit 2;Basic;dog;chó;\r\n';
  const done = await calls.import({ title: 'Of Anki', json_file: fileOf(text, 'notes.csv') });
  t.match(done, { status: 'completed', errors: [{ code: 'note_type_left_out', params: { name: 'Basic' } }] });
  const cards =
    await api.sql`select front, back, tags from cards where deck_id = ${done.deck_id} order by id`;
  t.same(cards, [
    { front: '**cat**', back: 'mèo; miu', tags: ['pets', 'all', 'Unit 1'] },
    { front: 'dog', back: 'chó', tags: ['all', 'Unit 2'] },
  ]);
});
