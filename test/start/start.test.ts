import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { until } from '../harness/until.ts';
import { launch, processesOf, START, temporaryFolder } from './launched-product.ts';
import { call, newAccount } from './product-calls.ts';

t.test('a start on nothing, a registration, a stop; the next start makes nothing anew', async (t) => {
  const product = await launch(t);
  await product.ready();
  t.match(product.stdout, /The administrator is \S+ with the password \S+/);
  t.equal((await fetch(product.url)).status, 200, 'the client is there');
  const person = newAccount();
  t.equal((await call(product.url, '/api/register', { body: person })).status, 201);
  for (const name of ['secrets.json', 'postgres.log', 'postgres'])
    t.equal(statSync(join(product.folder, name)).mode & 0o077, 0, `${name} is closed to others`);
  for (const name of ['storage', 'uploads'])
    t.equal(statSync(join(product.folder, name)).mode & 0o027, 0, `${name} is closed to others`);
  await product.stop();
  t.same(processesOf(product.folder), [], 'nothing is left running');
  t.notOk(existsSync(join(product.folder, 'launcher.lock')));

  // How quick a start is depends on the machine, and is measured by bench/start-up.ts; what makes it quick does not.
  const madeOnce = () => [
    statSync(join(product.folder, 'postgres', 'PG_VERSION')).birthtimeMs,
    readFileSync(join(product.folder, 'secrets.json'), 'utf8'),
    statSync(join(import.meta.dirname, '../../dist/web/index.html')).mtimeMs,
  ];
  const made = madeOnce();
  const again = await launch(t, { folder: product.folder });
  await again.ready();
  t.same(madeOnce(), made, 'cluster, secrets and client are those of the first start');
  t.equal((await call(again.url, '/api/login', { body: person })).status, 200, 'the account is there');
  t.notMatch(again.stdout, 'password', 'a password is told once');
  await again.stop();
});

t.test('a Ctrl-C while it starts stops it, too', async (t) => {
  const product = await launch(t, { command: START });
  await until(() => existsSync(join(product.folder, 'postgres')));
  await product.stop();
  t.equal(await product.exitCode(), 0);
  t.same(processesOf(product.folder), []);
});

t.test('root and any other user may start it', async (t) => {
  if (process.getuid?.() !== 0) return t.pass('this run is by another user');
  const nobody = { uid: 65_534, gid: 65_534 };
  const open = temporaryFolder(t);
  chmodSync(open, 0o777);
  const product = await launch(t, { command: START, user: nobody, folder: join(open, 'data') });
  await product.ready();
  t.equal(statSync(join(product.folder, 'postgres')).uid, nobody.uid);
  await product.stop();
  t.equal(await product.exitCode(), 0);
});
