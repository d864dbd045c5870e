import { answerRequests } from '../../../bench/load/answer-requests.ts';
import { untilCaughtUp } from '../../../bench/load/live-lag.ts';
import { generateLoad, type PreparedRequest } from '../../../bench/load/load-generator.ts';
import {
  addStudents,
  addTeachers,
  addWordDeck,
  JWT_SECRET,
  median,
} from '../../../bench/school/bench-database.ts';
import { freePort } from '../../../bin/command/free-port.ts';
import { type Database, openDatabase } from '../../../core/database.ts';
import { type Program, startApiProcess, startWorker } from '../../faults/world/product-processes.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import type { Engine } from './citus-engine.ts';
import { type CitusServers, serversFolder } from './citus-servers.ts';
import { distributedDatabase, migrateEmpty } from './citus-templates.ts';
import { consecutivePorts, LocalServer } from './local-server.ts';

export const SPEED_DATABASE = 'speed';

const CONNECTIONS = 200;
const STUDENTS = 2_000;
const CARDS = 500;
const ROUNDS = { long: 5, quick: 1 };
const SECONDS = { long: 10, quick: 4 };
const WARM_UP_SECONDS = 3;
/** Citus answers at least so much of what one PostgreSQL answers. */
export const RATIO_MIN = 0.5;

export interface Round {
  citus: number;
  plain: number;
  /** Milliseconds. */
  citusP99: number;
  plainP99: number;
}

export interface SpeedOutcome {
  rounds: Round[];
  /** The median of the rounds' ratios. */
  ratio: number;
  /** Requests that did not succeed, on both. */
  failed: number;
}

/** A database with the deck and the students that answer, and the processes of the product beside it. */
export interface Contender {
  name: string;
  url: string;
  database: Database;
  students: number[];
  deckId: number;
  firstCard: number;
  /** An answer of each student, with the student's headers. */
  requests: PreparedRequest[];
}

export async function contenderOn(t: Lifetime, name: string, url: string): Promise<Contender> {
  const database = await openDatabase(url, { connections: 4, name: 'nho bench' });
  t.teardown(() => database.close());
  const [teacher] = await addTeachers(database, 1);
  const students = await addStudents(database, STUDENTS);
  const [deckId, firstCard] = await addWordDeck(database, teacher!, CARDS);
  const requests = await answerRequests(database, students, { deckIds: [deckId] });
  return { name, url, database, students, deckId, firstCard, requests };
}

/** The processes that answer and project, which are ended with `end`. */
export async function startProduct(
  t: Lifetime,
  { url }: Contender,
  { workers }: { workers: number },
): Promise<{ port: number; end(): Promise<void> }> {
  const port = await freePort();
  const env = { JWT_SECRET, EVENT_LOOP_DELAY_MAX: '0', DISK_FREE_MIN: '0' };
  const api = await startApiProcess(t, { port, databaseUrl: url, env });
  const started: Program[] = Array.from({ length: workers }, () => startWorker(t, url, env));
  return {
    port,
    end: async () => {
      for (const one of [api, ...started]) await one.end();
    },
  };
}

/** One PostgreSQL of the same kind with the same settings, but for Citus. */
export async function plainServer(t: Lifetime, engine: Engine, isDurable: boolean): Promise<LocalServer> {
  const folder = serversFolder(t);
  const [port] = await consecutivePorts(1);
  return LocalServer.create({
    ...{ engine, folder, name: 'plain', port: port!, isDurable },
    // Without Citus its settings are nobody's.
    settings: { shared_preload_libraries: 'pg_stat_statements' },
    onMade: (server) => t.teardown(() => server.stop()),
  });
}

/** Answers a second over HTTP at full speed while a worker projects: on the servers, and on one PostgreSQL, in turn. */
export async function measureSpeed(
  t: Lifetime,
  servers: CitusServers,
  { engine, isQuick, log }: { engine: Engine; isQuick: boolean; log: (line: string) => void },
): Promise<{ speed: SpeedOutcome; citus: Contender }> {
  const depth = isQuick ? 'quick' : 'long';
  await distributedDatabase(servers, { name: SPEED_DATABASE, content: undefined });
  const plain = await plainServer(t, engine, !isQuick);
  await plain.ask(`create database ${SPEED_DATABASE}`);
  await migrateEmpty(plain.url(SPEED_DATABASE), servers.folder);
  const contenders = {
    plain: await contenderOn(t, 'one PostgreSQL', plain.url(SPEED_DATABASE)),
    citus: await contenderOn(t, 'Citus', servers.coordinator.url(SPEED_DATABASE)),
  };
  // What the servers have still to write of all that was done on them before is no part of what is measured.
  for (const server of [...servers.all, plain]) await server.ask('checkpoint');
  const speed: SpeedOutcome = { rounds: [], ratio: 0, failed: 0 };
  const measured = async (contender: Contender) => {
    const product = await startProduct(t, contender, { workers: 1 });
    const load = { port: product.port, connections: CONNECTIONS, requests: contender.requests };
    await generateLoad({ ...load, seconds: WARM_UP_SECONDS });
    await untilCaughtUp(contender.database.pool);
    const result = await generateLoad({ ...load, seconds: SECONDS[depth] });
    await untilCaughtUp(contender.database.pool);
    await product.end();
    speed.failed += result.failed;
    log(
      `  ${contender.name}: ${Math.round(result.perSecond)} answers a second, p99 ${result.p99} ms, ${result.failed} failed`,
    );
    return result;
  };
  for (let round = 0; round < ROUNDS[depth]; round++) {
    // Each goes first in every other round.
    const order = round % 2 ? (['plain', 'citus'] as const) : (['citus', 'plain'] as const);
    const results = {
      [order[0]]: await measured(contenders[order[0]]),
      [order[1]]: await measured(contenders[order[1]]),
    };
    const { citus, plain: one } = results as Record<'citus' | 'plain', Awaited<ReturnType<typeof measured>>>;
    speed.rounds.push({
      citus: citus.perSecond,
      plain: one.perSecond,
      citusP99: citus.p99,
      plainP99: one.p99,
    });
  }
  speed.ratio = median(speed.rounds.map((round) => round.citus / round.plain));
  return { speed, citus: contenders.citus };
}
