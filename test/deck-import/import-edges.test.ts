import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { FileShelf } from '../../core/deck-import/archive/file-shelf.ts';
import { deckImportRun } from '../../core/deck-import/deck-import.run.ts';
import { workFolderOf } from '../../core/deck-import/import-files.ts';
import { removeLeftovers } from '../../core/deck-import/import-leftovers.ts';
import { runBroke } from '../../core/run/run-rows.ts';
import { fileOf, formOf } from '../card/card-form.ts';
import { startApi } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';
import { importCalls, jsonOf, runImports } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);
const { DATA_DIR } = api.services.config;
const { storage } = api.services;
const keeper = { pool: api.pool, storage: async () => storage, config: api.services.config };

t.test('what no database takes is told without it, and breaks nothing', async (t) => {
  const cases: [file: string, status: string, code: string][] = [
    ['[{"front": "a", "back": "b", "x\\u0000y": 1}]', 'completed', 'unknown_field'],
    ['[{"front": "a", "back": "b", "\\ud800": 1}]', 'completed', 'unknown_field'],
    [`[{"front": "a", "back": "b", "${'k'.repeat(99)}😀": 1}]`, 'completed', 'unknown_field'],
    ['[{"front": "a\\u0000", "back": "\\ud800", "audio": "\\u0000.mp3"}]', 'completed', 'audio_missing'],
    ['[{"front": 1, "front": "a\\u0000"}]', 'failed', 'json_duplicate_key'],
    ['[{"a\\u0000": 1, "a\\u0000": 2}]', 'failed', 'json_duplicate_key'],
  ];
  for (const [index, [file, status, code]] of cases.entries()) {
    const done = await calls.import({ title: `NUL ${index}`, json_file: fileOf(file, 'deck.json') });
    t.equal(done.status, status, file);
    t.ok([done.failure?.code, ...column(done.errors, 'code')].includes(code), JSON.stringify(done.errors));
  }
  const columns = await calls.send({
    title: 'x',
    columns: '{"front": "a\\u0000"}',
    json_file: fileOf('a,b'),
  });
  t.match(columns, coded(422, 'invalid_import'));
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
  t.match(failed, { status: 'failed', errors: [{ row: 1, field: 'id', code: 'not_text' }] });
});

t.test('of two cards with one front, the one with the same back is the same', async (t) => {
  const deck = [
    { front: 'bank', back: 'ngân hàng' },
    { front: 'bank', back: 'bờ sông' },
  ];
  const { deck_id } = await calls.import({ title: 'Banks', json_file: jsonOf(deck) });
  const [, river] = await calls.cards(deck_id);
  await calls.import({ title: 'Banks', remove_missing: '1', json_file: jsonOf([deck[1]]) });
  t.match(await calls.cards(deck_id), [{ id: river!.id, back: 'bờ sông' }]);
});

t.test('what was checked for one deck is not imported into another', async (t) => {
  const json_file = jsonOf([{ front: 'a', back: 'b' }]);
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
  const { body } = await calls.send({
    title: 'Given up',
    check_only: '1',
    json_file: jsonOf([{ front: 'a', back: 'b' }]),
  });
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
  const { body } = await calls.send({ title: 'Died late', json_file: jsonOf([{ front: 'a', back: 'b' }]) });
  const waiting = await calls.send({ title: 'Waits', json_file: jsonOf([{ front: 'a', back: 'b' }]) });
  const folders = () => readdirSync(join(storage.folder!, 'imports')).length;
  const before = folders();
  await api.sql`update deck_imports set status = 'completed', has_files = false where id = ${body.data.id}`;
  await removeLeftovers(keeper);
  t.equal(folders(), before - 1);
  await runImports(api);
  t.equal((await calls.read(waiting.body.data.id)).status, 'completed');
});
