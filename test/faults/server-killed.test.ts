import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { runs } from '../harness/depth.ts';
import { chosenSeed, seeded } from '../harness/seeded.ts';
import { until } from '../harness/until.ts';
import { checkInvariants, projected } from './program/log-invariants.ts';
import { startApiProcess, startWorker } from './world/product-processes.ts';
import { RecordingClients } from './world/recording-clients.ts';

t.test('the API killed at any moment: what was acknowledged is kept, sent again counts once', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  const place = { port: await freePort(), databaseUrl: url };
  const worker = startWorker(t, url);
  const clients = await RecordingClients.create(t, pool, place.port);
  let api = await startApiProcess(t, place);
  const roll = seeded(chosenSeed(t));
  clients.start();
  for (let round = 0; round < runs(2, 4); round++) {
    const before = clients.acknowledged;
    await until(() => clients.acknowledged > before);
    // Any moment will do, and each run should try others.
    await pause(roll(400));
    await api.end('SIGKILL');
    api = await startApiProcess(t, place);
  }
  await clients.stop();
  await projected(pool);
  await api.end();
  await worker.end();
  const stored = (await pool.query<{ count: number }>('select count(*)::integer from events')).rows[0]!.count;
  t.comment(`${stored} answers, requests ended: ${JSON.stringify(clients.outcomes())}`);
  t.ok(
    clients.sent.some((answer) => answer.tries > 1),
    'some had to be sent again',
  );
  t.same(clients.wrongAnswers, [], 'nothing but successes was answered');
  await checkInvariants(t, pool, clients.sent);
});

t.test('the API asked to end under load answers what it has begun, and ends cleanly', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  const place = { port: await freePort(), databaseUrl: url };
  const worker = startWorker(t, url);
  const clients = await RecordingClients.create(t, pool, place.port);
  let api = await startApiProcess(t, place);
  const roll = seeded(chosenSeed(t));
  clients.start();
  for (let round = 0; round < runs(1, 3); round++) {
    const before = clients.acknowledged;
    await until(() => clients.acknowledged > before + 50);
    await pause(roll(200));
    const asked = performance.now();
    const { code, ms } = await api.end('SIGTERM');
    t.equal(code, 0);
    t.ok(ms < 30_000, `it took ${Math.round(ms)} ms`);
    const inFlight = clients.exchanges.filter(({ sentAt, endedAt }) => sentAt < asked && endedAt > asked);
    t.same(
      inFlight.filter(({ status }) => status !== 200),
      [],
      `${inFlight.length} requests were in flight: all were answered`,
    );
    api = await startApiProcess(t, place);
  }
  await clients.stop();
  await projected(pool);
  await api.end();
  await worker.end();
  t.comment(`requests ended: ${JSON.stringify(clients.outcomes())}`);
  t.same(clients.wrongAnswers, []);
  await checkInvariants(t, pool, clients.sent);
});
