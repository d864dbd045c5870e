import t from 'tap';
import { TokenBuckets } from '../../api/guard/token-buckets.ts';
import { Turns } from '../../api/guard/turns.ts';
import { startApi } from '../harness/api-harness.ts';

t.test('a caller may ask five seconds’ worth at once, and then as often as tokens come', (t) => {
  let now = 0;
  const buckets = new TokenBuckets(2, () => now);
  const take = (count: number) => Array.from({ length: count }, () => buckets.take(1));
  t.same(take(10), Array(10).fill(0));
  t.same(take(2), [0.5, 0.5], 'what is refused takes nothing');
  t.equal(buckets.take(2), 0, 'somebody else has a bucket of their own');
  now += 400;
  t.ok(Math.abs(buckets.take(1) - 0.1) < 1e-9);
  now += 100;
  t.same(take(2), [0, 0.5]);
  now += 3_600_000;
  t.same(take(11), [...Array(10).fill(0), 0.5], 'no more than five seconds’ worth is kept');
  t.end();
});

t.test('without a limit nobody is refused', (t) => {
  const buckets = new TokenBuckets(0, () => 0);
  t.ok(Array.from({ length: 1_000 }, () => buckets.take(1)).every((wait) => wait === 0));
  t.end();
});

t.test('a turn that ends is the next one’s, and what is over is forgotten', async (t) => {
  const turns = new Turns({ atOnce: 1, waiting: 1 });
  const first = await turns.take('a');
  const second = turns.take('a');
  await t.rejects(turns.take('a'), { code: 'too_many_requests' });
  (await turns.take('b'))();
  first();
  (await second)();
  (await turns.take('a'))();
});

t.test('an account that asks without end is refused, and nobody else', async (t) => {
  const api = await startApi(t, { env: { REQUESTS_PER_SECOND: '1', ADDRESS_REQUESTS_PER_SECOND: '1000' } });
  const [lan, minh] = [await api.register(), await api.register()];
  const me = async (token: string) => {
    const { status, body, headers } = await api.call('GET /api/me', { token });
    return { status, code: body.code, retryAfter: headers['retry-after'] };
  };
  const answers = await Promise.all(Array.from({ length: 200 }, () => me(lan.token)));
  const refused = answers.filter(({ status }) => status === 429);
  t.ok(refused.length > 0 && refused.length <= 195, `${refused.length} of 200`);
  for (const answer of refused) t.same(answer, { status: 429, code: 'too_many_requests', retryAfter: '1' });
  t.equal((await me(minh.token)).status, 200);
  await api.data('GET /api/official-decks');
});

t.test('an address without a token is refused, and not those who are logged in behind it', async (t) => {
  const api = await startApi(t, { env: { REQUESTS_PER_SECOND: '1000', ADDRESS_REQUESTS_PER_SECOND: '1' } });
  const lan = await api.register();
  const flood = (path: string, token?: string) =>
    Promise.all(Array.from({ length: 100 }, () => api.raw('GET', path, { token })));
  const ofAll = await flood('/api/official-decks');
  t.ok(ofAll.some(({ status }) => status === 429));
  t.ok((await flood('/api/me', 'rubbish')).some(({ status }) => status === 429));
  t.ok((await flood('/api/me')).every(({ status }) => status === 401 || status === 429));
  for (const path of ['/api/me', '/api/official-decks'])
    t.equal((await lan.raw('GET', path)).status, 200, path);
  t.ok(
    (await flood('/healthz')).every(({ status }) => status === 200),
    'probes are not counted',
  );
});
