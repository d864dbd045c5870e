import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Throw } from '../../harness/seeded.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import { startNho } from '../../nho/nho-process.ts';
import { RecordingCalls } from '../world/recording-calls.ts';
import { tokenFor } from '../world/recording-clients.ts';
import type { ProductProcess } from '../world/supervised.ts';
import { databaseShots } from './database-shots.ts';
import { LAG_BOUND_MS, READY_BOUND_MS, type Shot, took } from './fault-shot.ts';
import type { FaultWorld } from './fault-world.ts';

const oneOf = <T>(list: T[], roll: Throw): T => list[roll(list.length)]!;

async function killed(world: FaultWorld, one: ProductProcess): Promise<void> {
  // Both of a kind dead at once is an outage, which is another fault.
  await one.up();
  await one.end('SIGKILL');
  world.killed(one.name.split(' ')[0]!);
}

/** The first process below this one whose command line contains the script, if it has one. */
function childOf(pid: number | undefined, script: string): number | undefined {
  if (pid === undefined) return undefined;
  try {
    return Number(
      execFileSync('pgrep', ['-P', String(pid), '-f', script], { encoding: 'utf8' }).split('\n')[0],
    );
  } catch {
    return undefined;
  }
}

async function endApi(world: FaultWorld, roll: Throw): Promise<void> {
  const index = roll(2);
  const api = world.apis[index]!;
  const port = world.ports[index]!;
  await api.up();
  await pause(roll(300));
  const asked = performance.now();
  const { code, ms } = await api.end('SIGTERM');
  if (code !== 0)
    world.noticed.push({ invariant: 'I9', what: `F2: asked to end, ${api.name} ended with ${code}` });
  took(world, 'F2', 'the API has ended', ms, 10_000);
  const lost = [...world.clients.exchanges, ...world.calls.exchanges].filter(
    (one) => one.port === port && one.sentAt < asked && one.endedAt > asked && typeof one.status === 'string',
  );
  if (lost.length)
    world.noticed.push({
      invariant: 'I9',
      what: `F2: ${lost.length} requests under way were not answered (${lost[0]!.status})`,
    });
  took(world, 'F2', 'another API serves', await api.up(), READY_BOUND_MS);
}

/** For rows of the matrix, what is done. */
const processShots: Record<string, Shot> = {
  F1: async (world, roll) => {
    const api = oneOf(world.apis, roll);
    await pause(roll(300));
    await killed(world, api);
    took(world, 'F1', 'another API serves', await api.up(), READY_BOUND_MS);
  },
  F2: endApi,
  F3: async (world, roll) => {
    const api = oneOf(world.apis, roll);
    await api.up();
    api.signal('SIGSTOP');
    try {
      // Whoever asked the one that stands still waits. The writer without HTTP appends to every partition.
      const before = world.bulk.acknowledged;
      const begun = performance.now();
      await until(async () => world.bulk.acknowledged > before + 100 || pause(20, false), 'others append');
      took(world, 'F3', 'others append to every partition', performance.now() - begun, 5_000);
      await pause(2_000 + roll(6_000));
    } finally {
      api.signal('SIGCONT');
    }
    await api.up();
  },
  F4: async (world, roll) => {
    const worker = oneOf(world.workers, roll);
    await pause(roll(300));
    await killed(world, worker);
    took(world, 'F4', 'projections are where the log was', await world.projectedSoFar(), LAG_BOUND_MS);
  },
  F5: async (world, roll) => {
    const worker = oneOf(world.workers, roll);
    await worker.up();
    await pause(roll(200));
    worker.signal('SIGSTOP');
    try {
      const ms = await world.projectedSoFar();
      took(world, 'F5', 'the other worker is where the log was', ms, 35_000);
      await pause(Math.max(0, roll(10_000) - ms));
    } finally {
      worker.signal('SIGCONT');
    }
  },
  F18: async (world, roll) => {
    for (let cut = 0; cut < 5 + roll(10); cut++) {
      await pause(roll(150));
      world.clientLine.cut();
    }
    await world.answered(20);
  },
  F22: async (world, roll) => {
    const rebuild = startNho(world.databaseUrl, 'rebuild');
    rebuild.stdout.resume();
    rebuild.stderr.resume();
    const ended = new Promise((resolve) => rebuild.once('close', resolve));
    await Promise.race([ended, pause(400 + roll(3_000))]);
    if (rebuild.exitCode === null) {
      rebuild.kill('SIGKILL');
      world.killed('rebuild');
    }
    await within(ended, 'the rebuild ends');
    took(world, 'F22', 'projections are where the log was', await world.projectedSoFar(), LAG_BOUND_MS);
  },
  F23: async (world, roll) => {
    let child: number | undefined;
    await until(async () => {
      child = world.workers
        .map(({ pid }) => childOf(pid, 'run-child.ts deck-import'))
        .find((pid) => pid !== undefined);
      return child !== undefined || pause(20, false);
    }, 'an import runs');
    await pause(roll(300));
    try {
      process.kill(child!, 'SIGKILL');
      world.killed('import');
    } catch {
      // It was quicker.
    }
  },
  F27: async (world) => {
    const calls = new RecordingCalls(world.ports, () => {});
    const students = [...world.bulk.told.keys()];
    const deck = `/api/decks/${world.clients.deckId}/counts`;
    await Promise.all(
      Array.from({ length: world.options.crowd }, (_, index) => {
        const id = students[index % students.length]!;
        return calls.once(deck, { id, token: tokenFor(id) });
      }),
    );
    world.calls.exchanges.push(...calls.exchanges);
    const wrong = calls.exchanges.filter(({ status }) => ![200, 429, 503].includes(Number(status)));
    if (wrong.length)
      world.noticed.push({
        invariant: 'I9',
        what: `F27: ${wrong.length} of ${world.options.crowd} ended otherwise (${wrong[0]!.status})`,
      });
  },
};

