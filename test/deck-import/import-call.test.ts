import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { FileShelf } from '../../core/deck-import/archive/file-shelf.ts';
import { deckImportRun, removeLeftovers } from '../../core/deck-import/deck-import.run.ts';
import { workFolderOf } from '../../core/deck-import/import-files.ts';
import { runBroke } from '../../core/run/run-rows.ts';
import { type FormFields, fileOf, formOf, MP3 } from '../card/card-form.ts';
import { startApi } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column, columns } from '../harness/columns.ts';
import { until } from '../harness/until.ts';
import { zipOf } from './archive/given-archives.ts';
import { zipOf as givenZip } from './archive/zip-writer.ts';
import { importCalls, jsonOf, runImports } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);
const brought = (title: string, cards: unknown, more: FormFields = {}) =>
  calls.import({ title, json_file: jsonOf(cards), ...more });
const { DATA_DIR } = api.services.config;
const ONE_CARD = jsonOf([{ front: 'a', back: 'b' }]);

const filesIn = (folder: string): string[] => {
  const path = join(DATA_DIR, folder);
  const found = existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
};
/** Everything of an import that is no card's audio. */
const leftOver = (): string[] => [...filesIn('uploads'), ...filesIn('storage/imports')];
const addressOf = (bytes: Uint8Array): string => `/storage/cards/${hash('sha256', bytes)}.mp3`;
const decks = async (): Promise<number> => (await api.pool.query('select from decks')).rowCount ?? 0;
/** Another sound than the others, to be told from them. */
const sound = (name: string): Buffer => Buffer.concat([MP3, Buffer.from(name)]);

t.test('ADM-21 ADM-23 a title and a file with cards are required, and told as such', async (t) => {
  const { status, body } = await calls.send({ title: '  ' });
  t.equal(status, 422);
  t.match(body, {
    code: 'invalid_import',
    errors: { title: ['The title is required'], json_file: ['The file with the cards is required'] },
  });
  for (const [field, fields] of Object.entries({
    title: { title: 'ế'.repeat(51) },
    description: { title: 'x', description: 'ế'.repeat(101) },
    official_button_label: { title: 'x', is_official: '1', official_button_label: 'ế'.repeat(51) },
    audio_source_path: { title: 'x', audio_source_path: 'a/../../b' },
    columns: { title: 'x', columns: '{"front": 1}' },
  })) {
    const refused = await calls.send({ ...fields, json_file: ONE_CARD } as never);
    t.same(Object.keys((refused.body as { errors?: object }).errors ?? {}), [field]);
  }
  t.equal((await calls.send({ title: 'x', surprise: fileOf('x') })).status, 422, 'a file of another name');
  t.same(await decks(), 0);
  await until(() => leftOver().length === 0);
});

t.test('ADM-22 ADM-24 ADM-26 SL-55 a deck of JSON has all its fields, and its audio', async (t) => {
  const [one, two] = [sound('one'), sound('two')];
  const APPLE = {
    front: 'apple',
    back: 'quả táo',
    example_sentence: 'An apple a day.',
    definition: 'a fruit',
    part_of_speech: 'noun',
    level: 'A1',
  };
  const done = await calls.import({
    title: ' Fruit ',
    description: 'What grows',
    json_file: jsonOf({
      cards: [
        { ...APPLE, audio: 'apple.mp3' },
        { front: 'pear', back: 'quả lê', audio: 'lê.mp3', level: 2 },
        { front: 'plum', back: 'quả mận' },
      ],
    }),
    audio_files: fileOf(one, 'apple.mp3'),
    audio_archive: fileOf(await zipOf({ 'fruit/lê.mp3': two }), 'audio.zip', 'application/zip'),
  });
  t.match(done, {
    status: 'completed',
    title: 'Fruit',
    percent: 100,
    cards_total: 3,
    cards_done: 3,
    audio_total: 2,
    audio_done: 2,
    error_count: 0,
    report: { updates_deck: null, cards_new: 3, audio_matched: 2, audio_missing: 0, audio_unused: 0 },
  });
  const cards = await calls.cards(done.deck_id);
  t.match(cards, [
    { ...APPLE, audio_file: addressOf(one) },
    { front: 'pear', back: 'quả lê', level: '2', audio_file: addressOf(two), definition: null },
    { front: 'plum', back: 'quả mận', audio_file: null },
  ]);
  const audio = await api.app.inject({ url: cards[0]!.audio_file!, headers: { range: 'bytes=0-2' } });
  t.equal(audio.statusCode, 206);
  t.match(audio.headers['cache-control'], 'immutable');
  t.same(leftOver(), [], 'what was uploaded is gone');
  t.equal((await api.pool.query('select from deck_import_rows')).rowCount, 0);
});

