import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import t from 'tap';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import { allPartitions, partitionCount, partitionOf } from '../../../core/log/position.ts';
import { byShard, setShards } from '../../../core/postgres/several-servers.ts';
import { column } from '../../harness/columns.ts';
import { createTestDatabase, openTestPool } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';
import { neighbours, review } from '../given-events.ts';

const { pool, url } = await createTestDatabase(t);

const stored = (studentId: number | null = null) =>
  sql(pool)<{ partition: number; position: number; id: string; student_id: number }>`
    select partition, position::integer, id, student_id from events
    where coalesce(student_id = ${studentId}, true) order by partition, position`;

/** So many appends wait for a lock. */
const areWaiting = (count: number): Promise<void> =>
  until(async () => {
    const waiting = await sql(pool)`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%append_events%'`;
    return waiting.length === count;
  }, `${count} wait`);

t.afterEach(() => pool.query('truncate events; update log_partitions set head = 0'));

t.test('an append answers the position at which the event lies', async (t) => {
  const event = review(7);
  const position = await new Appender(pool).append(event);
  const rows = await sql(pool)<{ epoch: string }>`select left(epoch::text, 8) as epoch from log_partitions
    where partition = ${partitionOf(7)}`;
  t.same(position, { partition: partitionOf(7), position: 1, epoch: rows[0]!.epoch });
  t.same(await stored(), [{ partition: partitionOf(7), position: 1, id: event.id, student_id: 7 }]);
});

t.test('positions of a partition are gapless from 1 to its head, whoever appends meanwhile', async (t) => {
  const appenders = [1, 2, 3].map(() => new Appender(pool, { batchSize: 20 }));
  await Promise.all(
    Array.from({ length: 900 }, (_, index) => appenders[index % 3]!.append(review(1 + (index % 50)))),
  );
  const rows = await sql(pool)`select p.partition from log_partitions p left
    join events e using (partition)
    group by p.partition, p.head
    having count(e.position) <> p.head or coalesce(max(e.position), 0) <> p.head or min(e.position) <> 1`;
  t.same(rows, [], 'count = head = highest position in each partition');
  t.equal((await stored()).length, 900);
});

t.test("a student's answers keep the order in which they were acknowledged", async (t) => {
  const appenders = [new Appender(pool), new Appender(pool)];
  const ids = new Map<number, string[]>();
  await Promise.all(
    Array.from({ length: 20 }, async (_, student) => {
      const own: string[] = [];
      ids.set(student + 1, own);
      for (let turn = 0; turn < 15; turn++) {
        const event = review(student + 1);
        await appenders[turn % 2]!.append(event);
        own.push(event.id);
      }
    }),
  );
  for (const [student, own] of ids) t.same(column(await stored(student), 'id'), own);
});

t.test('a repeated key appends nothing and is answered as the first time', async (t) => {
  const appender = new Appender(pool);
  const event = review(1);
  const first = await appender.append(event);
  await appender.append(review(1));
  t.same(await appender.append(event), first, 'later');
  const again = [appender.append(event), new Appender(pool).append(event)];
  t.same(await Promise.all(again), [first, first], 'at once');
  t.equal((await stored()).length, 2);
});

t.test('a key repeated within one batch counts once', async (t) => {
  const appender = new Appender(pool);
  const event = review(1);
  const [a, b, c] = await Promise.all([event, event, review(1)].map((one) => appender.append(one)));
  t.same(a, b);
  t.equal(c!.position, 2, 'and leaves no gap');
});

t.test('the same key with other content is a conflict and changes nothing', async (t) => {
  const appender = new Appender(pool);
  const event = review(1);
  await appender.append(event);
  const other = { ...review(1, { rating: 0 }), id: event.id };
  const fresh = review(1);
  const results = await Promise.allSettled([appender.append(other), appender.append(fresh)]);
  t.match(results, [
    { status: 'rejected', reason: { code: 'idempotency_conflict' } },
    { status: 'fulfilled' },
  ]);
  t.same(column(await stored(), 'id'), [event.id, fresh.id]);
});

t.test("one student's key says nothing about another's", async (t) => {
  const { first, second } = neighbours();
  const appender = new Appender(pool);
  const event = review(first);
  await appender.append(event);
  const position = await appender.append({ ...review(second), id: event.id });
  t.equal(position.position, 2, 'a new event');
});