/** Not rows of the matrix: the writer without HTTP is the product's appender, in a process of the test's. */
const writerKilled: Shot = async (world, roll) => {
  await pause(roll(300));
  await world.bulk.kill();
  world.killed('appender');
  await world.bulk.start();
};

const queueShots: Record<string, Shot> = {
  F13: async (world, roll) => {
    await world.redis!.kill();
    world.killed('Redis');
    await pause(500 + roll(4_000));
    took(world, 'F13', 'projections follow without Redis', await world.projectedSoFar(), LAG_BOUND_MS);
    await world.redis!.start();
  },
  F14: async (world) => {
    await world.redis!.flush();
    took(world, 'F14', 'projections follow', await world.projectedSoFar(), LAG_BOUND_MS);
  },
  F15: async (world, roll) => {
    world.redis!.freeze();
    try {
      const ms = await world.projectedSoFar();
      took(world, 'F15', 'projections follow while Redis stands still', ms, LAG_BOUND_MS);
      await pause(1_000 + roll(4_000));
    } finally {
      world.redis!.thaw();
    }
  },
  F16: async (world) => {
    await world.ask(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'nho queue'`,
    );
    took(world, 'F16', 'projections follow', await world.projectedSoFar(), LAG_BOUND_MS);
  },
  F10: async (world, roll) => {
    const url = new URL(world.postgres.primaryUrl);
    url.pathname = '/postgres';
    const [writer, preparer] = [new pg.Client(url.href), new pg.Client(url.href)];
    for (const client of [writer, preparer]) {
      client.on('error', () => {});
      await client.connect();
    }
    try {
      await preparer.query('create table if not exists elsewhere (value integer)');
      await preparer.query(`begin; insert into elsewhere values (1); prepare transaction 'forgotten'`);
      await writer.query('begin; insert into elsewhere values (2)');
      await pause(roll(2_000));
      took(world, 'F10', 'projections follow', await world.projectedSoFar(), LAG_BOUND_MS);
      await writer.query('rollback');
    } finally {
      await preparer.query(`rollback prepared 'forgotten'`);
      await Promise.all([writer.end(), preparer.end()]);
    }
  },
};

export const shots: Record<string, Shot> = {
  ...processShots,
  ...queueShots,
  ...databaseShots,
  appender: writerKilled,
};
