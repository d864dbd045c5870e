import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { nho } from '../nho/nho-process.ts';
import { projected } from './program/log-invariants.ts';
import { startApiProcess, startWorker } from './world/product-processes.ts';
import { RecordingClients } from './world/recording-clients.ts';
import { proxied } from './world/tcp-proxy.ts';

t.test('started while Postgres is away or silent, they end and say so, to be started again', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  const { proxy, url: databaseUrl } = await proxied(t, url);
  const port = await freePort();
  const away = new URL(url);
  away.port = String(await freePort());

  proxy.silence();
  for (const dead of [databaseUrl, away.href]) {
    const [, worker, command] = await Promise.all([
      t.rejects(startApiProcess(t, { port, databaseUrl: dead }), { message: 'The API ended with 1' }),
      startWorker(t, dead).ended,
      nho(dead, 'parked', 'list'),
    ]);
    t.equal(worker[0], 1, 'the worker ends');
    t.equal(command.code, 2, 'a command fails');
    t.notMatch(command.stderr, new URL(url).password, 'without the password');
  }

  proxy.pass();
  const clients = await RecordingClients.create(t, pool, port);
  const api = await startApiProcess(t, { port, databaseUrl });
  const worker = startWorker(t, databaseUrl);
  clients.start();
  await until(() => clients.acknowledged > 20);
  await clients.stop();
  await projected(pool);
  t.equal((await api.end()).code, 0);
  t.equal((await worker.end()).code, 0);
});