t.test('a few answers that follow one another share a commit, and none is kept waiting', async (t) => {
  const batches: number[] = [];
  const appender = new Appender(pool, { onAppended: (_partitions, size) => batches.push(size) });
  const inTurns = async (students: number[]): Promise<number[]> => {
    batches.length = 0;
    const appends: Promise<unknown>[] = [];
    for (const student of students) {
      appends.push(appender.append(review(student)));
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    }
    await Promise.all(appends);
    return batches;
  };
  t.same(await inTurns([1]), [1], 'the first goes at once');
  // The second comes while it is in flight, unless that was over in no time. The others come while the second is
  // gathered.
  await until(async () => (await inTurns([1, 2, 3, 4])).at(-1)! >= 2, 'some go together');
  t.equal(
    batches.reduce((sum, size) => sum + size),
    4,
  );
});

t.test('who appends one after the other soon waits for no others', async (t) => {
  const appender = new Appender(pool);
  const timers = t.capture(globalThis, 'setTimeout', setTimeout);
  for (let turn = 0; turn < 100; turn++) await appender.append(review(1 + (turn % 3)));
  // Longer ones are the pool's.
  const gathered = timers().filter(({ args }) => Number(args[1]) <= 16).length;
  t.ok(gathered < 50, `${gathered} of 100 were gathered`);
});

t.test('a bad event fails alone, not its batch', async (t) => {
  const appender = new Appender(pool);
  for (const id of ['not a uuid', 'with,comma', '']) {
    const bad: NewEvent = { ...review(1), id };
    const good = Array.from({ length: 40 }, (_, index) => review(1 + (index % 5)));
    const appends = good.map((event) => appender.append(event));
    appends.splice(17, 0, appender.append(bad));
    const results = await Promise.allSettled(appends);
    t.same(
      results.flatMap((result, index) => (result.status === 'rejected' ? [index] : [])),
      [17],
    );
    const kept = new Map((await stored()).map((row) => [row.id, row.student_id]));
    for (const { id, studentId } of good) t.equal(kept.get(id), studentId);
  }
});

t.test('appends that arrive while a batch is in flight make up the next one', async (t) => {
  const sizes: number[] = [];
  const appender = new Appender(pool, { onAppended: (_partitions, size) => sizes.push(size) });
  const appends = Array.from({ length: 10 }, () => appender.append(review(1)));
  await appends[0];
  appends.push(...Array.from({ length: 700 }, () => appender.append(review(1))));
  await Promise.all(appends);
  t.same(sizes, [10, 250, 250, 200]);
});

t.test('a caller is told to come back when too many wait', async (t) => {
  const appender = new Appender(pool, { queueLimit: 3 });
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => appender.append(review(1))));
  t.equal(results.filter((result) => result.status === 'fulfilled').length, 3);
  t.match(results[4], { reason: { code: 'overloaded', retryAfter: 1 } });
});

t.test('two appends of several partitions each never wait for one another in a circle', async (t) => {
  const students = Array.from({ length: 64 }, (_, index) => index + 1);
  const forwards = new Appender(pool, { batchSize: 64 });
  const backwards = new Appender(pool, { batchSize: 64 });
  for (let round = 0; round < 20; round++)
    await Promise.all([
      ...students.map((student) => forwards.append(review(student))),
      ...students.toReversed().map((student) => backwards.append(review(student))),
    ]);
  t.equal((await stored()).length, 20 * 128);
});

t.test('a partition held by a stray session makes callers try again, and nothing is lost', async (t) => {
  const release = await hold([partitionOf(1)]);
  const appended = new Appender(pool).append(review(1));
  await areWaiting(1);
  await release();
  t.match(await appended, { position: 1 });
});

/** Holds the partitions' rows as a stray session does, until it is called. */
async function hold(partitions: number[]): Promise<() => Promise<void>> {
  const stray = await pool.connect();
  await stray.query('begin');
  await stray.query('select from log_partitions where partition = any ($1) for update', [partitions]);
  return async () => {
    await stray.query('rollback');
    stray.release();
  };
}

/** A student of each partition. */
function oneOfEach(): number[] {
  const students = new Map<number, number>();
  for (let student = 1; students.size < partitionCount(); student++)
    if (!students.has(partitionOf(student))) students.set(partitionOf(student), student);
  return [...students.values()];
}

