import t from 'tap';
import { forgetCheckedFiles, removeLeftovers } from '../../core/deck-import/deck-import.run.ts';
import { type FormFields, fileOf, formOf, MP3 } from '../card/card-form.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { BASIC, packageOf } from './anki/given-anki-packages.ts';
import { zipOf } from './archive/zip-writer.ts';
import { workbookOf } from './formats/given-workbooks.ts';
import { importCalls, jsonOf, runImports } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);

/** What an author does with an own import, over HTTP. */
function ownCalls(author: TestAccount) {
  const of = (importId: number) => ({ params: { importId } });
  return {
    read: (importId: number) => author.data('GET /api/imports/:importId', of(importId)),
    async check(fields: FormFields) {
      const { body } = await author.unchecked('POST /api/imports', formOf({ check_only: '1', ...fields }));
      await runImports(api);
      return this.read(body.data.id);
    },
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
  cards: (await api.pool.query('select from deck_import_cards')).rowCount,
  mends: (await api.pool.query('select from deck_import_mends')).rowCount,
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
  t.match(await own.mend(checked.id, rowOf(2), { is_left_out: true }), {
    status: 409,
    body: { code: 'import_not_mendable' },
  });
});

t.test(
  'IMF-20 IMF-21 cards of an Anki package are mended by their own numbers, also by a student',
  async (t) => {
    const student = await api.register('student');
    const studentCalls = ownCalls(student);
    const both: [string, string][] = [
      ['{{Front}}', '{{Back}}'],
      ['{{Back}}', '{{Front}}'],
    ];
    const notes = [
      { guid: 'a', type: BASIC.id, fields: ['cat', 'mèo'], ords: [0, 1] },
      { guid: 'b', type: BASIC.id, fields: ['dog', '<img src="dog.png">'], ords: [0] },
    ];
    const bytes = await packageOf(t.testdir(), { version: 3, types: [{ ...BASIC, templates: both }], notes });
    const checked = await studentCalls.check({ title: 'Anki', json_file: fileOf(bytes, 'pets.apkg') });
    const { data } = (await studentCalls.cards(checked.id)).body;
    t.match(
      data.map(({ row, texts, back_picture, problems }) => [
        row,
        texts.front,
        back_picture,
        problems[0]?.code,
      ]),
      [
        [1, 'cat', null, undefined],
        [2, 'mèo', null, undefined],
        [3, 'dog', null, /picture/],
      ],
    );
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
    t.equal(
      (await student.call('GET /api/imports/:importId', { params: { importId: checked.id } })).status,
      200,
    );
    t.match(await own.cards(checked.id), { status: 404, body: { code: 'import_not_found' } });
    t.match(await own.mend(checked.id, 1, { is_left_out: true }), { status: 404 });
  },
);

t.test('IMF-20 fifty lines come at a time, each once, and the wrong ones alone', async (t) => {
  const many = Array.from({ length: 120 }, (_, index) => ({
    front: index % 2 ? '' : `front ${index}`,
    back: `back ${index}`,
  }));
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
  t.same(
    all.rows,
    many.map((_, index) => index + 1),
  );
  t.same((await pages({ wrong: '1' })).sizes, [50, 10]);
  t.match(await own.mend(checked.id, 121, { is_left_out: true }), {
    status: 404,
    body: { code: 'card_not_found' },
  });
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
  const checked = await own.check({
    title: 'Killed',
    json_file: jsonOf([
      { front: 'a', back: 'b' },
      { front: 'c', back: 'd' },
    ]),
  });
  await own.mend(checked.id, 1, { texts: { back: 'B' } });
  await own.mend(checked.id, 2, { is_left_out: true });
  await teacher.call('POST /api/imports/:importId/confirm', { params: { importId: checked.id } });
  // As a process leaves it that was killed while it read.
  await api.pool.query(
    `update deck_imports set status = 'running', phase = 'reading', attempts = 1 where id = $1`,
    [checked.id],
  );
  await api.pool.query(
    `insert into deck_import_rows (import_id, "row", front, back) values ($1, 1, 'a', 'b')`,
    [checked.id],
  );
  await runImports(api);
  const { status, deck_id } = await own.read(checked.id);
  t.equal(status, 'completed');
  t.match(await calls.cards(deck_id), [{ front: 'a', back: 'B' }]);
});

t.test(
  'SL-231 IMF-21 a line that is left out by hand removes no card of the deck, nor come none at all',
  async (t) => {
    const two = jsonOf([
      { front: 'dog', back: 'chó' },
      { front: 'cow', back: 'bò' },
    ]);
    const { deck_id } = await calls.import({ title: 'Stays', json_file: two });
    const checked = await calls.import({
      title: 'Stays',
      remove_missing: '1',
      check_only: '1',
      json_file: two,
    });
    const leaveOut = (row: number) =>
      admin.call('PATCH /api/admin/imports/:importId/cards/:row', {
        params: { importId: checked.id, row },
        body: { is_left_out: true },
      });
    await leaveOut(2);
    t.equal((await calls.confirm(checked.id)).status, 202);
    await runImports(api);
    t.match(await calls.read(checked.id), { status: 'completed', report: { cards_missing: 1 } });
    t.same(column(await calls.cards(deck_id), 'front'), ['dog', 'cow']);

    const none = await own.check({ title: 'None', json_file: jsonOf([{ front: 'a', back: 'b' }]) });
    await own.mend(none.id, 1, { is_left_out: true });
    await own.confirm(none.id);
    t.match(await own.read(none.id), { status: 'failed', failure: { code: 'no_cards' } });
  },
);

t.test('IMF-20 a sound that is none stands at its lines', async (t) => {
  const checked = await own.check({
    title: 'Silent',
    json_file: jsonOf([
      { front: 'cat', back: 'mèo', audio: 'cat.mp3' },
      { front: 'dog', back: 'chó', audio: 'dog.mp3' },
    ]),
    audio_archive: fileOf(
      zipOf([
        { name: 'cat.mp3', content: 'no sound' },
        { name: 'dog.mp3', content: MP3 },
      ]),
      'sounds.zip',
    ),
  });
  t.same(await shown(checked.id, { wrong: '1' }), [[1, 'cat', 'mèo', 'audio_not_playable']]);
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
  await api.pool.query(`update deck_imports set finished_at = now() - interval '25 hours' where id = $1`, [
    await given('Forgotten'),
  ]);
  await forgetCheckedFiles(keeper);
  t.same(await kept(), { cards: 0, mends: 0 });

  await api.pool.query('update deck_imports set has_files = false where id = $1', [await given('Left over')]);
  await given('Kept');
  await removeLeftovers(keeper);
  t.same(await kept(), { cards: 1, mends: 1 });
});
