import t from 'tap';
import { WakeUp } from '../../api/wake-up.ts';
import { migrateQueues, openQueues, type Queues } from '../../core/process/queue.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';

t.test('a school that begins an exam at once asks the queue for one job a second', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await migrateQueues({ databaseUrl: url });
  let added = 0;
  const open = (): Queues => {
    const queues = openQueues({ databaseUrl: url });
    return {
      ...queues,
      producer: (name) => {
        const producer = queues.producer(name);
        const addBulk = producer.addBulk.bind(producer);
        producer.addBulk = (jobs) => {
          added += jobs.length;
          return addBulk(jobs);
        };
        return producer;
      },
    };
  };
  const wakeUp = new WakeUp(open);
  t.teardown(() => wakeUp.close());
  const ends = async () =>
    (await sql(pool)<{ id: string }>`select id from bullmq.job where id like 'exams-end-%'`).length;
  await until(async () => {
    wakeUp.examsEndIn(60_000);
    return (await ends()) > 0;
  }, 'the queue is there');
  const before = added;
  for (let student = 0; student < 300; student++) wakeUp.examsEndIn(120_000);
  await until(async () => (await ends()) > 1);
  t.ok(added - before <= 2, `${added - before} jobs for 300 students`);
});
