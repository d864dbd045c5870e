import t from 'tap';
import { fileOf } from '../card/card-form.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { BASIC, type GivenNote, packageOf } from './anki/given-anki-packages.ts';
import { importCalls, jsonOf, runImports } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);
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

t.test('IMF-01 without a right card there is no rest, and an audio that is none is left out', async (t) => {
  const wrong = { title: 'Nothing', leave_out: '1', json_file: jsonOf(SOME_WRONG.slice(1, 2)) };
  t.match(await calls.import(wrong), { status: 'failed', failure: { code: 'rows_invalid' } });
  const silent = await calls.import({
    title: 'Silent',
    leave_out: '1',
    json_file: jsonOf([{ front: 'cat', back: 'mèo', audio: 'cat.mp3' }]),
    audio_files: fileOf('no sound', 'cat.mp3', 'audio/mpeg'),
  });
  t.match(silent, { status: 'completed', errors: [{ code: 'audio_not_playable' }] });
  t.match(await calls.cards(silent.deck_id), [{ front: 'cat', audio_file: null }]);
});

t.test('IMF-01 of two copies of a note the first counts, and a listening card needs its sound', async (t) => {
  const note = (guid: string, ...fields: string[]): GivenNote => ({ guid, type: BASIC.id, fields });
  const notes = [note('a', 'cat', 'mèo'), note('a', 'cat 2', 'mèo'), note('b', '[sound:gone.mp3]', 'bò')];
  const bytes = await packageOf(t.testdir(), { version: 3, types: [BASIC], notes });
  const done = await calls.import({
    title: 'Copies',
    leave_out: '1',
    json_file: fileOf(bytes, 'copies.apkg'),
  });
  t.match(done, { status: 'completed', report: { cards_new: 1, duplicates: 1, left_out: 1 } });
  t.match(done.errors, [
    { row: 3, severity: 'error', code: 'front_required', params: { words: 'bò' } },
    { row: 2, severity: 'warning', code: 'duplicate_note', params: { row: 1, words: 'cat 2' } },
  ]);
  t.match(await calls.cards(done.deck_id), [{ front: 'cat' }]);
});

t.test('IMF-04 IMF-05 a check of a package shows cards and says what is left out', async (t) => {
  const type = {
    id: 5,
    fields: ['Word', 'Meaning', 'Romanization', 'Extra'],
    templates: [['{{Word}}', '{{Meaning}}{{Romanization}}']] as [string, string][],
  };
  const fields = ['cat [sound:a.mp3][sound:b.mp3]', 'mèo', 'kat', '<img src=x.png>'];
  const notes = [
    { guid: 'a', type: 5, fields, ords: [0], tags: ' pets ', deck: 1 },
    { guid: 'b', type: 5, fields: ['dog', 'chó', '', ''], ords: [0], deck: 2 },
  ];
  const sound = Buffer.concat([Buffer.from('RIFF....WAVE'), Buffer.alloc(50)]);
  const media = { 'a.mp3': sound, 'b.mp3': sound, 'x.png': Buffer.of(1), 'film.mp4': Buffer.of(1) };
  const bytes = await packageOf(t.testdir(), { version: 3, types: [type], notes, media });
  const checked = await calls.import({
    title: 'Left out',
    check_only: '1',
    json_file: fileOf(bytes, 'pets.colpkg'),
  });
  t.match(checked, { status: 'checked', error_count: 0, warning_count: 0 });
  t.same(checked.report?.anki, { cards: 2, pictures: 1, videos: 1, fields: ['Romanization'] });
  const noPictures = { front_picture: null, back_picture: null };
  t.same(checked.report?.samples, [
    { front: 'cat', back: 'mèo', example_sentence: null, audio: 'a.mp3', ...noPictures },
    { front: 'dog', back: 'chó', example_sentence: null, audio: null, ...noPictures },
  ]);
});
