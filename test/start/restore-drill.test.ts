import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import t from 'tap';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { until } from '../harness/until.ts';
import { nhoIn } from '../nho/nho-process.ts';
import { launch, START, temporaryFolder } from './launched-product.ts';
import { call, newAccount } from './product-calls.ts';

t.test('a backup is restored as the documentation says, and everybody goes on', async (t) => {
  const folder = join(temporaryFolder(t), 'data');
  const restored = join(temporaryFolder(t), 'data');
  const start = async (where: string) => {
    const product = await launch(t, { command: START, folder: where });
    await product.ready();
    return product;
  };
  let product = await start(folder);
  const { token } = (await call<LoginAnswer>(product.url, '/api/register', { body: newAccount() })).body;
  const decks = await call<{ data: { id: number }[] }>(product.url, '/api/official-decks');
  const deck = decks.body.data[0]!.id;
  const set = await call<{ data: { id: number }[] }>(product.url, `/api/decks/${deck}/cards/set`, { token });
  const cards = set.body.data.map(({ id }) => id);
  /** One that the browser keeps and sends again until it is answered. */
  const answers = cards.slice(0, 5).map((card) => ({ card, key: randomUUID() }));
  const send = async ({ card, key }: (typeof answers)[number]) => {
    const { status, body } = await call<{ data: { position: string } }>(
      product.url,
      `/api/cards/${card}/progress`,
      { token, body: { status: 2, time_spent: 3, card_type: 'new' }, headers: { 'idempotency-key': key } },
    );
    t.equal(status, 200, JSON.stringify(body));
    return body.data.position;
  };
  const stats = (headers: Record<string, string> = {}) =>
    call<{ code?: string; data: { cards_studied: number } }>(product.url, `/api/decks/${deck}/stats`, {
      token,
      headers,
    });

  const kept: string[] = [];
  for (const answer of answers.slice(0, 3)) kept.push(await send(answer));
  await product.stop();
  t.equal(spawnSync('cp', ['-a', folder, restored]).status, 0, 'the backup');

  // What the backup does not have.
  product = await start(folder);
  const lost: string[] = [];
  for (const answer of answers.slice(3)) lost.push(await send(answer));
  const refusal = await nhoIn(folder, 'new-epoch');
  t.match(refusal, { code: 2, stderr: /already runs with the data folder/ }, 'not while it runs');
  await product.stop();

  const told = await nhoIn(restored, 'new-epoch');
  t.match(told, { code: 0, stdout: /another epoch.* It has 3 events, up to / }, told.stderr);
  product = await start(restored);
  for (const position of [...kept, ...lost]) {
    const { status, body } = await stats({ 'after-position': position });
    t.match([status, body.code], [409, 'position_of_another_log'], position);
  }
  const exported = await nhoIn(restored, 'export', '--after', lost.at(-1)!);
  t.match(exported, { code: 2, stderr: /another log/ });

  // The browser forgets the positions, and sends what it has no answer to; others may send what is there already.
  const anew: string[] = [];
  for (const answer of answers) anew.push(await send(answer));
  t.notOk(
    anew.some((position) => [...kept, ...lost].includes(position)),
    'each position says of which log it is',
  );
  const own = await stats({ 'after-position': anew.at(-1)! });
  t.equal(own.status, 200);
  await until(async () => (await stats()).body.data.cards_studied === 5, 'the projections follow');
  const whole = await nhoIn(restored, 'export', '--format', 'csv');
  t.equal(whole.stdout.trim().split('\n').length, 1 + 5, 'each answer once');
  const verified = await nhoIn(restored, 'verify');
  t.equal(verified.code, 0, verified.stdout + verified.stderr);
  await product.stop();
});
