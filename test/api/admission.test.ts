import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { Admission } from '../../api/guard/admission.ts';
import { Turns } from '../../api/guard/turns.ts';
import { UnreadConnections } from '../../api/guard/unread-connections.ts';
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

t.test('a refused connection is not read until shortly before it is to come back', async (t) => {
  const unread = new UnreadConnections();
  const wereSentBefore: boolean[] = [];
  /** When the server has answered, and when it has read the next question: how late the client hears of it says nothing. */
  const answered: { at: number; seconds: number }[] = [];
  const readAt: number[] = [];
  const server = createServer((request, answer) => {
    readAt.push(performance.now());
    wereSentBefore.push(unread.wasSentBefore(request.socket));
    const seconds = unread.comeBackAfter();
    answer.once('finish', () => answered.push({ at: performance.now(), seconds }));
    unread.leaveAfter(request, answer, seconds);
    answer.writeHead(503, { 'retry-after': String(seconds), 'content-length': 2 }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  t.teardown(() => {
    client.destroy();
    server.close();
  });
  const ask = async () => {
    client.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n[]');
    let answer = '';
    while (!answer.endsWith('{}')) answer += String((await once(client, 'data'))[0]);
    return Number(/retry-after: (\d+)/i.exec(answer)?.[1]);
  };
  const asked = [await ask(), await ask(), await ask()];
  t.same(
    asked,
    answered.map(({ seconds }) => seconds),
  );
  for (const [index, { at, seconds }] of answered.slice(0, 2).entries()) {
    const waited = readAt[index + 1]! - at;
    t.ok(waited > seconds * 1_000 - 510, `asked again at once, it was read after ${Math.round(waited)} ms`);
  }
  t.same(wereSentBefore, [false, true, true]);
});

t.test('when thousands are to come back, the next are told to come later', async (t) => {
  const unread = new UnreadConnections();
  const told = () => Array.from({ length: 100 }, () => unread.comeBackAfter());
  t.ok(told().every((seconds) => seconds >= 1 && seconds <= 4));
  t.ok(new Set(told()).size > 1, 'not all at the same moment');
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
    'no probe counts',
  );
});
