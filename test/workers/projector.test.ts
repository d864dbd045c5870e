import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Pool } from 'pg';
import t from 'tap';
import { WakeUp } from '../../api/wake-up.ts';
import { Appender } from '../../core/log/append/appender.ts';
import { partitionOf } from '../../core/log/position.ts';
import { ProjectionWaits } from '../../core/log/projecting/projection-waits.ts';
import { migrateQueues, openQueues } from '../../core/process/queue.ts';
import { projections } from '../../core/projections.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { review } from '../log/given-events.ts';
import { givenProjector } from '../log/projecting/given-projector.ts';
import { startWorker, stop, wokenBy } from './worker-process.ts';

const behind = async (pool: Pool): Promise<number> => {
  const rows = await sql(pool)<{ behind: string }>`select sum(p.head - c.position) as behind
    from projection_checkpoints c join log_partitions p using (partition)`;
  return Number(rows[0]!.behind);
};

const projected = (pool: Pool): Promise<void> => until(async () => (await behind(pool)) === 0);

const reviews = async (pool: Pool): Promise<number> => {
  const rows = await sql(pool)<{ reviews: number }>`select sum(reviews)::integer as reviews
    from deck_stats`;
  return rows[0]!.reviews ?? 0;
};

const backends = { postgres: undefined, redis: process.env.REDIS_URL_FOR_TESTS };

for (const [backend, redisUrl] of Object.entries(backends)) {
  t.test(`the queue on ${backend} wakes the projector, and at once where somebody waits`, async (t) => {
    const { pool, url } = await createTestDatabase(t);
    const location = { redisUrl, databaseUrl: url };
    await migrateQueues(location);
    // This projector does not look by itself: what it does, it was woken for.
    const projector = givenProjector(t, pool);
    const woken = wokenBy(location, async (job) => {
      if ('grown' in job) await projector.wake();
      if ('partitions' in job) await projector.wake(job.partitions);
    });
    const wakeUp = new WakeUp(() => openQueues(location));
    const appender = new Appender(pool, { onAppended: (partitions) => wakeUp.partitions(partitions) });
    // One after the other, so that wake-ups also arrive while their partition is being projected.
    for (let turn = 0; turn < 60; turn++) await appender.append(review(1 + (turn % 5)));
    await projected(pool);
    t.equal(await reviews(pool), 60, 'each counted once');

    // Long before the next wake-up would come by itself, however slow the machine is.
    const waits = new ProjectionWaits(pool, projections, (partitions) => wakeUp.awaited(partitions));
    for (let turn = 0; turn < 5; turn++)
      t.equal(await waits.passed(await appender.append(review(1 + turn))), 0, 'seen within a second');
    // More than one worker is to do: each partition is woken by itself.
    await Promise.all(Array.from({ length: 4_500 }, (_, index) => appender.append(review(1 + (index % 90)))));
    await projected(pool);
    t.equal(await reviews(pool), 4_565);
    await wakeUp.close();
    await woken.close();
  });

  t.test(`a worker process on ${backend}: killed at any moment, each answer still counts once`, async (t) => {
    const { pool, url } = await createTestDatabase(t);
    await migrateQueues({ redisUrl, databaseUrl: url });
    const appender = new Appender(pool);
    let sent = 0;
    for (let round = 0; round < 4; round++) {
      const worker = startWorker(url, redisUrl ? { REDIS_URL: redisUrl } : {});
      const start = await reviews(pool);
      const appends = Array.from({ length: 3_000 }, () =>
        appender.append(review(1 + (sent++ % 40), { card_id: sent % 9 })),
      );
      await Promise.all(appends);
      await until(async () => (await reviews(pool)) > start);
      await stop(worker, 'SIGKILL');
    }
    const worker = startWorker(url, redisUrl ? { REDIS_URL: redisUrl } : {});
    // The killed ones may have left nothing: this is its own.
    await appender.append(review(1 + (sent++ % 40)));
    await projected(pool);
    t.equal(await reviews(pool), sent);
    const [code] = await stop(worker);
    t.equal(code, 0, 'a worker that is asked to stop ends cleanly');
  });
}

t.test('without any queue a worker finds the events by itself within seconds', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  const worker = startWorker(url, { REDIS_URL: 'redis://127.0.0.1:1' });
  await new Appender(pool).append(review(1));
  await projected(pool);
  t.equal(await reviews(pool), 1);
  await stop(worker);
});

