import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import { CardReviewed, type Review } from '../../../core/learning/learning.events.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { projectBatch } from '../../../core/log/projecting/project-batch.ts';
import { defineProjection, type Projection, readBy } from '../../../core/log/projection.ts';
import { column } from '../../harness/columns.ts';
import { createTestDatabase, openTestPool } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { given, neighbours, review } from '../given-events.ts';

const { pool, url } = await createTestDatabase(t);
await pool.query(`
  create table seen (position bigint primary key, student_id integer, card_id integer);
  insert into projection_checkpoints (projection, partition) select 'seen', partition from log_partitions;`);

/** Notes each event; fails for cards that a test names. */
function seen(fail: (event: Review) => void = () => {}): Projection {
  const defined = defineProjection({
    name: 'seen',
    tables: ['seen'],
    events: [CardReviewed],
    isReadBack: false,
    apply: async (events, tx) => {
      for (const event of events) {
        const { position, studentId, data } = event;
        await tx.query('insert into seen values ($1, $2, $3)', [position, studentId, data.card_id]);
        fail(event);
      }
    },
    reset: async (tx) => void (await tx.query('truncate seen')),
  });
  return readBy(eventRegister, defined);
}

const { first, second } = neighbours();
const partition = partitionOf(first);

async function state() {
  const seen = await sql(pool)<{ card_id: number }>`select card_id from seen order by position`;
  const rows = await sql(pool)`select position::integer from projection_checkpoints
    where projection = 'seen' and partition = ${partition}`;
  const parked = await sql(pool)<{ position: number; reason: string }>`
    select position::integer, reason from parked_events order by position`;
  return {
    cards: column(seen, 'card_id'),
    checkpoint: rows[0]?.position,
    parked: column(parked, 'position'),
    reasons: column(parked, 'reason'),
  };
}

t.afterEach(() =>
  pool.query(`truncate events, seen, parked_events; update log_partitions set head = 0;
    update projection_checkpoints set position = 0`),
);

const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
const cards = (student: number, ...ids: number[]) => ids.map((card_id) => review(student, { card_id }));

t.test('events are applied in order, once, and the checkpoint follows', async (t) => {
  await given(pool, cards(first, 1, 2, 3));
  t.same(await projectBatch(pool, seen(), partition), { events: 3, parked: 0, isMore: false });
  t.match(await state(), { cards: [1, 2, 3], checkpoint: 3 });
  t.same(await projectBatch(pool, seen(), partition), { events: 0, parked: 0, isMore: false });
  await given(pool, cards(first, 4));
  await projectBatch(pool, seen(), partition);
  t.match(await state(), { cards: [1, 2, 3, 4], checkpoint: 4 });
});

t.test('a failure of the database leaves effect and checkpoint as they were, parks nothing', async (t) => {
  await given(pool, cards(first, 1, 2));
  const failing = seen(({ data }) => {
    if (data.card_id === 2) throw deadlock;
  });
  await t.rejects(projectBatch(pool, failing, partition), deadlock);
  t.match(await state(), { cards: [], checkpoint: 0, parked: [] });
  await projectBatch(pool, seen(), partition);
  t.match(await state(), { cards: [1, 2], checkpoint: 2 });
});

t.test("an event that cannot be applied is parked with its student's later ones; others go on", async (t) => {
  await given(pool, [
    ...cards(first, 1),
    ...cards(second, 11),
    ...cards(first, 666),
    ...cards(second, 12),
    ...cards(first, 2),
    ...cards(second, 13),
  ]);
  const failing = seen(({ data }) => {
    if (data.card_id === 666) throw new TypeError('no such card');
  });
  t.same(await projectBatch(pool, failing, partition), { events: 6, parked: 2, isMore: false });
  const after = await state();
  t.match(after, { cards: [1, 11, 12, 13], checkpoint: 6, parked: [3, 5] });
  t.match(after.reasons, [/no such card/, /an earlier event of this student is parked/]);

  await given(pool, [...cards(first, 3), ...cards(second, 14)]);
  await projectBatch(pool, failing, partition);
  const later = { cards: [1, 11, 12, 13, 14], checkpoint: 8, parked: [3, 5, 7] };
  t.match(await state(), later, 'in later batches too');
});

t.test('a failure of the database parks nothing of others while events are parked', async (t) => {
  await given(pool, [...cards(first, 666), ...cards(second, 11)]);
  const failing = seen(({ data }) => {
    if (data.card_id === 666) throw new TypeError('no such card');
    if (data.card_id === 12) throw deadlock;
  });
  await projectBatch(pool, failing, partition);
  await given(pool, cards(second, 12));
  await t.rejects(projectBatch(pool, failing, partition), deadlock);
  t.match(await state(), { cards: [11], checkpoint: 2, parked: [1] });
  await projectBatch(pool, seen(), partition);
  t.match(await state(), { cards: [11, 12], checkpoint: 3, parked: [1] });
});

