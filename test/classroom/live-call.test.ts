import t, { type Test } from 'tap';
import { startApi, type TestAccount, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { endsWithin } from '../harness/within.ts';
import { studyCalls } from '../learning/study-calls.ts';
import { classCalls, newClass } from './class-calls.ts';
import { changes, heardAll, names, type OpenStream, openStream } from './open-stream.ts';

const listening = async (t: Test): Promise<{ api: TestApi; url: string }> => {
  const api = await startApi(t);
  return { api, url: await api.app.listen({ port: 0, host: '127.0.0.1' }) };
};

const { api, url } = await listening(t);

const start = async (on = { api, url }) => {
  const [teacher, student] = [await on.api.register('teacher'), await on.api.register()];
  const deck = await on.api.addDeck(teacher.id, 3);
  const id = await newClass(teacher, deck.id, { students: [student] });
  return { teacher, student, deck, id, address: `${on.url}/api/classes/${id}/live` };
};

/** An open tab of the teacher that has been told that it is heard; of nothing that was before. */
async function watch(t: Test, address: string, { token }: TestAccount, on = api): Promise<OpenStream> {
  await heardAll(on);
  const stream = await openStream(address, token);
  t.teardown(stream.abort);
  await until(() => stream.events.length > 0);
  return stream;
}

const liveTabs = async (of: TestApi): Promise<number> => {
  const { body } = await of.raw<string>('GET', '/metrics');
  return Number(/^nho_live_tabs (\d+)$/m.exec(body)?.[1]);
};

/**
 * Makes the API forget what it keeps of the class. It cannot read it again until what is returned is called. The table
 * is locked before the API forgets: whatever hears of a change may read the row again at once. A test that fails before
 * that lets go of the class when it ends. So others do not wait for it.
 */
async function withholdClass(t: Test, of: TestApi, id: number): Promise<() => Promise<void>> {
  const holder = await of.pool.connect();
  await holder.query('begin; lock table classes');
  await of.pool.query(`select announce('classes:' || $1::integer)`, [id]);
  await heardAll(of);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('rollback');
    holder.release();
  };
  t.teardown(release);
  return release;
}

const isWaitedFor = async (of: TestApi): Promise<boolean> => {
  const { rows } = await of.pool.query(
    `select from pg_locks where relation = 'classes'::regclass and not granted`,
  );
  return rows.length > 0;
};

t.test('a stream begins with `ready`; a projected answer is told to tabs of its class alone', async (t) => {
  const { teacher, student, deck, id, address } = await start();
  const elsewhere = await newClass(teacher, deck.id);
  const [stream, second, other] = [
    await watch(t, address, teacher),
    await watch(t, address, teacher),
    await watch(t, `${url}/api/classes/${elsewhere}/live`, teacher),
  ];
  t.same([stream.status, stream.type, names(stream)], [200, 'text/event-stream', ['ready']]);
  await studyCalls(student).answer(deck.cards[0]!);
  await until(() => changes(stream) > 0 && changes(second) > 0);
  t.equal((await classCalls(teacher).progress(id)).body.data[0]!.cards_studied, 1, 'and then it can be read');
  t.same(names(other), ['ready']);
});

t.test('who is let in or leaves is told as well', async (t) => {
  const { teacher, student, id, address } = await start();
  const stream = await watch(t, address, teacher);
  await classCalls(student).leave(id);
  await until(() => changes(stream) > 0);
  t.same(names(stream), ['ready', 'changed']);
});

t.test('ten changes within a second are at most two events; comments keep the line alive', async (t) => {
  const { teacher, id, address } = await start();
  const stream = await watch(t, address, teacher);
  const begun = performance.now();
  await api.pool.query(`do $$ begin
    for _ in 1..10 loop perform announce('class_progress:${id}'); commit; end loop; end $$`);
  // A machine that was busy for more than a second may tell of more.
  const most = 2 + Math.floor((performance.now() - begun) / 1_000);
  await until(() => changes(stream) >= 2);
  const [, second] = stream.events.filter(({ event }) => event === 'changed');
  // Not since the first was read, which a busy machine does late.
  t.ok(second!.at - begun > 900, 'the second comes a second later');
  // The next comment is seconds away; whatever else was to come has come by then.
  const comments = stream.comments;
  await until(() => stream.comments > comments);
  t.ok(changes(stream) <= most, `${changes(stream)} of at most ${most}`);
});

t.test('SL-64 a class that is deleted ends its streams, and says so', async (t) => {
  const { teacher, id, address } = await start();
  const stream = await watch(t, address, teacher);
  await classCalls(teacher).remove(id);
  await until(() => stream.ended);
  t.equal(names(stream).at(-1), 'ended');
});

t.test('a new password ends the streams; the old token opens none', async (t) => {
  const { teacher, id, address } = await start();
  const stream = await watch(t, address, teacher);
  await teacher.data('POST /api/change-password', {
    body: {
      current_password: teacher.password,
      new_password: 'a new password',
      new_password_confirmation: 'a new password',
    },
  });
  // Heard after the new password: by a stream that is wrongly open.
  await api.pool.query(`select announce('class_progress:' || $1::integer)`, [id]);
  await until(() => stream.ended || changes(stream) > 0, 'the stream ends, or goes on');
  t.ok(stream.ended, 'a stream of the old password hears nothing more');
  t.notOk(names(stream).includes('ended'), 'the class is still there');
  const again = await fetch(address, { headers: { authorization: `Bearer ${teacher.token}` } });
  t.equal(again.status, 401);
});