t.test('what stands in the way of a projection stops it alone; it goes on once that is mended', async (t) => {
  const { pool } = await createTestDatabase(t);
  const told: string[] = [];
  const projector = givenProjector(t, pool, {
    onStopped: (error, { name }) => told.push(`${name} is stopped: ${error}`),
    onGoesOn: ({ name }) => told.push(`${name} goes on`),
    onParked: () => t.fail('nothing is parked'),
  });
  await pool.query('alter table deck_stats rename column reviews to elsewhere');
  const appender = new Appender(pool);
  for (let turn = 0; turn < 3; turn++) await appender.append(review(1, { card_id: 1 + turn }));
  projector.start();
  await until(() => told.length > 0, 'it is told');
  for (let time = 0; time < 5; time++) await projector.partition(partitionOf(1));
  t.match(told, [/^deck_stats is stopped: .*column "reviews"/], 'once, however often it is tried');
  t.equal(projector.stopped().get('deck_stats'), 1);
  t.equal(projector.stopped().get('review_schedule'), 0);
  const { rows } = await pool.query('select from review_schedule');
  t.equal(rows.length, 3, 'others take the same events');

  await pool.query('alter table deck_stats rename column elsewhere to reviews');
  await projected(pool);
  t.equal(await reviews(pool), 3);
  await until(() => told.length > 1, 'it is told');
  t.match(told[1], 'deck_stats goes on');
  t.equal(projector.stopped().get('deck_stats'), 0);
});

t.test('in a backlog the projections take turns', async (t) => {
  const { pool } = await createTestDatabase(t);
  await sql(pool)`create table turns (turn serial, projection text, position integer);
    create function note() returns trigger language plpgsql as $$ begin
    insert into turns (projection, position) values (new.projection, new.position); return null;
    end $$;
    create trigger note after update on projection_checkpoints for each row execute function note()`;
  const appender = new Appender(pool);
  await Promise.all(
    Array.from({ length: 4_500 }, (_, index) => appender.append(review(1, { card_id: 1 + (index % 50) }))),
  );
  await givenProjector(t, pool).partition(partitionOf(1));
  const rows = await sql(pool)<{ turn: string }>`select projection || ' ' || position as turn from turns
    order by turns.turn`;
  const names = column(projections, 'name');
  // Those of one step are moved by one statement, in any order.
  const turns = Array.from(
    { length: rows.length / names.length },
    (_, step) => new Set(column(rows.slice(step * names.length, (step + 1) * names.length), 'turn')),
  );
  t.same(
    turns,
    [2_000, 4_000, 4_500].map((position) => new Set(names.map((name) => `${name} ${position}`))),
  );
});

/** Stops a worker's process where it is, in the middle of no transaction: it would hold its locks. */
async function freeze(pool: Pool, worker: ChildProcess): Promise<void> {
  await until(async () => {
    worker.kill('SIGSTOP');
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and (application_name like 'nho worker %' or application_name = 'nho queue')
         and xact_start is not null`,
    );
    if (rowCount === 0) return true;
    worker.kill('SIGCONT');
    return false;
  });
}

t.test('two workers share the partitions and double nothing', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  await migrateQueues({ databaseUrl: url });
  const appender = new Appender(pool);
  const append = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => appender.append(review(1 + (index % 100)))));
  const workers = [startWorker(url), startWorker(url)];
  await append(2_000);
  await projected(pool);
  t.equal(await reviews(pool), 2_000);
  let total = 2_000;
  // What is projected while one of them is frozen, the other one did, whatever the partition.
  for (const frozen of workers) {
    await freeze(pool, frozen);
    await append(500);
    await projected(pool);
    total += 500;
    t.equal(await reviews(pool), total, 'by the other one alone');
    frozen.kill('SIGCONT');
  }
  await Promise.all(workers.map((worker) => stop(worker)));
  t.equal(await reviews(pool), total);
});

t.test('a worker ends with the process that started it', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  await migrateQueues({ databaseUrl: url });
  const worker = startWorker(url);
  await new Appender(pool).append(review(1));
  await projected(pool);
  const ended = once(worker, 'exit');
  worker.disconnect();
  t.same(await within(ended, 'the worker ends'), [0, null]);
});
