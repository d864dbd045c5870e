import t from 'tap';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { column } from '../harness/columns.ts';
import { until } from '../harness/until.ts';
import { type LaunchedProduct, launch, processesOf } from './launched-product.ts';
import { call, newAccount } from './product-calls.ts';

const isReady = (product: LaunchedProduct) =>
  fetch(`${product.url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

t.test('whichever process is killed comes back, and goes on with the work', async (t) => {
  const product = await launch(t);
  await product.ready();
  const { body: login } = await call<LoginAnswer>(product.url, '/api/register', { body: newAccount() });
  const { token } = login;
  const ids = async (path: string) =>
    column((await call<{ data: { id: number }[] }>(product.url, path, { token })).body.data, 'id');
  const [deck] = await ids('/api/official-decks');
  const cards = await ids(`/api/decks/${deck}/cards/set`);
  const studied = async () => {
    const path = `/api/decks/${deck}/stats`;
    const stats = await call<{ data: { cards_studied: number } }>(product.url, path, { token });
    return stats.body.data?.cards_studied;
  };
  const answer = { status: 2, time_spent: 3, card_type: 'new' };
  let answered = 0;
  for (const part of ['workers/main.ts', 'api/server.ts', 'bin/postgres ']) {
    const pid = await product.process(part);
    process.kill(pid, 'SIGKILL');
    t.not(await product.process(part, pid), pid, `${part} is there again`);
    await until(() => isReady(product));
    const path = `/api/cards/${cards[answered]}/progress`;
    await until(async () => (await call(product.url, path, { body: answer, token })).status === 200);
    answered += 1;
    await until(async () => (await studied()) === answered);
  }
  await product.stop();
});

t.test('when the launcher is killed its processes end, and the next start takes over', async (t) => {
  const product = await launch(t);
  await product.ready();
  const person = newAccount();
  t.equal((await call(product.url, '/api/register', { body: person })).status, 201);
  const [launcher] = processesOf(product.folder, 'bin/start.ts').filter(
    ({ command }) => !command.includes('with-setup'),
  );
  process.kill(launcher?.pid as number, 'SIGKILL');
  await until(() => processesOf(product.folder, '--import').length === 0);
  const again = await launch(t, { folder: product.folder });
  await again.ready();
  t.equal((await call(again.url, '/api/login', { body: person })).status, 200);
  await again.stop();
  t.same(processesOf(product.folder), []);
});
