import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Answer, startApi, type TestApi } from '../harness/api-harness.ts';
import { becomes } from '../harness/becomes.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { studyCalls } from '../learning/study-calls.ts';
import type { SmallDiskNews } from './world/small-disk-postgres.ts';
import { migrateWhole } from './world/throwaway-postgres.ts';

const MEGABYTES = 160;

const sound = readFileSync(new URL('../../content/official-decks/audio/cat.mp3', import.meta.url));

/** A migrated Postgres on a disk of its own; undefined where this user may mount none. */
async function onSmallDisk(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'nho-small-disk-'));
  const script = join(import.meta.dirname, 'world/small-disk-postgres.ts');
  const child: ChildProcess = spawn('unshare', ['-m', process.execPath, script, folder, String(MEGABYTES)], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  t.teardown(async () => {
    if (child.connected) child.disconnect();
    await within(exited, 'the Postgres on the small disk ends');
    rmSync(folder, { recursive: true, force: true });
  });
  const news = async (): Promise<SmallDiskNews> => {
    const ended = exited.then(([code]) => ({ refused: `unshare ended with ${code}` }));
    const [message] = await within(
      Promise.race([once(child, 'message'), ended.then((one) => [one])]),
      'the small disk',
    );
    return message as SmallDiskNews;
  };
  const first = await news();
  if (!('url' in first)) return undefined;
  await migrateWhole(first.url);
  const order = async (what: 'fill' | 'free') => {
    child.send(what);
    await news();
  };
  return { url: first.url, order };
}

/** A school of one student, and what it asks for. */
async function givenSchool(api: TestApi) {
  const [teacher, student] = [await api.register('teacher'), await api.register()];
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const study = studyCalls(student);
  return {
    answer: () =>
      study.progress(deck.cards[0]!, { status: 2, time_spent: 1 }, { 'idempotency-key': randomUUID() }),
    upload: async () => {
      const form = new FormData();
      form.set('front', 'cat');
      form.set('back', 'mèo '.repeat(100));
      form.set('audio_file', new Blob([new Uint8Array(sound)]), 'cat.mp3');
      const request = new Request('http://here', { method: 'POST', body: form });
      return teacher.raw('POST', `/api/decks/${deck.id}/cards`, {
        body: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type')! },
      });
    },
    read: () => student.raw('GET', `/api/decks/${deck.id}/counts`),
  };
}

const ready = (api: TestApi) => api.raw<object>('GET', '/readyz');

t.test('F20 a full disk of Postgres: writes and /readyz are 503, reads go on, nothing is lost', async (t) => {
  const disk = await onSmallDisk(t);
  if (!disk) return t.pass('this user may mount no disk: the next test tells of the error alone');
  const api = await startApi(t, { databaseUrl: disk.url });
  const { answer, upload, read } = await givenSchool(api);
  let acknowledged = 0;
  const untilRefused = async (write: () => Promise<Answer<unknown>>, what: string) => {
    let refusal: Answer<unknown> | undefined;
    await until(async () => {
      const got = await write();
      if (got.status < 300) acknowledged += what === 'answers' ? 1 : 0;
      else refusal = got;
      return refusal !== undefined;
    }, `${what} are refused`);
    t.match(refusal, { status: 503, body: { code: 'database_full' } });
    t.ok(Number(refusal!.headers['retry-after']) > 0);
  };
  t.equal((await answer()).status, 200);
  acknowledged++;
  t.equal((await ready(api)).status, 200);

  await disk.order('fill');
  await untilRefused(answer, 'answers');
  await untilRefused(upload, 'uploads');
  await becomes(t, async () => (await ready(api)).status, 503, '/readyz says so');
  t.match((await ready(api)).body, { status: 'not ready', database: 'has no room' });
  t.equal((await read()).status, 200, 'reads go on');

  await disk.order('free');
  await becomes(t, async () => (await ready(api)).status, 200, 'it is ready without a restart');
  t.equal((await answer()).status, 200);
  t.equal((await upload()).status, 201);
  const { rowCount } = await api.pool.query(`select from events where type = 'CardReviewed'`);
  t.equal(rowCount, acknowledged + 1);
});

t.test('F20 what is refused for want of room makes /readyz look, until there is room again', async (t) => {
  const api = await startApi(t);
  const { answer, read } = await givenSchool(api);
  await api.pool.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on events execute function no_room();
    create trigger no_room before insert on write_probes execute function no_room()`);
  t.equal((await ready(api)).status, 200, 'nobody has tried to write');
  const refused = await answer();
  t.match(refused, { status: 503, body: { code: 'database_full' } });
  t.ok(Number(refused.headers['retry-after']) > 0);
  await becomes(t, async () => (await ready(api)).status, 503, '/readyz says so');
  t.match((await ready(api)).body, { database: 'has no room' });
  t.equal((await read()).status, 200);
  await api.pool.query('drop function no_room cascade');
  await becomes(t, async () => (await ready(api)).status, 200, 'it is ready without a restart');
  t.equal((await answer()).status, 200);
  t.equal((await api.pool.query('select from write_probes')).rowCount, 0, 'nothing is left of the looks');
});
