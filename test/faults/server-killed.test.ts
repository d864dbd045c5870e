import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { runs } from '../harness/depth.ts';
import { chosenSeed, seeded } from '../harness/seeded.ts';
import { loadedProduct } from './world/loaded-product.ts';

t.test('the API killed at any moment: what was acknowledged is kept, sent again counts once', async (t) => {
  const { pool, clients, answered, replaceApi, ...product } = await loadedProduct(t);
  const roll = seeded(chosenSeed(t));
  clients.start();
  for (let round = 0; round < runs(2, 4); round++) {
    await answered(0);
    // Any moment will do, and each run should try others.
    await pause(roll(400));
    await replaceApi('SIGKILL');
  }
  await product.end();
  const stored = (await pool.query<{ count: number }>('select count(*)::integer from events')).rows[0]!.count;
  t.comment(`${stored} answers, requests ended: ${JSON.stringify(clients.outcomes())}`);
  t.ok(
    clients.sent.some((answer) => answer.tries > 1),
    'some had to be sent again',
  );
});

t.test('the API asked to end under load answers what it has begun, and ends cleanly', async (t) => {
  const { clients, answered, replaceApi, ...product } = await loadedProduct(t);
  const roll = seeded(chosenSeed(t));
  clients.start();
  for (let round = 0; round < runs(1, 3); round++) {
    await answered(50);
    await pause(roll(200));
    const asked = performance.now();
    const { code, ms } = await replaceApi('SIGTERM');
    t.equal(code, 0);
    t.ok(ms < 30_000, `it took ${Math.round(ms)} ms`);
    const inFlight = clients.exchanges.filter(({ sentAt, endedAt }) => sentAt < asked && endedAt > asked);
    t.same(
      inFlight.filter(({ status }) => status !== 200),
      [],
      `${inFlight.length} requests were in flight: all were answered`,
    );
  }
  await product.end();
  t.comment(`requests ended: ${JSON.stringify(clients.outcomes())}`);
});
