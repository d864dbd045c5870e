import t from 'tap';
import { Appender } from '../../../core/log/append/appender.ts';
import { ProjectionWaits } from '../../../core/log/projecting/projection-waits.ts';
import { projections } from '../../../core/projections.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { neighbours, projectAll, review } from '../given-events.ts';

t.test('who waits has the workers told of the partition, once, and only when it is behind', async (t) => {
  const { pool } = await createTestDatabase(t);
  const appender = new Appender(pool);
  const { first, second, elsewhere } = neighbours();
  const told: number[][] = [];
  const waits = new ProjectionWaits(pool, projections, (partitions) => told.push([...partitions]));
  const one = await appender.append(review(first));
  const two = await appender.append(review(second));
  const three = await appender.append(review(elsewhere));
  t.same(await Promise.all([one, two].map((position) => waits.passed(position))), [1, 2], 'nobody projects');
  t.ok(told.length <= 2, 'once for each look at which somebody new waits');
  t.same(new Set(told.flat()), new Set([one.partition]));
  told.length = 0;
  await projectAll(pool);
  t.same(await Promise.all([one, two, three].map((position) => waits.passed(position))), [0, 0, 0]);
  t.same(told, [], 'who need not wait tells nobody');
});
