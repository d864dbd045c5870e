import { setTimeout as pause } from 'node:timers/promises';
import type { LoadedWorld } from '../../faults/program/fault-world.ts';
import type { Throw } from '../../harness/seeded.ts';
import type { Breakage } from '../program/broken-engine.ts';
import type { CitusServers } from './citus-servers.ts';
import type { LocalServer } from './local-server.ts';

interface Scene {
  servers: CitusServers;
  database: string;
  roll: Throw;
  world: LoadedWorld;
}

export interface CitusBreakage extends Breakage {
  /** Whether a copy of a database does not do: servers that it is made known to would look for the first one. */
  needsOriginal?: boolean;
  /** Does it, and ends when it is mended, moved or added. Resolves with a remark for the report. */
  act(scene: Scene): Promise<string | undefined>;
}

const oneOf = ({ servers, roll }: Scene): LocalServer => servers.workers[roll(servers.workers.length)]!;

/** A server is away for some seconds. */
async function away({ world, roll }: Scene, server: LocalServer): Promise<string> {
  await pause(roll(1_000));
  // What it has not written to the disk yet of projections is projected again.
  world.watch.crash();
  await server.kill();
  world.killed(server.name.split('-')[0]!);
  await pause(4_000 + roll(3_000));
  const begun = performance.now();
  await server.start();
  return `${server.name} took ${((performance.now() - begun) / 1_000).toFixed(1)} s to start`;
}

/** Moves the shards of some partitions from the server that they are on to another one. */
async function move({ servers, database, roll }: Scene, mode: string): Promise<string> {
  const { coordinator } = servers;
  const shards = await coordinator.ask<{ shard: string; port: number }>(
    `select s.shardid as shard, s.nodeport as port from citus_shards s
     where s.table_name = 'events'::regclass order by s.shardid`,
    [],
    database,
  );
  const { shard, port } = shards[roll(shards.length)]!;
  const target = servers.workers.find((worker) => worker.port !== Number(port))!;
  await coordinator.ask(
    `select citus_move_shard_placement($1::bigint, '127.0.0.1', $2::integer, '127.0.0.1', $3::integer, $4::text::citus.shard_transfer_mode)`,
    [shard, port, target.port, mode],
    database,
  );
  const [left] = await coordinator.ask<{ count: number }>(
    `select count(*)::integer as count from citus_shards where table_name = 'events'::regclass and nodeport = $1`,
    [port],
    database,
  );
  return `one of ${shards.length} shards; its server keeps ${left!.count}`;
}

async function addServer({ servers, database }: Scene): Promise<string> {
  const server = await servers.addServer();
  const begun = performance.now();
  await servers.enterDatabase(server, database);
  await servers.coordinator.ask(`select citus_add_node('127.0.0.1', ${server.port})`, [], database);
  const added = performance.now();
  await servers.coordinator.ask(`select citus_rebalance_start()`, [], database);
  await servers.coordinator.ask(`select citus_rebalance_wait()`, [], database);
  const [moved] = await servers.coordinator.ask<{ count: number; all: number }>(
    `select (count(*) filter (where nodeport = $1))::integer as count, count(*)::integer as all
     from citus_shards where table_name = 'events'::regclass`,
    [server.port],
    database,
  );
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
  return `added in ${seconds(begun, added)} s, rebalanced in ${seconds(added, performance.now())} s: it has ${moved!.count} of ${moved!.all} shards`;
}

/** What happens to the servers, each to a product of its own; what adds one comes last. */
export const BREAKAGES: readonly CitusBreakage[] = [
  {
    name: 'worker-killed',
    what: 'A worker is killed, and started again after some seconds',
    allows503: true,
    stallMs: 10_000,
    act: (scene) => away(scene, oneOf(scene)),
  },
  {
    name: 'coordinator-killed',
    what: 'The coordinator is killed, and started again after some seconds',
    allows503: true,
    stallMs: 10_000,
    act: (scene) => away(scene, scene.servers.coordinator),
  },
  {
    name: 'worker-frozen',
    what: 'A worker stands still for some seconds, then goes on',
    allows503: true,
    stallMs: 15_000,
    act: async (scene) => {
      const server = oneOf(scene);
      server.freeze();
      try {
        // Longer than a request's statement may take.
        await pause(9_000 + scene.roll(3_000));
      } finally {
        server.thaw();
      }
      return server.name;
    },
  },
  {
    name: 'moved-blocking',
    what: 'A shard of the log is moved to the other worker, while its students wait (`block_writes`)',
    allows503: true,
    stallMs: 10_000,
    act: (scene) => move(scene, 'block_writes'),
  },
  {
    name: 'moved-logical',
    what: 'A shard of the log is moved to the other worker, by logical replication',
    allows503: true,
    stallMs: 10_000,
    act: (scene) => move(scene, 'auto'),
  },
  {
    name: 'node-added',
    what: 'A third worker is added, and the shards are spread again',
    allows503: true,
    stallMs: 10_000,
    needsOriginal: true,
    act: addServer,
  },
];
