import { endWorld } from '../../faults/program/fault-run.ts';
import { type LoadedWorld, startWorldOn } from '../../faults/program/fault-world.ts';
import { violationsOf } from '../../faults/program/history-check.ts';
import { type Lifetime, OwnLifetime } from '../../harness/lifetime.ts';
import { seeded } from '../../harness/seeded.ts';
import { type Aftermath, broken } from '../program/broken-engine.ts';
import { LiveBoard } from '../program/live-board.ts';
import type { CitusBreakage } from './citus-breakages.ts';
import type { CitusServers } from './citus-servers.ts';
import { distributedDatabase } from './citus-templates.ts';

const STUDENTS = 200;
const SITTING = 50;

/** Each student answers that often, and waits so long before an answer is sent again. */
const PACE_MS = { long: 1_000, quick: 2_500 };
const RETRY_MS = 500;

/** Beside them, what appends without HTTP in between. */
const BULK = { bulkStudents: 60, bulkPerSecond: { long: 120, quick: 30 } };

export interface WorldOutcome extends Aftermath {
  /** What is there afterwards. */
  events: number;
  acknowledged: number;
  attempts: number;
  imports: number;
  boardOpened: Record<string, number>;
  violations: string[];
}

export interface WorldOptions {
  seed: number;
  isQuick: boolean;
  /** Of which each product gets a copy. */
  template: string;
}

/** The product in use on a copy of the template, and one thing that happens to its servers. */
export async function breakWorld(
  whole: Lifetime,
  servers: CitusServers,
  breakage: CitusBreakage,
  { seed, isQuick, template }: WorldOptions,
): Promise<WorldOutcome> {
  const t = new OwnLifetime();
  // An interruption ends the whole while this is under way.
  whole.teardown(() => t.end());
  const depth = isQuick ? 'quick' : 'long';
  try {
    const database = `world_${breakage.name.replaceAll('-', '_')}`;
    t.teardown(() => servers.dropDatabase(database));
    if (breakage.needsOriginal) await distributedDatabase(servers, { name: database, content: undefined });
    else await servers.copyDatabase(template, database);
    const world = await startWorldOn(
      t,
      {
        ...{ seed, redis: false, isLaunched: false, crowd: 0, attempts: SITTING, spreadMs: 8_000 },
        bulkStudents: BULK.bulkStudents,
        bulkPerSecond: BULK.bulkPerSecond[depth],
        recording: { clients: STUDENTS, studentsEach: 1, paceMs: PACE_MS[depth], retryMs: RETRY_MS },
      },
      [servers.coordinator.url(database)],
    );
    const board = await openBoard(t, world);
    await world.startLoad();
    board.start();
    const aftermath = await broken(world, board, breakage, () =>
      breakage.act({ servers, database, roll: seeded(seed), world }),
    );
    board.stop();
    const history = await endWorld(world);
    const violations = violationsOf(history).map(
      ({ invariant, what }) => `${breakage.name}, ${invariant}: ${what}`,
    );
    if (board.changes.length === 0) violations.push(`${breakage.name}: the open board has heard of nothing`);
    return {
      ...aftermath,
      events: history.stored.length,
      acknowledged: history.told.filter(({ place }) => place).length,
      attempts: world.sittings.sittings.length,
      imports: world.uploads.count,
      boardOpened: board.opened,
      violations,
    };
  } finally {
    await t.end();
  }
}

/** A class of all students who answer, and the board of its teacher. */
async function openBoard(t: OwnLifetime, { pool, clients, ports }: LoadedWorld): Promise<LiveBoard> {
  const one = async (sql: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(sql, values)).rows[0]!.id;
  const teacherId = await one(
    `insert into users (name, email, password_hash, role, time_zone)
     values ('Minh', gen_random_uuid() || '@example.org', 'none', 'teacher', 'Asia/Ho_Chi_Minh') returning id`,
    [],
  );
  const classId = await one(`insert into classes (teacher_id, name) values ($1, '11B') returning id`, [
    teacherId,
  ]);
  await pool.query('insert into class_decks (class_id, deck_id) values ($1, $2)', [classId, clients.deckId]);
  await pool.query(
    `insert into class_members (class_id, student_id, status, joined_at)
     select $1, student, 'approved', now() from unnest($2::integer[]) student`,
    [classId, clients.students],
  );
  return new LiveBoard(t, { ports, classId, teacherId });
}
