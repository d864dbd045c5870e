import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { addStudents, addTeachers, addWordDeck } from '../../../bench/school/bench-database.ts';
import { postgresUser } from '../../../bin/postgres/create-cluster.ts';
import { openDatabase } from '../../../core/database.ts';
import { readLogLayout } from '../../../core/log/read.ts';
import { openPool } from '../../../core/postgres/postgres-client.ts';
import { startWorker } from '../../faults/world/product-processes.ts';
import { type Lifetime, OwnLifetime } from '../../harness/lifetime.ts';
import { until } from '../../harness/until.ts';
import { given, projectAll, review } from '../../log/given-events.ts';
import type { CitusServers } from './citus-servers.ts';
import { product, settingsOf } from './citus-templates.ts';
import {
  type DistributeOutcome,
  layoutOf,
  runToEnd,
  studied,
  Trial,
  untilSettled,
} from './distribute-trial.ts';
import { migrateLater } from './later-migrations.ts';

const BASE = 'distribute_base';
const STUDENTS = 40;
const ANSWERS_EACH = 25;

/** Of a disk that is small, and what is left free on it: less than a worker's share of the tables takes. */
const DISK_MB = 100;
const ROOM_BYTES = 300_000;

/** Of many steps these are tried in a quick run. */
const QUICK_EVERY = 6;

/** The product's tables and some answers, in a database that Citus may lay out; nobody else uses it. */
async function makeBase(servers: CitusServers): Promise<void> {
  for (const server of servers.all) await servers.enterDatabase(server, BASE);
  await product(settingsOf(servers, BASE), 'bin/migrate.ts', '--no-content');
  const database = await openDatabase(servers.coordinator.url(BASE), { connections: 4, name: 'nho bench' });
  try {
    const [teacher] = await addTeachers(database, 1);
    const students = await addStudents(database, STUDENTS);
    const [deckId, firstCard] = await addWordDeck(database, teacher!, ANSWERS_EACH);
    for (let index = 0; index < ANSWERS_EACH; index++) {
      const card = { deck_id: deckId, card_id: firstCard + index };
      await Promise.all(students.map((student) => given(database.pool, [review(student, card)])));
    }
    await projectAll(database.pool);
  } finally {
    await database.close();
  }
  await servers.makeTemplate(BASE);
}

/** `nho distribute` is ended at every step, refused for every reason, and goes through; later migrations follow. */
export async function tryDistributing(
  whole: Lifetime,
  servers: CitusServers,
  { isQuick, log }: { isQuick: boolean; log: (line: string) => void },
): Promise<DistributeOutcome> {
  const t = new OwnLifetime();
  whole.teardown(() => t.end());
  const outcome: DistributeOutcome = { rows: [], violations: [], log };
  try {
    log('A database with a small log, in the shape that one server has …');
    await makeBase(servers);
    log('nho distribute is refused …');
    await refuse(t, servers, outcome);
    await fillUp(t, servers, outcome);
    const trial = new Trial(servers, 'distribute_killed', outcome);
    await copyOfBase(t, trial);
    const pool = openPool({ connectionString: servers.coordinator.url(trial.database), max: 4 });
    t.teardown(() => pool.end());
    await readLogLayout(pool);
    for (const way of [KILLED, BACKEND_ENDED]) {
      log(`nho distribute is ended at its steps: ${way.what} …`);
      await endAtSteps(trial, pool, { way, every: isQuick ? QUICK_EVERY : 1 });
    }
    log('nho distribute goes through …');
    await goThrough(trial);
    // Connections have prepared what is asked of one server.
    const spread = openPool({ connectionString: servers.coordinator.url(trial.database), max: 4 });
    t.teardown(() => spread.end());
    await studySpread(trial, spread);
    await migrateLater(trial, spread);
    await updateInPart(t, trial);
  } finally {
    await t.end();
  }
  return outcome;
}

async function copyOfBase(t: Lifetime, trial: Trial): Promise<void> {
  const { servers, database } = trial;
  t.teardown(() => servers.dropDatabase(database));
  await servers.copyDatabase(BASE, database);
  await servers.nameCoordinator(database);
  await servers.addWorkers(database);
  await trial.remember();
}

