import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startApi } from '../harness/api-harness.ts';
import { weightsSet } from '../learning/answering/given-undo.ts';
import { given, review } from '../log/given-events.ts';
import { nho } from './nho-process.ts';

const api = await startApi(t);
const { databaseUrl: url } = api;
const folder = t.testdir();
const isThere = async (id: number) =>
  (await api.pool.query('select from users where id = $1', [id])).rowCount === 1;

t.test('OWN-09 the operator erases by number or login, once it is sure', async (t) => {
  const [student, other] = [await api.register(), await api.register()];
  const asked = await nho(url, 'erase', '--student', String(student.id));
  t.match(asked, { code: 1, stdout: '', stderr: /Nothing was changed/ });
  t.ok(await isThere(student.id), 'nobody is there to be asked');
  const { code, stdout } = await nho(url, 'erase', '--student', String(student.id), '--yes', '--json');
  t.match({ code, value: JSON.parse(stdout) }, { code: 0, value: { erased: student.id, role: 'student' } });
  t.notOk(await isThere(student.id));
  t.equal((await nho(url, 'erase', '--student', other.email.toUpperCase(), '--yes')).code, 0);
  t.notOk(await isThere(other.id));
  t.match(await nho(url, 'erase', '--student', String(other.id), '--yes'), {
    code: 2,
    stderr: /There is no account/,
  });
  t.equal((await nho(url, 'erase', '--yes')).code, 2);
});

t.test('OWN-09 what stands in the way is listed', async (t) => {
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id);
  await teacher.data('POST /api/classes', { body: { name: '10A7', deck_id: deck.id } });
  const refused = await nho(url, 'erase', '--student', teacher.email, '--yes');
  t.match(refused, {
    code: 1,
    stderr: /hand them over or delete them first[\s\S]*class \d+: 10A7[\s\S]*deck \d+: Words/,
  });
  t.ok(await isThere(teacher.id));
});

const KEYS = ['partition', 'position', 'id', 'student', 'recorded_at'] as const;
type Line = Record<(typeof KEYS)[number], string | number>;

t.test('OWN-10 pseudonymous exports from before and after an erasure cannot be joined', async (t) => {
  const [student, other] = [await api.register(), await api.register()];
  await given(api.pool, [
    review(student.id, { card_id: 1 }),
    review(other.id, { card_id: 1 }),
    review(student.id, { card_id: 2 }),
    weightsSet(student.id, { 0: 0.5 }),
  ]);
  const key = join(folder, 'key');
  const write = async (name: string, ...options: string[]) => {
    const out = join(folder, name);
    const done = await nho(url, 'export', '--out', out, '--json', ...options);
    t.equal(done.code, 0, done.stderr);
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    return { report: JSON.parse(done.stdout), lines: lines.map((line) => JSON.parse(line) as Line) };
  };
  const pseudonymous = ['--pseudonymous', '--key-file', key];
  const before = await write('before', ...pseudonymous);
  const whole = await write('whole');
  const theirs = whole.lines
    .filter((line) => line.student === student.id)
    .map(({ partition, position }) => `${partition}-${position}`);
  t.equal(theirs.length, 3);
  const ofStudent = before.lines.filter((line) => theirs.includes(`${line.partition}-${line.position}`));
  t.equal(ofStudent.length, 3, 'the earlier one has them');
  t.equal((await nho(url, 'erase', '--student', String(student.id), '--yes')).code, 0);

  const after = await write('after', ...pseudonymous);
  t.ok(existsSync(key));
  for (const line of ofStudent)
    for (const same of [
      ['student'],
      ['id'],
      ['partition', 'position'],
      ['recorded_at', 'partition'],
    ] as (keyof Line)[][])
      t.notOk(
        after.lines.some((one) => same.every((field) => one[field] === line[field])),
        `nothing has the same ${same}`,
      );
  t.ok(
    after.lines.some((line) => before.lines.some((one) => one.id === line.id)),
    "others' stay",
  );
  t.ok(after.report.left_out >= 4, 'it says how many were left out');
  const csv = join(folder, 'csv');
  await nho(url, 'export', '--format', 'csv', '--out', csv, ...pseudonymous);
  for (const line of ofStudent) t.notMatch(readFileSync(csv, 'utf8'), String(line.id));
  const full = await write('full');
  t.equal(full.lines.filter((line) => line.student === student.id).length, 4, "the operator's own has all");
  t.notOk('left_out' in full.report);

  const admin = await api.register('admin');
  const served = await admin.raw<string>('GET', '/api/admin/log/export?format=ndjson&pseudonymous=true');
  t.equal(served.status, 200);
  for (const line of ofStudent) t.notMatch(String(served.body), String(line.id));
  t.ok(Number(served.headers['left-out-events']) >= 4);
});

t.test('OWN-10 nothing is fitted to, or compared for, a student who is erased', async (t) => {
  const student = await api.register();
  await given(
    api.pool,
    [1, 3, 9].map((day) => review(student.id, { card_id: 7, card_type: 'review', day: `2026-03-0${day}` })),
  );
  const fitted = async () => {
    const { stdout } = await nho(url, 'optimize', '--student', String(student.id), '--json');
    return stdout;
  };
  const before = await fitted();
  t.match(before, /"reviews":\s*2/);
  await nho(url, 'erase', '--student', String(student.id), '--yes');
  t.notMatch(await fitted(), /"reviews":\s*2/);
  await api.project();
  t.equal((await nho(url, 'verify')).code, 0, 'and a verification finds nothing');
});
