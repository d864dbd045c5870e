import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { checkInvariants, projected } from './program/log-invariants.ts';
import { startApiProcess, startWorker } from './world/product-processes.ts';
import { RecordingClients } from './world/recording-clients.ts';

t.test('SL-43 more than can be carried: who is taken is answered, others are to come back', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  // So little that these clients are too many on any machine.
  const env = { REQUESTS_AT_ONCE: '4', REQUEST_WAIT_MAX: '1' };
  const place = { port: await freePort(), databaseUrl: url, env };
  const worker = startWorker(t, url);
  const clients = await RecordingClients.create(t, pool, place.port, { clients: 80, studentsEach: 3 });
  const api = await startApiProcess(t, place);
  const refused = () => clients.exchanges.filter(({ status }) => status === 503);
  clients.start();
  await until(
    () => refused().length > runs(100, 2_000) && clients.acknowledged > runs(100, 2_000),
    'many are refused',
  );
  await clients.stop();

  const taken = clients.exchanges.filter(({ status }) => status === 200);
  const median = (of: typeof taken) =>
    of.map(({ sentAt, endedAt }) => endedAt - sentAt).sort((a, b) => a - b)[of.length >> 1]!;
  t.comment(
    `${taken.length} answered, median ${median(taken).toFixed(1)} ms; ${refused().length} refused, median ${median(refused()).toFixed(1)} ms`,
  );
  t.same(clients.wrongAnswers, [], 'each was answered, or told when to come back');
  t.ok(new Set(refused().map(({ retryAfter }) => retryAfter)).size > 1, 'and not all at the same moment');
  t.ok(
    clients.sent.some(({ tries }) => tries > 1),
    'some had to be sent again',
  );

  const before = refused().length;
  for (let poll = 0; poll < 20; poll++) {
    t.equal(await clients.readDeckCounts(), 200);
    await pause(5);
  }
  t.equal(refused().length, before, 'nobody is refused any more');
  await projected(pool);
  await api.end();
  await worker.end();
  await checkInvariants(t, pool, clients.sent);
});
