import t from 'tap';
import { connectionsOf, poolThatFits, processPlan } from '../../bin/launcher/process-plan.ts';

const ROOMY = 256 * 1_024;

t.test('PRO-01 half of the cores serve, and a quarter of them project', async (t) => {
  const plan = (cores: number, megabytes = ROOMY) => {
    const { apis, workers } = processPlan({}, { cores, megabytes });
    return `${apis} + ${workers}`;
  };
  t.same(
    [1, 2, 4, 8, 16, 32, 128].map((cores) => plan(cores)),
    ['1 + 1', '1 + 1', '2 + 1', '4 + 2', '8 + 4', '16 + 6', '16 + 6'],
  );
  t.equal(plan(32, 8_192), '5 + 5', 'together they take half of the memory');
  t.equal(plan(32, 512), '1 + 1', 'one of each there always is');
});

t.test('PRO-01 what the settings say holds, whatever the machine has', async (t) => {
  const small = { cores: 2, megabytes: 1_024 };
  t.same(processPlan({ API_PROCESSES: 3, WORKER_PROCESSES: 2 }, small), { apis: 3, workers: 2 });
  t.same(processPlan({ API_PROCESSES: 3 }, small), { apis: 3, workers: 1 });
});

t.test('PRO-01 pools are as large as the database takes of all processes together', async (t) => {
  const plan = { apis: 4, workers: 2 };
  const asked = { DATABASE_POOL: 10 };
  t.equal(connectionsOf(plan, 10, false), 4 * 21 + 2 * 14 + 12);
  t.equal(connectionsOf(plan, 10, true), 4 * 17 + 2 * 10 + 12, 'a queue elsewhere takes none');
  t.equal(poolThatFits(plan, 200, asked), 10);
  t.equal(poolThatFits(plan, 97, asked), 5);
  t.throws(() => poolThatFits(plan, 80, asked), {
    message:
      /^4 API processes and 2 workers need 82 connections, and the database takes 80: set API_PROCESSES/,
  });
  t.equal(poolThatFits(plan, 80, { DATABASE_POOL: 2 }), 2, 'fewer, where that is asked for');
});