/** All that stands against it before it begins. */
async function refuse(t: Lifetime, servers: CitusServers, outcome: DistributeOutcome): Promise<void> {
  const trial = new Trial(servers, 'distribute_refused', outcome);
  const { coordinator, workers } = servers;
  const { database } = trial;
  t.teardown(() => servers.dropDatabase(database));
  await servers.copyDatabase(BASE, database);
  await trial.remember();
  await trial.refused('no worker is added', /knows no server beside its coordinator/);
  await servers.addWorkers(database);
  await trial.remember();
  await trial.refused('the coordinator has no name', /does not know its coordinator/);
  await servers.nameCoordinator(database);
  await trial.remember();
  const second = workers[1]!;
  const named = (port: number, what: string) => new RegExp(`${what}: 127\\.0\\.0\\.1:${port}`);
  await coordinator.ask(`select citus_disable_node('127.0.0.1', ${second.port}, true)`, [], database);
  await trial.remember();
  await trial.refused('a worker is not active', named(second.port, 'are not active'));
  await coordinator.ask(`select citus_activate_node('127.0.0.1', ${second.port})`, [], database);
  await trial.remember();
  const asked = trial.distribute.bind(trial);
  await second.kill();
  const gone = await asked();
  await second.start();
  await trial.refused('a worker is stopped', named(second.port, 'do not answer'), async () => gone);
  await trial.refused('a worker stands still', named(second.port, 'do not answer'), async () => {
    second.freeze();
    return asked().finally(() => second.thaw());
  });
  const worker = startWorker(t, coordinator.url(database));
  await until(async () => {
    const rows = await coordinator.ask(
      `select from pg_stat_activity where datname = $1 and application_name like 'nho worker %'`,
      [database],
    );
    return rows.length > 0;
  }, 'a worker of the product is connected');
  await trial.refused('a worker of the product is running', /Nhớ is running on this database \(.*nho worker/);
  await worker.end();
  await otherPartitions(trial, 'another LOG_PARTITIONS, before');
}

const otherPartitions = (trial: Trial, done: string): Promise<void> =>
  trial.refused(done, /LOG_PARTITIONS is 64, and the log has 16 partitions/, () =>
    runToEnd('bin/migrate.ts', ['--no-content'], { env: { ...trial.env, LOG_PARTITIONS: '64' } }),
  );

/** A worker's disk is full before the tables are there; with room again it goes through. */
async function fillUp(t: Lifetime, servers: CitusServers, outcome: DistributeOutcome): Promise<void> {
  const done = 'a worker without room';
  const trial = new Trial(servers, 'distribute_full', outcome);
  const { database } = trial;
  const worker = servers.workers[0]!;
  const folder = join(servers.folder, 'small');
  mkdirSync(folder);
  const isMounted =
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'none', folder]).status === 0;
  if (!isMounted) {
    trial.note(done, 'not tried: that needs root, who may mount a small disk', '');
    return;
  }
  t.teardown(() => spawnSync('umount', [folder]));
  const user = postgresUser(servers.folder);
  if (user) chownSync(folder, user.uid, user.gid);
  await worker.ask(`create tablespace small location '${folder}'`);
  t.teardown(async () => {
    await servers.dropDatabase(database);
    await worker.ask('drop tablespace small');
  });
  for (const server of servers.all)
    await server.ask(
      `create database ${database} template ${BASE}${server === worker ? ' tablespace small' : ''}`,
    );
  await servers.nameCoordinator(database);
  await servers.addWorkers(database);
  await trial.remember();
  const { bavail, bsize } = statfsSync(folder);
  const filler = join(folder, 'filler');
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - ROOM_BYTES)));
  await trial.refused(done, new RegExp(`The server 127\\.0\\.0\\.1:${worker.port} has no room: `));
  rmSync(filler);
  const again = await trial.distribute();
  if (again.code !== 0) trial.violation(`${done}, and with room again: ${again.said}`);
  trial.note('the same with room again', `“${again.said}”`, 'the log lies over the servers');
}

interface Way {
  what: string;
  end(trial: Trial, kill: () => void): void;
}

const KILLED: Way = { what: 'the process is killed', end: (_trial, kill) => kill() };