t.test('answers of other partitions are stored while one partition is held', async (t) => {
  const { first, second, elsewhere } = neighbours();
  const appender = new Appender(pool);
  const order: string[] = [];
  const append = (student: number, name: string) =>
    appender.append(review(student)).then((position) => {
      order.push(name);
      return position;
    });
  const release = await hold([partitionOf(first)]);
  const waiting = append(first, 'held');
  await append(elsewhere, 'in its batch');
  await append(elsewhere, 'after it');
  const alsoWaiting = append(second, 'held too');
  await append(elsewhere, 'after a neighbour');
  t.same(order, ['in its batch', 'after it', 'after a neighbour']);
  await release();
  t.match(await waiting, { partition: partitionOf(first), position: 1 });
  t.match(await alsoWaiting, { partition: partitionOf(first), position: 2 });
  await appender.close();
});

t.test('under load too, and however many partitions are held, the others go on', async (t) => {
  const students = oneOfEach();
  for (const count of [1, 5, 15]) {
    const held = new Set(Array.from({ length: count }, (_, index) => partitionCount() - 1 - index));
    const own = openTestPool(t, { connectionString: url, max: 10 });
    const appender = new Appender(own, { batchSize: 20 });
    const release = await hold([...held]);
    let isReleased = false;
    const answeredEarly: number[] = [];
    const stuck = students
      .filter((student) => held.has(partitionOf(student)))
      .flatMap((student) => Array.from({ length: 5 }, () => student))
      .map(async (student) => {
        await appender.append(review(student));
        if (!isReleased) answeredEarly.push(student);
      });
    const others = students.filter((student) => !held.has(partitionOf(student)));
    const answers = await Promise.all(
      others.map(async (student) => {
        const positions: number[] = [];
        for (let turn = 0; turn < 10; turn++)
          positions.push((await appender.append(review(student))).position);
        return positions;
      }),
    );
    t.same(answeredEarly, [], `none of ${count} held partitions was written to`);
    const inOrder = answers.map((positions) => positions.toSorted((a, b) => a - b));
    t.same(answers, inOrder, 'each in its order');
    isReleased = true;
    await release();
    await Promise.all(stuck);
    await appender.close();
    await own.end();
    for (const student of students)
      t.equal((await stored(student)).length, held.has(partitionOf(student)) ? 5 : 10);
    await pool.query('truncate events; update log_partitions set head = 0');
  }
});

t.test('a partition that stays held refuses its own answers alone, which may be sent again', async (t) => {
  const { first, elsewhere } = neighbours();
  const appender = new Appender(pool);
  const release = await hold([partitionOf(first)]);
  const event = review(first);
  const refused = t.rejects(appender.append(event), { code: 'database_unavailable', retryAfter: 1 });
  t.match(await appender.append(review(elsewhere)), { position: 1 });
  await refused;
  await release();
  t.match(await appender.append(event), { position: 1 });
});

t.test('writers who wait for one that has not committed come after it, each at its place', async (t) => {
  const first = await pool.connect();
  const writers = openTestPool(t, { connectionString: url, max: 8 });
  await first.query('begin');
  await new Appender(first as unknown as Pool).append(review(1));
  const events = Array.from({ length: 8 }, () => review(1));
  const appended = events.map((event) => new Appender(writers).append(event));
  await areWaiting(8);
  await first.query('commit');
  first.release();
  const outcomes = await Promise.allSettled(appended);
  t.same(column(await stored(1), 'position'), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const places = outcomes.map((one) =>
    one.status === 'fulfilled' ? one.value.position : String(one.reason),
  );
  t.same(places.sort(), [2, 3, 4, 5, 6, 7, 8, 9]);
});

t.test('connections killed at any moment lose and double nothing that was acknowledged', async (t) => {
  const { pool: own, url: ownUrl } = await createTestDatabase(t);
  const name = new URL(ownUrl).pathname.slice(1);
  const appender = new Appender(own, { batchSize: 20 });
  const acknowledged: string[] = [];
  let kills = 0;
  const kill = async (): Promise<void> => {
    const killed = await sql(pool)`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and state = 'active' and query like '%append_events%'`;
    kills += killed.length;
  };
  // An event whose every try was killed is refused, and sent once more as callers do.
  const append = (event: NewEvent): Promise<unknown> =>
    appender.append(event).catch((error) => {
      if (error.code !== 'database_unavailable') throw error;
      return append(event);
    });
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      for (let turn = 0; turn < 30; turn++) {
        const event = review(index + 1);
        const appended = append(event);
        if ((index + turn) % 25 === 0) await kill().catch(() => {});
        await appended;
        acknowledged.push(event.id);
      }
    }),
  );
  t.ok(kills > 0, `${kills} connections were killed in the middle of an append`);
  const { rows } = await own.query<{ id: string }>('select id from events');
  t.same(rows.map((row) => row.id).sort(), acknowledged.sort());
  const { rows: gaps } = await own.query(
    'select from log_partitions p where head <> (select count(*) from events e where e.partition = p.partition)',
  );
  t.same(gaps, []);
});

