import t from 'tap';
import type { ColumnMap } from '../../core/deck-import/cards/card-source.ts';
import { fileOf } from '../card/card-form.ts';
import { startApi } from '../harness/api-harness.ts';
import { packageOf } from './anki/given-anki-packages.ts';
import { workbookOf } from './formats/given-workbooks.ts';
import { importCalls, jsonOf, runImports } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);
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
      notes: ['Katze/ˈkatsə/mèo', 'Hund/hʊnt/chó'].map((text, index) => ({
        guid: `guid-${index}`,
        type: TYPE.id,
        fields: text.split('/'),
      })),
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
  t.match(await checkAgain(checked.id, wanted), { status: 409, body: { code: 'import_not_checkable' } });
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
  t.match(await checkAgain(checked.id, wanted), { status: 409, body: { code: 'import_not_checkable' } });
});

t.test('IMF-15 a table’s columns are chosen so as well, by numbers where they have no names', async (t) => {
  const table = (text: string) => fileOf(text, 'words.csv', 'text/csv');
  const named = await calls.import({
    title: 'Named',
    check_only: '1',
    json_file: table('back,note,front\nmèo,a pet,cat\n'),
  });
  t.same(named.report?.fields, {
    names: ['back', 'note', 'front'],
    chosen: { front: 'front', back: 'back' },
  });
  await checkAgain(named.id, { front: 'front', back: 'note' });
  await runImports(api);
  t.same(await samplesOf(named.id), [['cat', 'a pet']]);

  const sheet = await calls.import({
    title: 'Sheet',
    check_only: '1',
    json_file: fileOf(
      workbookOf([
        ['mèo', 'cat'],
        ['chó', 'dog'],
      ]),
      'words.xlsx',
    ),
  });
  t.same(sheet.report?.fields, { names: ['1', '2'], chosen: { front: '1', back: '2' } });
  await checkAgain(sheet.id, { front: '2', back: '1' });
  await runImports(api);
  t.same(await samplesOf(sheet.id), [
    ['cat', 'mèo'],
    ['dog', 'chó'],
  ]);
});

t.test('IMF-15 names that are not there, or no front, are refused and change nothing', async (t) => {
  const checked = await calls.import({
    title: 'Kept as it is',
    check_only: '1',
    json_file: await animals(t.testdir()),
  });
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

  const deck = await calls.import({
    title: 'Of JSON',
    check_only: '1',
    json_file: jsonOf([{ front: 'cat', back: 'mèo' }]),
  });
  t.equal(deck.report?.fields, undefined);
  t.match(await checkAgain(deck.id, { front: 'front', back: 'back' }), {
    status: 409,
    body: { code: 'import_not_checkable' },
  });
  t.match(await checkAgain(2_147_483_647, { front: 'a', back: 'b' }), {
    status: 404,
    body: { code: 'import_not_found' },
  });
});