t.test('ADM-27 an import makes its deck official', async (t) => {
  const { deck_id } = await calls.import({
    title: 'For all',
    is_official: '1',
    official_button_label: 'Begin',
    json_file: ONE_CARD,
  });
  const data = await api.data('GET /api/official-decks');
  t.match(data, [{ id: deck_id, official_button_label: 'Begin' }]);
});

t.test('the same content is kept once, whatever it is called', async (t) => {
  const before = filesIn('storage/cards').length;
  const { deck_id } = await calls.import({
    title: 'Twice the same',
    json_file: jsonOf([
      { front: 'a', back: 'b', audio: 'a.mp3' },
      { front: 'c', back: 'd', audio: 'c.mp3' },
    ]),
    audio_archive: fileOf(await zipOf({ 'a.mp3': sound('same'), 'c.mp3': sound('same') })),
  });
  t.equal(filesIn('storage/cards').length, before + 1);
  const [one, two] = await calls.cards(deck_id);
  t.equal(one!.audio_file, two!.audio_file);
});

t.test('SL-55 all or nothing: every bad row is told with its number, field and reason', async (t) => {
  const before = await decks();
  const failed = await calls.import({
    title: 'Bad rows',
    json_file: jsonOf([
      { front: 'right', back: 'đúng' },
      { front: '  ', back: 'x' },
      { front: 'y', back: 'z'.repeat(501), level: ['A1'] },
      'no card',
      { front: 'w', back: 'v', audio: '../w.mp3' },
      { id: '1', front: 'one', back: 'một' },
      { id: '1', front: 'uno', back: 'một' },
      { front: 'text', back: 'no sound', audio: 'text.mp3' },
    ]),
    audio_files: fileOf('this is no audio', 'text.mp3'),
  });
  t.match(failed, { status: 'checked', failure: { code: 'rows_invalid' }, error_count: 6, has_files: true });
  t.equal(failed.deck_id, null);
  t.same(columns(failed.errors, 'row', 'field', 'code'), [
    [2, 'front', 'front_required'],
    [3, 'back', 'too_long'],
    [3, 'level', 'not_text'],
    [4, null, 'not_a_card'],
    [5, 'audio', 'audio_path_refused'],
    [7, 'id', 'duplicate_id'],
    [8, 'audio', 'audio_not_playable'],
  ]);
  const list = await admin.data('GET /api/admin/imports');
  t.same(list[0], failed, 'the list tells the same, newest first');
  const params = { importId: failed.id };
  const data = await admin.data('GET /api/admin/imports/:importId/problems', { params });
  t.equal(data.length, failed.error_count + failed.warning_count);
  t.equal(await decks(), before);
  t.ok(failed.has_files, 'what can be mended is there still');
  await calls.cancel(failed.id);
  t.same(leftOver(), []);
});

t.test('SL-232 a card that asks by a sound alone is left out without its sound', async (t) => {
  const cards = ['there.mp3', 'lost.mp3', undefined].map((audio, index) => ({
    front: '🔊',
    back: `b${index}`,
    ...(audio && { audio }),
  }));
  const done = await calls.import({
    title: 'Heard',
    leave_out: '1',
    json_file: jsonOf(cards),
    audio_files: fileOf(MP3, 'there.mp3'),
  });
  t.match(done, { status: 'completed', report: { cards_new: 1 } });
  t.same(columns(await calls.cards(done.deck_id), 'front', 'back'), [['🔊', 'b0']]);
});

t.test('what is only doubtful is told and imported', async (t) => {
  const done = await calls.import({
    title: 'Doubtful',
    json_file: jsonOf([
      { front: 'a', back: 'b', audio: 'lost.mp3', exmaple: 'misspelt' },
      { front: 'a', back: 'b' },
      { front: 'c', back: 'd', exmaple: 'again' },
    ]),
    audio_files: fileOf(MP3, 'unused.mp3'),
  });
  t.match(done, {
    status: 'completed',
    error_count: 0,
    report: { cards_new: 2, duplicates: 1, audio_missing: 1, audio_unused: 1 },
  });
  t.same(columns(done.errors, 'severity', 'row', 'code'), [
    ['warning', 1, 'unknown_field'],
    ['warning', 1, 'audio_missing'],
    ['warning', 2, 'duplicate_card'],
    ['warning', null, 'audio_unused'],
  ]);
});

