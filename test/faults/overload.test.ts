import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { runs } from '../harness/depth.ts';
import { until } from '../harness/until.ts';
import { loadedProduct } from './world/loaded-product.ts';

t.test('SL-43 more than can be carried: who is taken is answered, others are to come back', async (t) => {
  const { clients, end } = await loadedProduct(t, {
    // So little that these clients are too many on any machine.
    env: { REQUESTS_AT_ONCE: '4', REQUEST_WAIT_MAX: '1' },
    clients: { clients: 80, studentsEach: 3 },
  });
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
  await end();
});
