import t from 'tap';
import { Admission } from '../../api/guard/admission.ts';
import { startApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { endsWithin } from '../harness/within.ts';
import { studyCalls } from '../learning/study-calls.ts';

/** One that takes ten at once at least, and as many as end in a tenth of a second; its clock stands still. */
function bench() {
  const clock = { now: 0 };
  const admission = new Admission({ waitMs: 100, atLeast: 10, now: () => clock.now });
  type Order = Parameters<typeof admission.admits>[0];
  const one = (order?: Order): boolean => {
    const isAdmitted = admission.admits(order);
    if (isAdmitted) admission.begin();
    return isAdmitted;
  };
  const take = (count: number, order?: Order) =>
    Array.from({ length: count }, () => one(order)).filter(Boolean).length;
  const end = (count: number) => {
    for (let ended = 0; ended < count; ended++) admission.end();
  };
  return { clock, admission, take, end };
}

t.test('before its pace is known a process takes four times what it takes always', async (t) => {
  const { admission, take } = bench();
  t.equal(take(100), 40);
  t.equal(admission.refused, 60);
  t.equal(admission.underWay, 40);
});

t.test('it takes as many as it answers in the time that one may wait', async (t) => {
  const { clock, admission, take, end } = bench();
  take(40);
  // 40 are under way all the time, and 200 end in a second.
  for (let window = 0; window < 20; window++) {
    for (let step = 0; step < 5; step++) {
      clock.now += 50;
      end(10);
      take(10);
    }
  }
  t.equal(Math.round(admission.limit), 20, '200 a second are 20 in 100 ms');
  t.notOk(admission.admits(), 'more are under way');
});

t.test('the pace of callers who are few is not taken for its own', async (t) => {
  const { clock, admission, take, end } = bench();
  for (let second = 0; second < 60; second++) {
    take(1);
    end(1);
    clock.now += 1_000;
  }
  t.equal(admission.limit, 40);
});

t.test('however slow it is, it takes so many at once', async (t) => {
  const { clock, admission, take, end } = bench();
  take(40);
  for (let second = 0; second < 20; second++) {
    clock.now += 1_000;
    end(1);
    take(1);
  }
  t.equal(admission.limit, 10);
  end(admission.underWay);
  t.equal(take(100), 10);
});

t.test('what is favoured is refused last, and who asks again at once first', async (t) => {
  const { admission, take } = bench();
  t.equal(take(100, 'last'), 20);
  take(100);
  t.notOk(admission.admits());
  t.equal(take(100, 'first'), 40);
});

t.test('who would wait is refused at once, before anything is looked up; the rest goes on', async (t) => {
  const api = await startApi(t, { env: { REQUESTS_AT_ONCE: '2', REQUEST_WAIT_MAX: '1' } });
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const student = await api.register();
  const { token } = student;
  const { body } = await studyCalls(student).progress(deck.cards[0]!, { status: 2, time_spent: 5 });
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  const underWay = async () => {
    const text = await (await call('/metrics')).text();
    return Number(/^nho_requests_under_way (\d+)$/m.exec(text)?.[1]);
  };
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  t.teardown(() => goOn());
  const query = api.pool.query.bind(api.pool) as (...args: unknown[]) => Promise<unknown>;
  t.intercept(api.pool, 'query', {
    value: async (...args: unknown[]) => {
      if ((args[0] as { name?: string }).name === 'lowest_checkpoints') await held;
      return query(...args);
    },
    configurable: true,
  });
  const leaving = new AbortController();
  const waiting = Array.from({ length: 8 }, () =>
    call(`/api/decks/${deck.id}/stats`, {
      headers: { 'After-Position': body.data.position },
      signal: leaving.signal,
    }),
  );
  for (const one of waiting) one.catch(() => {});
  await until(async () => (await underWay()) === 8, 'eight requests are under way');

  const refused = await call('/api/no-such-address', { headers: { authorization: 'Bearer none' } });
  t.equal(refused.status, 503);
  t.match(refused.headers.get('retry-after'), /^[1-4]$/);
  t.equal(refused.headers.get('cache-control'), 'no-store');
  t.match(await refused.json(), { success: false, code: 'overloaded' });
  t.equal((await call('/api/exams/1')).status, 404, 'an exam is looked at');
  const guess = { email: student.email, password: 'not the password' };
  const login = await call('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(guess),
  });
  t.equal(login.status, 401, 'passwords have a queue of their own');
  t.equal((await call('/healthz')).status, 200);
  const part = await api.raw('GET', '/api/classes', { token });
  t.equal(part.status, 200, 'parts of a batch are not counted');

  leaving.abort();
  const areOver = until(async () => (await underWay()) === 0, 'nothing is under way');
  t.ok(await endsWithin(areOver, 20_000), 'those whose callers have gone are over');
  goOn();
  t.equal((await call('/api/classes')).status, 200);
});