t.test('an append that the database cannot take is told as such', async (t) => {
  const { pool: own, drop } = await createTestDatabase(t);
  own.on('error', () => {});
  await drop();
  await t.rejects(new Appender(own).append({ ...review(1), id: randomUUID() }));
});

/** Appends an event as programs before this one do: by the function alone, without a lock of their own. */
async function appendBare(client: Pool | PoolClient): Promise<number> {
  const { id, type, version, data, hash, occurredAt } = review(1);
  const rows = await sql(client as Pool)<{ position: string }>`select position from append_events(
    ${[partitionOf(1)]}, ${[1]}, ${[id]}, ${[type]}, ${[version]}, ${JSON.stringify([data])}, ${[hash]},
    ${[occurredAt.toISOString()]})`;
  return Number(rows[0]?.position);
}

/** Tried again as long as the first holds its lock for longer than the function waits. */
async function appendAtLast(client: Pool): Promise<number> {
  for (;;)
    try {
      return await appendBare(client);
    } catch (error) {
      if ((error as { code?: unknown }).code !== '55P03') throw error;
    }
}

t.test('the function locks what it appends to, whoever calls it', async (t) => {
  const first = await pool.connect();
  await first.query('begin');
  await appendBare(first);
  const writers = openTestPool(t, { connectionString: url, max: 8 });
  const appended = Promise.allSettled(Array.from({ length: 8 }, () => appendAtLast(writers)));
  await areWaiting(8);
  await first.query('commit');
  first.release();
  const places = (await appended).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
  t.same(places.sort(), [2, 3, 4, 5, 6, 7, 8, 9]);
});

t.test('PRO-10 while a shard moves to another server, what met it there is sent again', async (t) => {
  setShards(allPartitions());
  t.teardown(() => setShards(undefined));
  let isMoving = true;
  const moving = new Proxy(pool, {
    get: (target, name) => {
      if (name !== 'query' || !isMoving) return Reflect.get(target, name);
      isMoving = false;
      return () =>
        Promise.reject(new Error('duplicate key value violates unique constraint "events_pkey_102030"'));
    },
  });
  const appender = new Appender(moving);
  const answer = review(oneOfEach()[0]!);
  const place = await appender.append(answer);
  t.match(await new Appender(pool).append(answer), place);
  await appender.close();
});

t.test('PRO-10 on several servers each statement is of one shard, and names it', async (t) => {
  const SHARDS = 4;
  setShards(allPartitions().map((partition) => partition % SHARDS));
  t.teardown(() => setShards(undefined));
  const statements: { named: unknown; partitions: string }[] = [];
  const spied = new Proxy(pool, {
    get: (target, name) =>
      name === 'query'
        ? (query: { values: [unknown, string] }) => {
            statements.push({ named: query.values[0], partitions: query.values[1] });
            return target.query(query as never);
          }
        : Reflect.get(target, name),
  });
  const appender = new Appender(spied);
  const students = [...oneOfEach(), ...oneOfEach()];
  const positions = await Promise.all(students.map((student) => appender.append(review(student))));
  t.same(
    positions.map(({ partition }) => partition),
    students.map(partitionOf),
  );
  for (const { named, partitions } of statements) {
    const all = partitions.slice(1, -1).split(',').map(Number);
    t.equal(named, all[0]);
    t.equal(byShard(all).length, 1);
  }
  t.equal(statements.length, SHARDS, 'those of a shard go together');
  t.equal((await stored()).length, students.length);
  await t.rejects(
    pool.query(
      `select append_events(1::smallint, '{2}', '{7}', array[gen_random_uuid()], '{CardReviewed}', '{1}', '[{}]', '{00}',
         array[now()], '{1}', '2s', null)`,
    ),
    { code: '22000' },
    'the function takes no other',
  );
  await appender.close();
});
