import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { fileOf } from '../card/card-form.ts';
import { zipOf } from '../deck-import/archive/given-archives.ts';
import { importCalls, jsonOf } from '../deck-import/import-calls.ts';
import { startApi, type TestApi } from '../harness/api-harness.ts';
import { runs } from '../harness/depth.ts';
import { chosenSeed, seeded } from '../harness/seeded.ts';
import { until } from '../harness/until.ts';
import { type Program, startWorker } from './world/product-processes.ts';

const CARDS = runs(600, 1_500);
const ROUNDS = runs(1, 3);

const audio = (index: number): Buffer =>
  Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.from(`${index} `), randomBytes(8_000)]);

const sounds = Object.fromEntries(
  Array.from({ length: CARDS }, (_, index) => [`${index}.mp3`, audio(index)]),
);
const archive = await zipOf(sounds);
const form = (title: string) => ({
  title,
  json_file: jsonOf(
    Array.from({ length: CARDS }, (_, index) => ({
      front: `f ${index}`,
      back: `b ${index}`,
      audio: `${index}.mp3`,
    })),
  ),
  audio_archive: fileOf(archive, 'audio.zip', 'application/zip'),
});

/** The files in a folder and those below it, which somebody may be removing. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return ['a folder that was removed meanwhile'];
  }
}

/** The process of the import that a worker runs, if it runs one. */
function childOf({ child }: Program): number | undefined {
  try {
    return Number(
      execFileSync('pgrep', ['-P', String(child.pid), '-f', 'run-child.ts deck-import'], {
        encoding: 'utf8',
      }),
    );
  } catch {
    return undefined;
  }
}

const isIdle = async (api: TestApi) =>
  (await api.pool.query(`select from deck_imports where status in ('queued', 'running')`)).rowCount === 0;

async function start(t: Parameters<typeof startApi>[0]) {
  const api = await startApi(t);
  const { DATA_DIR } = api.services.config;
  const admin = await api.register('admin');
  return {
    api,
    calls: importCalls(api, admin),
    worker: (env: Record<string, string> = {}) => startWorker(t, api.databaseUrl, { DATA_DIR, ...env }),
    stored: () => filesIn(join(DATA_DIR, 'storage/cards')),
    leftOver: () => [...filesIn(join(DATA_DIR, 'uploads')), ...filesIn(join(DATA_DIR, 'storage/imports'))],
  };
}

t.test('a worker or its import’s process killed at any moment: the deck comes whole, once', async (t) => {
  const { api, calls, worker, stored, leftOver } = await start(t);
  const roll = seeded(chosenSeed(t));
  let current = worker();
  const hit: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { body } = await calls.send(form(`Round ${round}`));
    const { id } = body.data;
    for (let kill = 0; kill < 2; kill++) {
      await until(async () => childOf(current) !== undefined || (await isIdle(api)));
      // In the first round at once, so that it certainly hits; in the others at any moment.
      if (round > 0) await pause(roll(runs(300, 700)));
      const child = childOf(current);
      if (child) hit.push(kill % 2 === 0 ? 'worker' : 'process');
      // Now the worker, which takes the process along; now the process alone.
      if (kill % 2 === 0) {
        await current.end('SIGKILL');
        current = worker();
      } else if (child) process.kill(child, 'SIGKILL');
    }
    await until(() => isIdle(api));
    const done = await calls.read(id);
    t.match(done, { status: 'completed', report: { audio_matched: CARDS } });
    const rows =
      await api.sql`select d.title, count(*)::integer as cards, count(distinct c.audio_file)::integer as audio
      from decks d join cards c on c.deck_id = d.id where d.id = ${done.deck_id} group by d.id`;
    t.same(rows, [{ title: `Round ${round}`, cards: CARDS, audio: CARDS }]);
  }
  t.same(hit.slice(0, 2), ['worker', 'process'], 'each was killed in the middle of an import');
  t.equal((await api.pool.query('select from decks')).rowCount, ROUNDS);
  await until(() => leftOver().length === 0);
  t.equal(stored().length, CARDS, 'each sound once');
  t.equal((await api.pool.query('select from deck_import_rows')).rowCount, 0);
});

