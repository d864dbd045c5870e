import t from 'tap';
import { followTimeline, timelineChangedAt } from '../../core/log/timeline.ts';
import { column } from '../harness/columns.ts';
import { addressesOf, createTestDatabase, openTestPool } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { given, review } from './given-events.ts';

const { url, pool } = await createTestDatabase(t);
const epochs = async () =>
  column(await sql(pool)<{ epoch: string }>`select epoch from log_partitions order by partition`, 'epoch');
/** As the database is after a promotion, seen from the log. */
const fallBehind = () => sql(pool)`update log_timeline set timeline = timeline + 41`;

t.test('the first look, and every one on the same timeline, changes nothing', async (t) => {
  await sql(pool)`delete from log_timeline`;
  const before = await epochs();
  for (let poll = 0; poll < 3; poll++) t.equal(await followTimeline(pool), undefined);
  t.same(await epochs(), before);
  t.same(await sql(pool)`select timeline, changed_at from log_timeline`, [{ timeline: 1, changed_at: null }]);
});

t.test('on another timeline every partition gets another epoch, by one of those who look', async (t) => {
  await given(pool, [review(1), review(1), review(2)]);
  const before = await epochs();
  await fallBehind();
  // With the rights of the API, which may give no epoch.
  const app = openTestPool(t, { connectionString: addressesOf(url).DATABASE_URL, max: 6 });
  const found = await Promise.all(Array.from({ length: 6 }, () => followTimeline(app)));
  t.same(found.filter(Boolean), [{ before: 42, after: 1, events: 3 }]);
  const after = await epochs();
  t.notOk(after.some((epoch) => before.includes(epoch)));
  t.ok(await timelineChangedAt(app));
  t.equal(await followTimeline(pool), undefined);
  t.same(await epochs(), after);
});

t.test('everybody forgets what they keep', async (t) => {
  const listener = await pool.connect();
  t.teardown(() => listener.release(true));
  const heard = new Promise((resolve) => listener.on('notification', ({ payload }) => resolve(payload)));
  await listener.query('listen changed');
  await fallBehind();
  await followTimeline(pool);
  t.equal(await heard, 'everything');
});

t.test('a database that takes no writes is left alone', async (t) => {
  const before = await epochs();
  await fallBehind();
  const options = '-c default_transaction_read_only=on';
  const standby = openTestPool(t, { connectionString: url, max: 1, options });
  t.equal(await followTimeline(standby), undefined);
  t.same(await epochs(), before);
});
