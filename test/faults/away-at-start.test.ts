import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { nho } from '../nho/nho-process.ts';
import { loadedProduct } from './world/loaded-product.ts';
import { startApiProcess, startWorker } from './world/product-processes.ts';
import { proxied } from './world/tcp-proxy.ts';

t.test('started while Postgres is away or silent, they end and say so, to be started again', async (t) => {
  const database = await createTestDatabase(t);
  const { url } = database;
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
  const product = await loadedProduct(t, { database, databaseUrl });
  product.clients.start();
  await product.answered(20);
  await product.end();
});
