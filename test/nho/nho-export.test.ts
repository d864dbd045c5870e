import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { exportCommand } from '../../bin/nho/export-command.ts';
import { importEventsCommand } from '../../bin/nho/import-events-command.ts';
import { momentOption } from '../../bin/nho/nho-command.ts';
import { partitionOf } from '../../core/log/position.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { within } from '../harness/within.ts';
import { eventsOf, exportText, parquetRows } from '../log/export/export-harness.ts';
import { given, neighbours, review } from '../log/given-events.ts';
import { commandRunner } from './command-run.ts';
import { nho, startNho } from './nho-process.ts';

const { pool, url } = await createTestDatabase(t);
const { first, second, elsewhere } = neighbours();
const partition = partitionOf(first);
const folder = t.testdir();
const fileOf = (name: string): string => join(folder, name);

const runHere = await commandRunner(t, url);
const exporting = (options: Record<string, string | boolean>) => runHere(exportCommand, options);

await given(pool, [review(first), review(second, { deck_id: 7 }), review(elsewhere)]);
const everything = await exportText(pool);
const epochs = await sql(pool)`
  select partition, left(epoch::text, 8) as epoch from log_partitions order by partition`;
const epochOf = (of: number) => epochs[of]!.epoch;
const there = partitionOf(elsewhere);
const positions = [`${partition}-2-${epochOf(partition)}`, `${there}-1-${epochOf(there)}`]
  .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  .join();

t.test('the events go to standard output, where to go on to standard error', async (t) => {
  t.same(await nho(url, 'export'), {
    code: 0,
    stdout: everything,
    stderr: `3 events. The next export goes on with --after ${positions}\n`,
  });
  const json = await nho(url, 'export', '--json', '--deck', '7');
  t.same(JSON.parse(json.stderr), { events: 1, after: positions });
  t.match(eventsOf(json.stdout), [{ student: second }]);
});

t.test('a file is made, and none is overwritten', async (t) => {
  const file = fileOf('log.csv');
  const { code, stdout, stderr } = await nho(url, 'export', '--format', 'csv', '--out', file, '--json');
  t.match({ code, stderr }, { code: 0, stderr: '' });
  t.same(JSON.parse(stdout), { events: 3, after: positions });
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true });
  t.same(column(rows, 'id'), column(eventsOf(everything), 'id'));
  t.match(await exporting({ out: file }), { code: 2, said: `${file} exists already.` });
  t.match(await exporting({ out: fileOf('no/such/folder') }), { code: 2, said: /ENOENT/ });
});

t.test('a Parquet file holds the same', async (t) => {
  t.match(await exporting({ format: 'parquet', out: fileOf('log.parquet') }), {
    code: 0,
    result: { events: 3, after: positions },
  });
  t.same(await parquetRows(readFileSync(fileOf('log.parquet'))), eventsOf(everything));
  const { code, stderr } = await nho(url, 'export', '--format', 'parquet');
  t.match({ code, stderr }, { code: 0, stderr: /^3 events/ }, 'also on standard output');
});

t.test('a key is made for its owner alone, and gives the same pseudonyms again', async (t) => {
  const named = async (out: string, key: string) => {
    t.match(await exporting({ pseudonymous: true, 'key-file': fileOf(key), out: fileOf(out) }), { code: 0 });
    return readFileSync(fileOf(out), 'utf8');
  };
  const lines = await named('named', 'key');
  t.equal(statSync(fileOf('key')).mode & 0o777, 0o600);
  for (const event of eventsOf(lines)) {
    t.match(event.student, /^[0-9a-f]{16}$/);
    t.notOk('hash' in event);
  }
  t.equal(await named('named again', 'key'), lines);
  t.not(await named('named otherwise', 'other key'), lines);
  writeFileSync(fileOf('short'), 'secret');
  t.match(await exporting({ pseudonymous: true, 'key-file': fileOf('short') }), {
    code: 2,
    said: /shorter than 32/,
  });
});

t.test('the schema is printed', async (t) => {
  const { code, result } = await exporting({ schema: true });
  t.equal(code, 0);
  t.match(result, { type: 'object', properties: { partition: { maximum: 15 } } });
});

t.test('a date begins in the time zone of the installation', (t) => {
  const moment = (text: string) => momentOption('since', text, 'Asia/Ho_Chi_Minh')?.toISOString();
  t.equal(moment('2026-03-01'), '2026-02-28T17:00:00.000Z');
  t.equal(moment('2026-03-01T04:30'), '2026-02-28T21:30:00.000Z');
  t.equal(moment('2026-03-01T04:30:00+09:00'), '2026-02-28T19:30:00.000Z');
  t.equal(moment('2026-03-01T04:30:00Z'), '2026-03-01T04:30:00.000Z');
  t.end();
});