t.test('an account has five streams: the sixth ends the oldest, and nobody else’s', async (t) => {
  const { id, teacher, address } = await start();
  const another = await start();
  const foreign = await watch(t, another.address, another.teacher);
  const streams: OpenStream[] = [];
  for (let count = 0; count < 5; count += 1) streams.push(await watch(t, address, teacher));
  t.ok(streams.every(({ ended }) => !ended));
  streams.push(await watch(t, address, teacher));
  await api.pool.query(`select announce('class_progress:' || $1::integer)`, [id]);
  await until(() => streams[0]!.ended || changes(streams[0]!) > 0, 'the oldest has ended, or goes on');
  t.ok(streams[0]!.ended, 'the oldest has ended');
  t.ok(streams.slice(1).every(({ ended }) => !ended));
  t.equal(foreign.ended, false);
  streams[1]?.abort();
  await until(async () => (await liveTabs(api)) <= 5, 'one has gone');
  streams.push(await watch(t, address, teacher));
  t.ok(
    streams.slice(2).every(({ ended }) => !ended),
    'its place is free',
  );
});

t.test('a stream ends when its token does', async (t) => {
  const { teacher, address } = await start();
  const token = api.app.jwt.sign(
    { iss: 'nho', aud: 'nho api', sub: String(teacher.id), version: 0, jti: 'short' },
    { expiresIn: '10s' },
  );
  const [short, long] = [await watch(t, address, teacher.as({ token })), await watch(t, address, teacher)];
  t.ok(
    await endsWithin(
      until(() => short.ended),
      40_000,
    ),
    'the stream has ended',
  );
  t.equal(long.ended, false);
  t.equal((await openStream(address, token)).status, 401);
});

t.test('SL-03 who may not watch is told so in JSON', async (t) => {
  const { teacher, student, id, address } = await start();
  const stranger = await api.register('teacher');
  const cases: [token: string | undefined, address: string, status: number, code: string][] = [
    [undefined, address, 401, 'unauthenticated'],
    [student.token, address, 403, 'wrong_role'],
    [stranger.token, address, 403, 'class_not_accessible'],
    [teacher.token, address.replace(`/${id}/`, '/2000000000/'), 404, 'class_not_found'],
    [teacher.token, address.replace(`/${id}/`, '/abc/'), 422, 'validation_failed'],
  ];
  for (const [token, path, status, code] of cases) {
    const leaving = new AbortController();
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
    const answer = await fetch(path, { headers, signal: leaving.signal });
    if (!t.equal(answer.status, status, code)) {
      // A stream that is wrongly open has no end.
      leaving.abort();
      continue;
    }
    t.match(answer.headers.get('content-type'), /^application\/json/);
    t.match(await answer.json(), { success: false, code, message: String });
  }
});

t.test('tabs are counted while they are open, and not when they were closed while opening', async (t) => {
  const own = await listening(t);
  const { teacher, id, address } = await start(own);
  const stream = await watch(t, address, teacher, own.api);
  t.equal(await liveTabs(own.api), 1);
  stream.abort();
  await until(async () => (await liveTabs(own.api)) === 0);

  const release = await withholdClass(t, own.api, id);
  const leaving = new AbortController();
  const opened = fetch(address, {
    headers: { authorization: `Bearer ${teacher.token}` },
    signal: leaving.signal,
  });
  await until(() => isWaitedFor(own.api));
  leaving.abort();
  await t.rejects(opened, { name: 'AbortError' });
  await until(
    () =>
      new Promise<boolean>((resolve) =>
        own.api.app.server.getConnections((_, count) => resolve(count === 0)),
      ),
  );
  // Asks for the same row, so it is answered after the stream's own question.
  const behind = classCalls(teacher.as({ api: own.api })).get(id);
  await release();
  t.equal((await behind).status, 200);
  t.equal(await liveTabs(own.api), 0);
});

t.test('the server ends at once though streams are open, or just being opened', async (t) => {
  const own = await listening(t);
  const { teacher, deck, address } = await start(own);
  const stream = await watch(t, address, teacher, own.api);
  // Another class, whose row no open tab reads: the one who waits for it is the one who opens.
  const id = await newClass(teacher, deck.id);
  const release = await withholdClass(t, own.api, id);
  const opening = fetch(address.replace(/\d+\/live$/, `${id}/live`), {
    headers: { authorization: `Bearer ${teacher.token}` },
  });
  await until(() => isWaitedFor(own.api));

  const begun = performance.now();
  const closed = own.api.app.close();
  await until(() => stream.ended);
  await release();
  const answer = await opening;
  t.equal(answer.status, 503);
  t.match(await answer.json(), { success: false, code: 'overloaded' });
  await closed;
  // Fastify by itself would wait for the streams' readers.
  t.ok(performance.now() - begun < 20_000, 'soon');
});

t.test('a process that may have missed changes ends its streams, so that all is read anew', async (t) => {
  const { teacher, student, deck, address } = await start();
  const stream = await watch(t, address, teacher);
  await api.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'nho change feed %'`);
  await until(() => stream.ended);
  t.notOk(names(stream).includes('ended'), 'the class is still there');
  await until(() => api.services.feed.connected);

  const next = await watch(t, address, teacher);
  await studyCalls(student).answer(deck.cards[0]!);
  await until(() => changes(next) > 0);
});