t.test('ADM-25 SL-56 audio is found by path, in the folder, by its own name, never outside', async (t) => {
  const files = { 'en/a.mp3': sound('en a'), 'vi/a.mp3': sound('vi a'), 'vi/b.mp3': sound('vi b') };
  const archive = fileOf(await zipOf(files));
  const cards = (...names: string[]) =>
    jsonOf(names.map((audio, index) => ({ front: `${index}`, back: 'x', audio })));
  const within = await calls.import({
    title: 'Within',
    audio_source_path: 'vi/',
    json_file: cards('a.mp3', 'en/a.mp3', 'b.MP3'),
    audio_archive: archive,
  });
  const found = ['vi a', 'en a', 'vi b'].map((name) => addressOf(sound(name)));
  t.same(column(await calls.cards(within.deck_id), 'audio_file'), found);
  const unclear = await calls.import({ title: 'Unclear', json_file: cards('a.mp3'), audio_archive: archive });
  t.match(unclear.errors, [{ code: 'audio_ambiguous', row: 1 }]);
  t.match(unclear, { status: 'checked', failure: { code: 'rows_invalid' } });
  await calls.cancel(unclear.id);
});

t.test('check only writes nothing; what was checked is imported without another upload', async (t) => {
  const [before, audioBefore] = [await decks(), filesIn('storage/cards').length];
  const checked = await calls.import({
    title: 'Checked',
    check_only: '1',
    json_file: jsonOf([{ front: 'a', back: 'b', audio: 'checked.mp3' }]),
    audio_files: fileOf(sound('checked'), 'checked.mp3'),
  });
  t.match(checked, { status: 'checked', has_files: true, report: { cards_new: 1, audio_matched: 1 } });
  t.same([await decks(), filesIn('storage/cards').length], [before, audioBefore]);

  t.equal((await calls.confirm(checked.id)).status, 202);
  await runImports(api);
  const done = await calls.read(checked.id);
  t.match(done, { status: 'completed', has_files: false });
  t.match(await calls.cards(done.deck_id), [{ front: 'a', audio_file: addressOf(sound('checked')) }]);
  t.same(leftOver(), []);
  t.match(await calls.confirm(checked.id), coded(409, 'import_not_confirmable'));

  const bad = await brought('Bad', [{ front: 'a' }], { check_only: '1' });
  t.match(bad, { status: 'checked', error_count: 1 });
  t.match(await calls.confirm(bad.id), coded(409, 'import_not_confirmable'));
  t.equal((await calls.cancel(bad.id)).body.data.status, 'cancelled');
  t.same(leftOver(), [], 'its files are forgotten');
});

t.test('BOA-01 an import that waits is stopped at once, one that has ended is not', async (t) => {
  const { body } = await calls.send({ title: 'Waits', json_file: ONE_CARD });
  t.equal((await calls.cancel(body.data.id)).body.data.status, 'cancelled');
  t.same(leftOver(), []);
  await runImports(api);
  t.equal((await calls.read(body.data.id)).status, 'cancelled');
  t.match(await calls.cancel(body.data.id), coded(409, 'import_has_ended'));
  const check = await calls.send({ title: 'Looked at', check_only: '1', json_file: ONE_CARD });
  await calls.cancel(check.body.data.id);
  const rows = await api.sql`select actor_id, details from acts where act = 'import.stopped'`;
  const stopped = { actor_id: admin.id, details: { import_id: body.data.id } };
  t.same(rows, [stopped], 'once, and not of a mere check');
  t.match(await calls.cancel(999), coded(404, 'import_not_found'));
});

t.test('IMF-30 a damaged file fails the whole import with its own reason', async (t) => {
  const before = await decks();
  for (const [code, fields] of [
    ['json_malformed', { json_file: fileOf('[{"front": "a"', 'deck.json') }],
    ['no_cards', { json_file: jsonOf([]) }],
    ['xlsx_malformed', { json_file: fileOf('PK\x03\x04 and no end', 'deck.xlsx') }],
    ['archive_truncated', { json_file: fileOf('PK\x03\x04 and no end', 'deck.zip') }],
    ['archive_not_zip', { json_file: ONE_CARD, audio_archive: fileOf('PK is not enough', 'audio.zip') }],
  ] as const)
    t.match(await calls.import({ title: code, ...fields }), { status: 'failed', failure: { code } });
  t.same([await decks(), leftOver()], [before, []]);
});