t.test('an event of unknown type, a future version or against its schema is parked', async (t) => {
  await given(pool, [
    { ...review(first), type: 'CardEaten' },
    { ...review(second), version: 99 },
  ]);
  await projectBatch(pool, seen(), partition);
  const { reasons, checkpoint } = await state();
  t.match(reasons, [
    /unknown event type: CardEaten version 1/,
    /unknown event type: CardReviewed version 99/,
  ]);
  t.equal(checkpoint, 2);

  await pool.query('truncate parked_events');
  await given(pool, [{ ...review(second), data: { card_id: 'seven' } }]);
  await projectBatch(pool, seen(), partition);
  t.match((await state()).reasons, [/data\/deck_id/]);
});

t.test('a JavaScript error is tried once more, alone, before its event is parked', async (t) => {
  await given(pool, cards(first, 1, 2, 666, 3));
  let failures = 0;
  const batches: number[] = [];
  const passing = seen(({ data }) => {
    if (data.card_id === 666 && batches.length < 5) throw new TypeError(`for the ${++failures}. time`);
  });
  const counting: Projection = {
    ...passing,
    apply: async (events, tx, once) => {
      batches.push(events.length);
      await passing.apply(events, tx, once);
    },
  };
  t.same(await projectBatch(pool, counting, partition), { events: 4, parked: 0, isMore: false });
  t.same(batches, [4, 2, 2, 1, 1, 1], 'halved until it is alone; then in a new transaction; then the others');
  t.equal(failures, 3);
  t.match(await state(), { cards: [1, 2, 666, 3], checkpoint: 4, parked: [] });
});

t.test('values that the database refuses park their event, and no other', async (t) => {
  await given(pool, [...cards(first, 1, 2), ...cards(second, 11, 2 ** 31 - 1, 12)]);
  const adding: Projection = {
    ...seen(),
    apply: async (events, tx) => {
      for (const { position, studentId, data } of events as Review[])
        await sql(tx)`insert into seen values (${position}, ${studentId}, ${data.card_id}::integer + 1)`;
    },
  };
  t.same(await projectBatch(pool, adding, partition), { events: 5, parked: 2, isMore: false });
  const after = await state();
  t.match(after, { cards: [2, 3, 12], checkpoint: 5, parked: [4, 5] });
  t.match(after.reasons, [/integer out of range/, /an earlier event/]);
});

t.test('a column that is missing stops the partition, and parks nobody', async (t) => {
  await given(pool, [...cards(first, 1, 2), ...cards(second, 11)]);
  await projectBatch(pool, seen(), partition);
  await given(pool, [...cards(first, 3), ...cards(second, 12)]);
  await pool.query('alter table seen rename column card_id to elsewhere');
  const failing: Projection = {
    ...seen(),
    apply: async (events, tx) => {
      for (const { position, data } of events as Review[])
        await tx.query('insert into seen (position, card_id) values ($1, $2)', [position, data.card_id]);
    },
  };
  for (let time = 0; time < 3; time++)
    await t.rejects(projectBatch(pool, failing, partition), { code: '42703' });
  await pool.query('alter table seen rename column elsewhere to card_id');
  t.match(await state(), { cards: [1, 2, 11], checkpoint: 3, parked: [] });
  await projectBatch(pool, failing, partition);
  t.match(await state(), { cards: [1, 2, 11, 3, 12], checkpoint: 5, parked: [] });
});

t.test('a right that is missing stops the partition, and parks nobody', async (t) => {
  const role = `limited_${randomBytes(6).toString('hex')}`;
  await pool.query(`create role ${role}; grant all on all tables in schema public to ${role}`);
  const limited = openTestPool(t, { connectionString: url, options: `-c role=${role}` });
  t.teardown(async () => {
    if (!limited.ended) await limited.end();
    await pool.query(`drop owned by ${role}; drop role ${role}`);
  });
  await given(pool, [...cards(first, 1), ...cards(second, 11)]);
  await pool.query(`revoke insert on seen from ${role}`);
  await t.rejects(projectBatch(limited, seen(), partition), { code: '42501' });
  t.match(await state(), { cards: [], checkpoint: 0, parked: [] });
  await pool.query(`grant insert on seen to ${role}`);
  await projectBatch(limited, seen(), partition);
  t.match(await state(), { cards: [1, 11], checkpoint: 2, parked: [] });
});