t.test('an import that is stopped while it runs leaves no deck, no row and no file', async (t) => {
  const { api, calls, worker, stored, leftOver } = await start(t);
  const { body } = await calls.send(form('Stopped'));
  const running = worker();
  await until(async () => (await calls.read(body.data.id)).phase === 'audio');
  await calls.cancel(body.data.id);
  await until(() => isIdle(api));
  const { status, deck_id } = await calls.read(body.data.id);
  // It may have been quicker than we.
  if (status === 'completed') return t.ok(deck_id);
  t.equal(status, 'cancelled');
  await until(() => leftOver().length === 0);
  t.same([stored(), (await api.pool.query('select from decks')).rowCount], [[], 0]);
  t.equal((await running.end()).code, 0);
});

t.test('an import whose process dies again and again by itself is given up, and says so', async (t) => {
  const { api, calls, worker, leftOver } = await start(t);
  const { body } = await calls.send(form('Never'));
  const running = worker();
  await until(async () => {
    const child = childOf(running);
    if (child) process.kill(child, 'SIGKILL');
    return isIdle(api);
  }, 'the import is given up');
  t.match(await calls.read(body.data.id), {
    status: 'failed',
    failure: { code: 'import_broke', params: { attempts: 3, detail: 'SIGKILL' } },
  });
  await until(() => leftOver().length === 0);
  t.equal((await running.end()).code, 0);
});

/** Has every import stand still at its first rows until the answered function is called, as one that hears nothing. */
async function holdRows(t: Test, { pool }: TestApi): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0; lock table deck_import_rows');
  let isHeld = true;
  const letGo = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('rollback');
    holder.release();
  };
  t.teardown(letGo);
  return letGo;
}

t.test('an import that does not hear that it is to stop is ended by the worker', async (t) => {
  const { api, calls, worker, stored, leftOver } = await start(t);
  const { body } = await calls.send(form('Deaf'));
  const letGo = await holdRows(t, api);
  const running = worker();
  await until(async () => (await calls.read(body.data.id)).phase === 'reading', 'it reads');
  const child = childOf(running);
  await calls.cancel(body.data.id);
  await until(() => isIdle(api), 'it is ended');
  t.match(await calls.read(body.data.id), { status: 'cancelled', deck_id: null });
  await until(() => childOf(running) !== child, 'its process is gone');
  await letGo();
  await until(() => leftOver().length === 0);
  t.same([stored(), (await api.pool.query('select from decks')).rowCount], [[], 0]);
  const { body: next } = await calls.send(form('Afterwards'));
  await until(() => isIdle(api), 'the next one is imported');
  t.match(await calls.read(next.data.id), { status: 'completed' });
});

t.test('an import that takes too long is ended, and says so', async (t) => {
  const { api, calls, worker, leftOver } = await start(t);
  const { body } = await calls.send(form('Slow'));
  const letGo = await holdRows(t, api);
  worker({ IMPORT_SECONDS_MAX: '1' });
  await until(() => isIdle(api), 'it is ended');
  t.match(await calls.read(body.data.id), {
    status: 'failed',
    failure: { code: 'import_too_long', params: { seconds: 1 } },
  });
  await letGo();
  await until(() => leftOver().length === 0);
});

t.test('the process of an import has no secret that it does not need', async (t) => {
  const { api, calls, worker } = await start(t);
  await calls.send(form('Poor'));
  await holdRows(t, api);
  const secrets = {
    JWT_SECRET: 'a secret that signs tokens, of enough characters',
    ADMIN_PASSWORD: 'an administrator',
    METRICS_TOKEN: 'a token for measurements',
    SOMETHING_ELSE: 'of another program',
  };
  const running = worker(secrets);
  let child: number | undefined;
  await until(() => {
    child = childOf(running);
    return child !== undefined;
  }, 'the import runs');
  const names = readFileSync(`/proc/${child}/environ`, 'utf8')
    .split('\0')
    .map((line) => line.split('=')[0]);
  for (const name of ['DATABASE_URL', 'DATA_DIR', 'PATH']) t.ok(names.includes(name), name);
  for (const name of ['REDIS_URL', ...Object.keys(secrets)]) t.notOk(names.includes(name), name);
});