t.test('IMF-29 a ZIP that older Windows PowerShell has packed comes with its sounds', async (t) => {
  const content = sound('packed by PowerShell');
  const entries = [
    { name: 'deck.json', content: '[{"front": "con mèo", "back": "cat", "audio": "audio/meo.mp3"}]' },
    { name: 'audio\\meo.mp3', content, central: { system: 0, mode: 0 } },
  ];
  const json_file = fileOf(givenZip(entries), 'deck.zip', 'application/zip');
  const done = await calls.import({ title: 'PowerShell', json_file });
  t.match(done, { status: 'completed', warning_count: 0, report: { audio_matched: 1 } });
  t.match(await calls.cards(done.deck_id), [{ front: 'con mèo', audio_file: addressOf(content) }]);
});

t.test('what waits to be imported is served to nobody', async (t) => {
  const { body } = await calls.send({
    title: 'Private',
    json_file: jsonOf([{ front: 'secret', back: 'b' }]),
  });
  const rows = await api.sql<{ files: { key: string }[] }>`select files from deck_imports
    where id = ${body.data.id}`;
  const key = rows[0]!.files[0]!.key;
  t.ok(existsSync(join(DATA_DIR, 'storage', key)));
  const [, rest] = key.split(/^imports\//);
  for (const path of [key, `./${key}`, `cards/../${key}`, `%69mports/${rest}`, `/${key}`, `imports//${rest}`])
    t.equal((await api.app.inject(`/storage/${path}`)).body.includes('secret'), false, path);
  await calls.cancel(body.data.id);
});

t.test('SL-55 the format is published as a JSON Schema with an example', async (t) => {
  const { status, body } = await api.raw<{ examples: unknown[] }>('GET', '/api/deck-file-schema');
  t.equal(status, 200);
  const done = await brought('The example', body.examples[0]);
  t.match(done, { status: 'completed', report: { cards_new: 2, audio_missing: 1 } });
});

const { storage } = api.services;
const keeper = { pool: api.pool, storage: async () => storage, config: api.services.config };

t.test('what no database takes is told without it, and breaks nothing', async (t) => {
  const cases: [file: string, status: string, code: string][] = [
    ['[{"front": "a", "back": "b", "x\\u0000y": 1}]', 'completed', 'unknown_field'],
    ['[{"front": "a", "back": "b", "\\ud800": 1}]', 'completed', 'unknown_field'],
    [`[{"front": "a", "back": "b", "${'k'.repeat(99)}😀": 1}]`, 'completed', 'unknown_field'],
    ['[{"front": "a\\u0000", "back": "\\ud800", "audio": "\\u0000.mp3"}]', 'completed', 'audio_missing'],
    ['[{"front": 1, "front": "a\\u0000"}]', 'checked', 'json_duplicate_key'],
    ['[{"a\\u0000": 1, "a\\u0000": 2}]', 'checked', 'json_duplicate_key'],
  ];
  for (const [index, [file, status, code]] of cases.entries()) {
    const done = await calls.import({ title: `NUL ${index}`, json_file: fileOf(file, 'deck.json') });
    t.equal(done.status, status, file);
    t.ok([done.failure?.code, ...column(done.errors, 'code')].includes(code), JSON.stringify(done.errors));
    if (done.has_files) await calls.cancel(done.id);
  }
  const wrong = { title: 'x', columns: '{"front": "a\\u0000"}', json_file: fileOf('a,b') };
  t.match(await calls.send(wrong), coded(422, 'invalid_import'));
  const { body, headers } = formOf({ title: 'A name', json_file: fileOf('[]', 'plain.json') });
  const named = Buffer.from(
    body.toString('latin1').replace('filename="plain.json"', `filename*=UTF-8''a%00b.json`),
    'latin1',
  );
  const answer = await admin.unchecked('POST /api/admin/imports', { headers, body: named });
  t.ok([202, 422].includes(answer.status), JSON.stringify(answer.body));
  if (answer.status === 202) await calls.cancel(answer.body.data.id);
});

t.test('a whole number that JavaScript cannot tell from its neighbours is no id', async (t) => {
  const file =
    '[{"id": 12345678901234567890, "front": "a", "back": "b"}, {"id": 7, "front": "c", "back": "d"}]';
  const failed = await calls.import({ title: 'Ids', json_file: fileOf(file, 'deck.json') });
  t.match(failed, { status: 'checked', errors: [{ row: 1, field: 'id', code: 'not_text' }] });
});

t.test('of two cards with one front, the one with the same back is the same', async (t) => {
  const deck = [
    { front: 'bank', back: 'ngân hàng' },
    { front: 'bank', back: 'bờ sông' },
  ];
  const { deck_id } = await brought('Banks', deck);
  const [, river] = await calls.cards(deck_id);
  await brought('Banks', [deck[1]], { remove_missing: '1' });
  t.match(await calls.cards(deck_id), [{ id: river!.id, back: 'bờ sông' }]);
});

t.test('what was checked for one deck is not imported into another', async (t) => {
  const json_file = ONE_CARD;
  const checked = await calls.import({ title: 'Late', check_only: '1', remove_missing: '1', json_file });
  t.match(checked.report, { updates_deck: null });
  const other = await api.addDeck(admin.id, 3, { title: 'Late' });
  t.equal((await calls.confirm(checked.id)).status, 202);
  await runImports(api);
  t.match(await calls.read(checked.id), { status: 'failed', failure: { code: 'deck_changed' } });
  t.equal((await calls.cards(other.id)).length, 3);

  const again = await calls.import({ title: 'Late', check_only: '1', json_file });
  await calls.confirm(again.id);
  await runImports(api);
  t.match(await calls.read(again.id), { status: 'completed', deck_id: other.id });
});

t.test('a deck of very many cards is matched with one that was half replaced', async (t) => {
  const cards = (from: number, count: number) =>
    jsonOf(
      Array.from({ length: count }, (_, at) => ({ id: `${from + at}`, front: `f ${from + at}`, back: 'b' })),
    );
  const timed = async (from: number) => {
    const begun = performance.now();
    const done = await calls.import({ title: 'Many', json_file: cards(from, 20_000) });
    return [done, performance.now() - begun] as const;
  };
  const [first, firstMs] = await timed(0);
  const [second, secondMs] = await timed(10_000);
  t.match(second, {
    status: 'completed',
    deck_id: first.deck_id,
    report: { cards_new: 10_000, cards_unchanged: 10_000, cards_missing: 10_000 },
  });
  // Each with each would be a hundred million comparisons, and took some twenty times as long as the first.
  t.ok(secondMs < 8 * firstMs, `${Math.round(secondMs)} ms after ${Math.round(firstMs)} ms`);
});

t.test('an audio is found as quickly when very many have the same name', async (t) => {
  const content = async (): Promise<Buffer> => Buffer.alloc(0);
  const shelf = new FileShelf(
    Array.from({ length: 50_000 }, (_, index) => ({ name: `lesson ${index}/audio.mp3`, bytes: 1, content })),
    null,
  );
  const cpu = process.cpuUsage();
  const found = new Set(Array.from({ length: 50_000 }, () => shelf.findAudio('Audio.mp3')));
  t.same([...found], ['audio_ambiguous']);
  t.type(shelf.findAudio('lesson 7/audio.mp3'), 'object');
  t.ok(process.cpuUsage(cpu).user < 20e6);
});

t.test('an import given up leaves no rows, no folder; confirmed, it has its tries again', async (t) => {
  const { body } = await calls.send({ title: 'Given up', check_only: '1', json_file: ONE_CARD });
  const { id } = body.data;
  const folder = workFolderOf(DATA_DIR, id);
  const broken = () => runBroke(keeper, deckImportRun, id, 'exit code 134');
  await broken();
  await broken();
  t.equal((await calls.read(id)).status, 'queued');
  await runImports(api);
  t.equal((await calls.confirm(id)).status, 202);
  await broken();
  t.equal((await calls.read(id)).status, 'queued', 'the tries of the check do not count');
  mkdirSync(folder);
  await api.sql`insert into deck_import_rows (import_id, "row", front, back) values (${id}, 1, 'a', 'b')`;
  await removeLeftovers(keeper);
  t.ok(existsSync(folder), 'it may be at work');
  await broken();
  await broken();
  t.match(await calls.read(id), { status: 'failed', failure: { code: 'import_broke' } });
  await removeLeftovers(keeper);
  t.notOk(existsSync(folder));
  t.equal((await api.pool.query('select from deck_import_rows')).rowCount, 0);
});

t.test('what was uploaded goes also when the run died right after its deck was there', async (t) => {
  const { body } = await calls.send({ title: 'Died late', json_file: ONE_CARD });
  const waiting = await calls.send({ title: 'Waits', json_file: ONE_CARD });
  const folders = () => readdirSync(join(storage.folder!, 'imports')).length;
  const before = folders();
  await api.sql`update deck_imports set status = 'completed', has_files = false where id = ${body.data.id}`;
  await removeLeftovers(keeper);
  t.equal(folders(), before - 1);
  await runImports(api);
  t.equal((await calls.read(waiting.body.data.id)).status, 'completed');
});