t.test('a prepared statement that is gone stops the batch; the next has a new connection', async (t) => {
  const own = openTestPool(t, { connectionString: url, max: 1 });
  const named: Projection = {
    ...seen(),
    apply: async (events, tx) => {
      for (const { position, data } of events as Review[])
        await tx.query({
          name: 'see',
          text: 'insert into seen (position, card_id) values ($1, $2)',
          values: [position, data.card_id],
        });
    },
  };
  await given(pool, cards(first, 1));
  await projectBatch(own, named, partition);
  // As behind a pooler that gives each transaction another server.
  await own.query('deallocate see');
  await given(pool, [...cards(first, 2), ...cards(second, 11)]);
  await t.rejects(projectBatch(own, named, partition), { code: '26000' });
  t.match(await state(), { cards: [1], checkpoint: 1, parked: [] });
  await projectBatch(own, named, partition);
  t.match(await state(), { cards: [1, 2, 11], checkpoint: 3, parked: [] });
});

t.test('a poisoned event is parked while another student of its partition goes on', async (t) => {
  await given(pool, [...cards(first, 666, 667, 1), ...cards(second, 666, 11)]);
  const failing = seen(({ data }) => {
    if (data.card_id >= 666) throw new RangeError('too large');
  });
  t.same(await projectBatch(pool, failing, partition), { events: 5, parked: 5, isMore: false });
  let third = second + 1;
  while (partitionOf(third) !== partition) third++;
  await given(pool, cards(third, 21));
  await projectBatch(pool, failing, partition);
  t.match(await state(), { cards: [21], checkpoint: 6, parked: [1, 2, 3, 4, 5] });
});

t.test('two workers on one partition: one works, the other goes away', async (t) => {
  await given(pool, cards(first, 1, 2));
  // Nobody may wait for another's lock, and each could have two connections: who waits all the same is told so.
  const workers = openTestPool(t, { connectionString: url, max: 14, options: '-c lock_timeout=5s' });
  const work = () => projectBatch(workers, seen(), partition).catch(String);

  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(
      "select from projection_checkpoints where projection = 'seen' and partition = $1 for update",
      [partition],
    );
    t.same(await work(), { events: 0, parked: 0, isMore: false }, 'the other goes away, and does not wait');
  } finally {
    await holder.query('rollback');
    holder.release();
  }

  const outcomes = await Promise.all(Array.from({ length: 6 }, work));
  const taken = outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.events));
  t.same(taken.sort().slice(-1), [2], 'each event is taken by one');
  t.same(taken.slice(0, -1), [0, 0, 0, 0, 0], 'none fails');
  t.match(await state(), { cards: [1, 2], checkpoint: 2 });
});

t.test('a missing event stops the partition instead of being passed over', async (t) => {
  await given(pool, cards(first, 1, 2, 3));
  await pool.query('delete from events where position = 2');
  await t.rejects(projectBatch(pool, seen(), partition), { name: 'LogGapError' });
  t.match(await state(), { cards: [], checkpoint: 0 });
});

/** Adds up how many events there were, so that one that counts twice is seen. */
const tally: Projection = {
  ...seen(),
  tables: ['tally'],
  apply: async (events, tx) =>
    void (await tx.query('update tally set events = events + $1', [events.length])),
  reset: async (tx) => void (await tx.query('update tally set events = 0')),
};

/** Connections of which the one that sends the statement of this number, of all of theirs, is ended before it. */
function dyingPool(fatal: number): { own: Pool; statements: () => number } {
  const own = new Pool({ connectionString: url, max: 2 });
  let statements = 0;
  own.on('error', () => {});
  own.on('connect', (client) => {
    client.on('error', () => {});
    const { processID } = client as unknown as { processID: number };
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const send = (...args: unknown[]): unknown =>
      ++statements === fatal
        ? pool.query('select pg_terminate_backend($1, 10000)', [processID]).then(() => query(...args))
        : query(...args);
    Object.assign(client, { query: send });
  });
  return { own, statements: () => statements };
}

t.test('an event counts once, wherever in its batch the connection ends', async (t) => {
  await pool.query('create table tally (events integer not null); insert into tally values (0)');
  let survived = false;
  let appended = 0;
  for (let fatal = 1; !survived; fatal++) {
    await given(pool, cards(first, fatal, fatal));
    appended += 2;
    const { own, statements } = dyingPool(fatal);
    const outcome = await projectBatch(own, tally, partition).catch((error: unknown) => error);
    survived = statements() < fatal;
    t.equal(outcome instanceof Error, !survived, `ended before statement ${fatal}`);
    await own.end();
    while ((await projectBatch(pool, tally, partition)).events > 0);
    const { rows } = await pool.query<{ events: number }>('select events from tally');
    t.equal(rows[0]!.events, appended, `ended before statement ${fatal}: each counts once`);
    t.match(await state(), { checkpoint: appended, parked: [] });
  }
  t.ok(appended > 6, 'there were statements to end it before');
});
