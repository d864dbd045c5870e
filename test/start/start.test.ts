import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { until } from '../until.ts';
import { type LaunchedProduct, launch, processesOf, START, temporaryFolder } from './launched-product.ts';

const account = () => {
  const password = randomUUID();
  return {
    name: 'Lan',
    email: `${randomUUID()}@example.org`,
    password,
    password_confirmation: password,
    role: 'student',
  };
};

async function call<T>(product: LaunchedProduct, path: string, body?: object, token?: string) {
  const response = await fetch(`${product.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

const isReady = (product: LaunchedProduct) =>
  fetch(`${product.url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

t.test(
  'a start on nothing, a registration, a stop; the next starts make nothing anew and have it all',
  async (t) => {
    const product = await launch(t);
    await product.ready();
    t.match(product.stdout, /The administrator is \S+ with the password \S+/);
    t.equal((await fetch(product.url)).status, 200, 'the client is there');
    const person = account();
    t.equal((await call(product, '/api/register', person)).status, 201);
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
    for (let round = 0; round < 3; round += 1) {
      const again = await launch(t, { folder: product.folder });
      await again.ready();
      t.same(madeOnce(), made, 'cluster, secrets and client are those of the first start');
      t.equal((await call(again, '/api/login', person)).status, 200, 'the account is there');
      t.notMatch(again.stdout, 'password', 'a password is told once');
      await again.stop();
    }
  },
);

t.test('whichever process is killed comes back, and goes on with the work', async (t) => {
  const product = await launch(t);
  await product.ready();
  const { body: login } = await call<LoginAnswer>(product, '/api/register', account());
  const { body: decks } = await call<{ data: { id: number }[] }>(product, '/api/official-decks');
  const deck = decks.data[0]?.id;
  const { body: cards } = await call<{ data: { id: number }[] }>(
    product,
    `/api/decks/${deck}/cards/set`,
    undefined,
    login.token,
  );
  const studied = async () => {
    const stats = await call<{ data: { cards_studied: number } }>(
      product,
      `/api/decks/${deck}/stats`,
      undefined,
      login.token,
    );
    return stats.body.data?.cards_studied;
  };
  const answer = { status: 2, time_spent: 3, card_type: 'new' };
  let answered = 0;
  for (const part of ['workers/main.ts', 'api/server.ts', 'bin/postgres ']) {
    const pid = await product.process(part);
    process.kill(pid, 'SIGKILL');
    t.not(await product.process(part, pid), pid, `${part} is there again`);
    await until(() => isReady(product));
    const path = `/api/cards/${cards.data[answered]?.id}/progress`;
    await until(async () => (await call(product, path, answer, login.token)).status === 200);
    answered += 1;
    await until(async () => (await studied()) === answered);
  }
  await product.stop();
});

t.test('when the launcher is killed its processes end, and the next start takes over', async (t) => {
  const product = await launch(t);
  await product.ready();
  const person = account();
  t.equal((await call(product, '/api/register', person)).status, 201);
  const [launcher] = processesOf(product.folder, 'bin/start.ts').filter(
    ({ command }) => !command.includes('with-setup'),
  );
  process.kill(launcher?.pid as number, 'SIGKILL');
  await until(() => processesOf(product.folder, '--import').length === 0);
  const again = await launch(t, { folder: product.folder });
  await again.ready();
  t.equal((await call(again, '/api/login', person)).status, 200);
  await again.stop();
  t.same(processesOf(product.folder), []);
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
