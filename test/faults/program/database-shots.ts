import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { OwnLifetime } from '../../harness/lifetime.ts';
import type { Throw } from '../../harness/seeded.ts';
import { LAG_BOUND_MS, READY_BOUND_MS, type Shot, took } from './fault-shot.ts';
import type { FaultWorld } from './fault-world.ts';

/** A connection of nobody's, as a psql that was left open. */
async function stray<T>(world: FaultWorld, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(world.postgres.primaryUrl);
  client.on('error', () => {});
  await client.connect();
  return use(client).finally(() => client.end());
}

/** PostgreSQL is away meanwhile. */
async function whileAway(world: FaultWorld, row: string, meanwhile: () => Promise<unknown>): Promise<void> {
  world.watch.crash();
  await world.postgres.crash();
  world.killed('PostgreSQL');
  await meanwhile();
  await world.postgres.start();
  took(world, row, 'answers are taken again', await world.answered(10), READY_BOUND_MS);
}

/** What the log of a copy must be, whenever it was made. */
async function checkCopy(world: FaultWorld, url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: holes } = await client.query(
    `select p.partition from log_partitions p left join events e using (partition) group by p.partition, p.head
     having p.head <> count(e.position) or p.head <> coalesce(max(e.position), 0)`,
  );
  const { rows: ahead } = await client.query(
    'select 1 from projection_checkpoints c join log_partitions p using (partition) where c.position > p.head',
  );
  const { rows: lost } = await client.query<{ events: string }>('select count(*) as events from events');
  await client.end();
  if (holes.length)
    world.noticed.push({ invariant: 'I3', what: `F26: ${holes.length} partitions of the copy have holes` });
  if (ahead.length)
    world.noticed.push({ invariant: 'I6', what: 'F26: a checkpoint of the copy is ahead of its log' });
  if (Number(lost[0]!.events) === 0)
    world.noticed.push({ invariant: 'I1', what: 'F26: the copy has no events' });
}

async function holdPartition(world: FaultWorld, roll: Throw): Promise<void> {
  await stray(world, async (client) => {
    await client.query('begin');
    await client.query('select from log_partitions where partition = $1 for update', [roll(16)]);
    const ms = await world.answered(10);
    took(world, 'F12', 'students of other partitions are answered', ms, 5_000);
    await pause(Math.max(0, 3_000 - ms));
    await client.query('rollback');
  });
}

export const databaseShots: Record<string, Shot> = {
  F7: (world, roll) => whileAway(world, 'F7', () => pause(100 + roll(3_000))),
  F7b: async (world) => {
    world.watch.crash();
    await world.postgres.failover();
    world.failovers++;
    world.killed('PostgreSQL');
    took(world, 'F7b', 'answers are taken again', await world.answered(10), READY_BOUND_MS);
    await world.postgres.attachStandby();
  },
  F8: async (world, roll) => {
    for (let kill = 0; kill < 10 + roll(20); kill++) {
      await world.ask(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity where datname = current_database() and application_name like 'nho %'
           order by md5(pid || $1::text) limit 1) one`,
        [roll(1_000)],
      );
      await pause(50);
    }
    took(world, 'F8', 'projections follow', await world.projectedSoFar(), LAG_BOUND_MS);
  },
  F9: async (world, roll) => {
    const [api, worker] = [world.apis[roll(2)]!, world.workers[roll(2)]!];
    await whileAway(world, 'F9', async () => {
      await Promise.all([api.end('SIGKILL'), worker.end('SIGKILL')]);
      world.killed('API');
      world.killed('worker');
      // They are started again and again meanwhile, and end each time.
      await pause(1_500 + roll(2_000));
    });
    took(world, 'F9', 'the API serves', await api.up(), READY_BOUND_MS);
    await worker.up();
  },
  F11: (world, roll) =>
    stray(world, async (client) => {
      await client.query('begin isolation level repeatable read; select count(*) from log_partitions');
      await world.answered(20 + roll(100));
      took(world, 'F11', 'projections follow', await world.projectedSoFar(), LAG_BOUND_MS);
      await client.query('commit');
    }),
  F12: holdPartition,
  F17: async (world, roll) => {
    const kind = roll(4);
    for (const line of world.databaseLines) {
      if (kind === 0) line.delay(200);
      if (kind === 1) {
        line.delay(5);
        line.slice(7 + roll(50));
      }
      if (kind === 3) line.silence();
    }
    for (let cut = 0; kind === 2 && cut < 10; cut++) {
      await pause(roll(200));
      for (const line of world.databaseLines) line.cut();
    }
    await pause(1_000 + roll(2_000));
    for (const line of world.databaseLines) line.pass();
    took(world, 'F17', 'answers are taken', await world.answered(10), READY_BOUND_MS);
    took(world, 'F17', 'the API is ready', await world.apis[0]!.up(), 30_000);
  },
  F26: async (world) => {
    const t = new OwnLifetime();
    try {
      await checkCopy(world, await world.postgres.restoredCopy(t));
    } finally {
      await t.end();
    }
  },
};