t.test('what cannot be meant is told', async (t) => {
  const refused = async (problem: RegExp, options: Record<string, string | boolean>) =>
    t.match(await exporting(options), { code: 2, result: undefined, said: problem }, JSON.stringify(options));
  await refused(/--format xml: there are ndjson, csv and parquet/, { format: 'xml' });
  await refused(/--since yesterday: not a time such as/, { since: 'yesterday' });
  await refused(/--until 2026-02-30: not a time such as/, { until: '2026-02-30' });
  await refused(/--class 4: there is no such class/, { class: '4' });
  await refused(/--class four: not an id/, { class: 'four' });
  await refused(/--deck 99999999999: not an id/, { deck: '99999999999' });
  await refused(/--after 3: not positions such as/, { after: '3' });
  await refused(/position 2, not to 3.*another log's/, { after: `${partition}-3` });
  const foreign = epochOf(partition) === '00000000' ? '11111111' : '00000000';
  await refused(/has the epoch .*another log's/, { after: `${partition}-1-${foreign}` });
  await refused(/--pseudonymous needs --key-file FILE/, { pseudonymous: true });
  await refused(/--key-file belongs to --pseudonymous/, { 'key-file': fileOf('unused') });
  t.notOk(existsSync(fileOf('unused')));
});

t.test('an export is imported elsewhere; damage is told with its line and exit code 1', async (t) => {
  const fresh = await createTestDatabase(t);
  const run = await commandRunner(t, fresh.url);
  const importing = (options: Record<string, boolean>, ...files: string[]) =>
    run(importEventsCommand, options, ...files.map(fileOf));
  writeFileSync(fileOf('log.ndjson'), everything);
  writeFileSync(fileOf('damaged.ndjson'), everything.slice(0, -20));

  t.match(await nho(fresh.url, 'import-events', fileOf('damaged.ndjson')), {
    code: 1,
    stdout: /line 3: is not JSON.*Nothing was appended/,
  });
  t.match(await importing({}, 'damaged.ndjson'), { code: 1, result: { events: 0, line: 3 } });
  t.match(await importing({ 'dry-run': true }, 'log.ndjson'), {
    code: 0,
    result: { events: 3, dry_run: true },
  });
  t.equal(await exportText(fresh.pool), '');

  const done = await nho(fresh.url, 'import-events', fileOf('log.ndjson'), '--json');
  t.match(done, { code: 0, stderr: '3 students of these events have no account here.\n' });
  // Of a log of its own, whose epoch is another.
  const imported = positions.replaceAll(/-[0-9a-f]{8}(?=,|$)/g, '');
  t.same(JSON.parse(done.stdout), { events: 3, positions: imported, unknown_students: 3, dry_run: false });
  t.equal(await exportText(fresh.pool), everything);
  t.match(await importing({}, 'log.ndjson'), { code: 2, said: /is not empty/ });
  t.match(await importing({}, 'none'), { code: 2, said: /cannot be read/ });
  t.match(await importing({}, '.'), { code: 2, said: /is not a file/ });
  t.match(await importing({}), { code: 2, said: /one word: the file/ });
});

t.test('a long export', async (t) => {
  await sql(pool)`insert into events
    select ${partition}, n, gen_random_uuid(), ${first}, 'CardReviewed', 1, '{"n": 1}', '', now(), now()
    from generate_series(3, 30000) n`;
  await sql(pool)`update log_partitions set head = 30000 where partition = ${partition}`;

  t.test('is stopped by Ctrl-C between lines, and can be gone on with', async (t) => {
    const child = startNho(url, 'export');
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const closed = within(once(child, 'close'), 'the export ends');
    // Its pipe is full and it waits.
    await within(once(child.stdout, 'readable'), 'the export begins');
    child.kill('SIGINT');
    // At once: Node throws away what nobody is reading when the child has ended.
    const begun = await text(child.stdout);
    t.same(await closed, [130, null]);
    const after = /--after (\S+)/.exec(stderr)?.[1];
    t.match(await exporting({ after: after!, out: fileOf('rest') }), { code: 0 });
    const rest = readFileSync(fileOf('rest'), 'utf8');
    const ids = eventsOf(begun + rest).map(({ id }) => id);
    t.equal(ids.length, 30_001);
    t.equal(new Set(ids).size, 30_001);
  });

  t.test('as Parquet is stopped by Ctrl-C with its footer, and can be gone on with', async (t) => {
    await sql(pool)`insert into events
      select ${partition}, n, gen_random_uuid(), ${first}, 'CardReviewed', 1, '{"n": 1}', '', now(), now()
      from generate_series(30001, 150000) n`;
    await sql(pool)`update log_partitions set head = 150000 where partition = ${partition}`;
    const child = startNho(url, 'export', '--format', 'parquet', '--json');
    const [told, closed] = [text(child.stderr), within(once(child, 'close'), 'the export ends')];
    // A row group is larger than a pipe: it waits, and has not read all.
    await within(once(child.stdout, 'readable'), 'the export begins');
    child.kill('SIGINT');
    const begun = await parquetRows(await buffer(child.stdout));
    t.same(await closed, [130, null]);
    const { events, after } = JSON.parse(await told);
    t.equal(begun.length, events);
    t.ok(events < 150_001);
    t.match(await exporting({ after, format: 'parquet', out: fileOf('rest.parquet') }), { code: 0 });
    const rest = await parquetRows(readFileSync(fileOf('rest.parquet')));
    const ids = new Set([...begun, ...rest].map(({ id }) => id));
    t.equal(begun.length + rest.length, 150_001);
    t.equal(ids.size, 150_001);
  });

  t.test('whose reader goes away ends without an error', async (t) => {
    const child = startNho(url, 'export');
    const told = text(child.stderr);
    const exited = within(once(child, 'exit'), 'the export ends');
    await within(once(child.stdout, 'readable'), 'the export begins');
    child.stdout.destroy();
    t.same(await exited, [0, null]);
    t.equal(await told, '');
  });
});

t.test('a missing event is told with exit code 1', async (t) => {
  await sql(pool)`delete from events where partition = ${partition} and position = 20000`;
  const damaged = await exporting({ out: fileOf('with a gap') });
  t.equal(damaged.code, 1);
  t.match(damaged.said, /The log is damaged: .*from position 15001 to 20000/);
  t.match(damaged.result, { after: new RegExp(`${partition}-15000`) }, 'what was written before it is whole');
});