const BACKEND_ENDED: Way = {
  what: 'its connection is ended by the database',
  end: ({ servers, database }) =>
    void servers.coordinator
      .ask(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'nho command'`,
        [database],
      )
      .catch(() => {}),
};

/** Ends it when it reports a step, each in turn; then the product is used as before. */
async function endAtSteps(
  trial: Trial,
  pool: Pool,
  { way, every }: { way: Way; every: number },
): Promise<void> {
  let count = Number.POSITIVE_INFINITY;
  const answers: Record<string, number> = {};
  let [tried, asBefore] = [0, 0];
  for (let at = 1; at <= count; at = at === count ? at + 1 : Math.min(at + every, count)) {
    const done = `${way.what} at step ${at}`;
    const ended = await trial.distribute((step, of, kill) => {
      count = of;
      if (step === at) way.end(trial, kill);
    });
    tried++;
    const answer = ended.signal ?? ended.said.replaceAll(/\d+\.\d+\.\d+\.\d+:\d+/g, 'HOST:PORT');
    answers[answer] = (answers[answer] ?? 0) + 1;
    if (await trial.isAsBefore()) {
      asBefore++;
      if (ended.code === 0) trial.violation(`${done}: it says that it is done, and it is not`);
      const fault = await studied(pool);
      if (fault) trial.violation(`${done}: ${fault}`);
    } else if ((await layoutOf(trial.servers, trial.database)).isDistributed) {
      // The end came after the commit: all is done, and the next attempt would be refused.
      if (/Nothing was changed/.test(ended.said))
        trial.violation(`${done}: all was done, and it says nothing`);
      await pool.query('select 1').catch(() => {});
      await renew(trial);
    } else {
      trial.violation(`${done}: half done: ${await trial.difference()}`);
      await renew(trial);
    }
    if (/^\s+at /m.test(ended.said) || / {4}at /.test(ended.said))
      trial.violation(`${done}: a stack was shown: ${ended.said}`);
  }
  const said = Object.entries(answers).map(([answer, times]) => `${times} × “${answer}”`);
  trial.note(
    `${way.what}, at ${tried} of ${count} steps`,
    said.join('; '),
    `${asBefore} × all as before, and in use; ${tried - asBefore} × all done`,
  );
}

/** Begins again with a database that is not distributed. */
async function renew({ servers, database }: Trial): Promise<void> {
  await servers.dropDatabase(database);
  await servers.copyDatabase(BASE, database);
  await servers.nameCoordinator(database);
  await servers.addWorkers(database);
}

/** It is done at last; a second time is refused, and the log is as it should be. */
async function goThrough(trial: Trial): Promise<void> {
  const ended = await trial.distribute();
  await untilSettled(trial.servers, trial.database);
  if (ended.code !== 0) trial.violation(`the last nho distribute failed: ${ended.said}`);
  await trial.remember();
  const verified = await runToEnd('bin/nho.ts', ['verify'], { env: trial.env });
  if (verified.code !== 0) trial.violation(`nho verify: ${verified.said}`);
  trial.note(
    'nho distribute after all these',
    `“${ended.said}” after ${ended.seconds.toFixed(1)} s`,
    'the log lies over the servers; `nho verify` finds no difference',
  );
  await trial.refused('once more', /The log is distributed already\. Nothing was changed\./);
  await otherPartitions(trial, 'another LOG_PARTITIONS, afterwards');
}

async function studySpread(trial: Trial, pool: Pool): Promise<void> {
  await readLogLayout(pool);
  const fault = await studied(pool);
  if (fault) trial.violation(`on several servers, ${fault}`);
}

/** The extension's tables are of another version than the program that is loaded: every program ends with a sentence. */
async function updateInPart(t: Lifetime, trial: Trial): Promise<void> {
  const { servers, database } = trial;
  const { coordinator } = servers;
  const setVersion = (version: string) =>
    coordinator.ask(`update pg_extension set extversion = $1 where extname = 'citus'`, [version], database);
  const [now] = await coordinator.ask<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
    [],
    database,
  );
  await setVersion('12.1-1');
  t.teardown(() => setVersion(now!.version).catch(() => {}));
  const env = { ...trial.env, JWT_SECRET: 'only-for-the-tests-only-for-the-tests', LOG_LEVEL: 'silent' };
  for (const [script, ...args] of [
    ['bin/migrate.ts', '--no-content'],
    ['bin/nho.ts', 'verify'],
    ['bin/nho.ts', 'distribute'],
    ['api/server.ts'],
    ['workers/main.ts'],
  ] as const) {
    const { code, said } = await runToEnd(script, [...args], {
      env: { ...env, PORT: '1', WORKER_PORT: '0' },
    });
    if (!code || !/Citus/.test(said) || / {4}at /.test(said))
      trial.violation(`Citus updated in part, ${script} ${args.join(' ')}: ended with ${code}: ${said}`);
    trial.note(`Citus was updated in part, then ${[script, ...args].join(' ')}`, `“${said}”`, 'it has ended');
  }
  await setVersion(now!.version);
}
