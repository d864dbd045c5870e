import type { Test } from 'tap';
import t from 'tap';
import { changes, heardAll, names, type OpenStream, openStream } from '../classroom/open-stream.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { IMPORTS, importCalls, jsonOf } from './import-calls.ts';

const api = await startApi(t);
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
const addressOf = (importId: number): string => `${url}${IMPORTS}/${importId}/live`;

/** An import that waits, since no worker runs. */
async function waiting(admin: TestAccount, title: string): Promise<number> {
  const { send } = importCalls(api, admin);
  const { status, body } = await send({ title, json_file: jsonOf([{ front: 'a', back: 'b' }]) });
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data.id;
}

/** An open page of an import that has been told that it is heard; of nothing that was before. */
async function watch(t: Test, importId: number, { token }: TestAccount): Promise<OpenStream> {
  await heardAll(api);
  const stream = await openStream(addressOf(importId), token);
  t.teardown(stream.abort);
  await until(() => stream.events.length > 0, 'the page is told that it is heard');
  return stream;
}

const tell = (payload: string) => api.pool.query(`select announce($1)`, [payload]);

t.test('ADM-28 an import that is further is told, to the pages of that import alone', async (t) => {
  const admin = await api.register('admin');
  const [one, another] = [await waiting(admin, 'One'), await waiting(admin, 'Another')];
  const first = await watch(t, one, admin);
  const second = await watch(t, one, admin);
  const other = await watch(t, another, admin);
  t.equal((await importCalls(api, admin).cancel(one)).status, 200);
  // The end of all streams: then all has come that was to come.
  await tell('everything');
  await until(() => first.ended && second.ended && other.ended, 'the streams end');
  t.equal(names(first)[0], 'ready');
  t.ok(changes(first) > 0 && changes(second) > 0, 'both pages of the import are told');
  t.same(names(second), names(first));
  t.same(names(other), ['ready'], 'the page of another import is not told');
});

t.test('SL-03 a new password ends the streams; the old token opens none', async (t) => {
  const admin = await api.register('admin');
  const id = await waiting(admin, 'Watched');
  const [stream, others] = [await watch(t, id, admin), await watch(t, id, await api.register('admin'))];
  await admin.data('POST /api/change-password', {
    body: {
      current_password: admin.password,
      new_password: 'a new password',
      new_password_confirmation: 'a new password',
    },
  });
  // Heard after the new password: by a stream that is wrongly open.
  await tell(`deck_imports:${id}`);
  await until(() => stream.ended || changes(stream) > 0, 'the stream ends, or goes on');
  t.ok(stream.ended, 'a stream of the old password hears nothing more');
  await until(() => others.ended || changes(others) > 0, 'the stream of somebody else goes on, or ends');
  t.same(names(others), ['ready', 'changed'], 'the streams of others go on');
  const again = await fetch(addressOf(id), { headers: { authorization: `Bearer ${admin.token}` } });
  t.equal(again.status, 401);
});

t.test('an import that is not there cannot be watched', async (t) => {
  const { token } = await api.register('admin');
  const answer = await fetch(addressOf(2_000_000_000), { headers: { authorization: `Bearer ${token}` } });
  t.same([answer.status, (await answer.json()).code], [404, 'import_not_found']);
});
