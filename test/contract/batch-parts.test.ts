import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import t from 'tap';
import { batchRoutes, PARTS_AT_ONCE } from '../../api/routes/system/batch.routes.ts';
import { type Access, allows } from '../../core/contract/endpoint.ts';
import { ROLE_NAMES } from '../../core/contract/roles.ts';
import { formOf } from '../card/card-form.ts';
import { importCalls, jsonOf } from '../deck-import/import-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { endsWithin } from '../harness/within.ts';
import { contracts } from './all-contracts.ts';

t.test('API-03 every GET answers within a batch; a file and a stream are refused', async (t) => {
  const api = await startApi(t);
  const [teacher, admin] = [await api.register('teacher'), await api.register('admin')];
  const deck = await api.addDeck(teacher.id);
  const created = await teacher.data('POST /api/classes', { body: { name: '10A', deck_id: deck.id } });
  const { send } = importCalls(api, admin);
  const fields = { title: 'x', json_file: jsonOf([{ front: 'a', back: 'b' }]) };
  const sent = await send(fields);
  const own = await teacher.unchecked('POST /api/imports', { ...formOf(fields) });
  const ids = { deckId: deck.id, cardId: deck.cards[0]!, classId: created.id, importId: sent.body.data.id };
  const student = await api.register();
  const callers: Record<string, typeof student> = { student, teacher, admin };
  const tokenFor = (access: Access): string | undefined => {
    if (access === 'public') return undefined;
    // What is asked for is the teacher's, where a teacher may ask.
    const isTeachers = access === 'any' || allows(access, 'teacher');
    const role = isTeachers ? 'teacher' : ROLE_NAMES.find((name) => allows(access, name));
    return callers[role!]!.token;
  };
  const gets = contracts.filter(({ method }) => method === 'GET');
  for (const { url, access } of gets) {
    const idsOf = url.startsWith('/api/imports') ? { ...ids, importId: own.body.data.id } : ids;
    const path = url.replace(/:(\w+)/g, (_, name: string) => String({ ...idsOf }[name] ?? student.id));
    const answer = api.call('POST /api/batch', {
      token: tokenFor(access),
      body: { requests: [{ method: 'GET', url: path, params: { format: 'csv' } }] },
    });
    // A stream that is taken for a part never answers.
    if (!(await endsWithin(answer, 10_000))) {
      t.fail(`${path} answers within a batch`);
      continue;
    }
    const { status, body } = await answer;
    t.equal(status, 200, path);
    const [part] = body.data;
    t.ok(part!.status < 500 && part!.status !== 401, `${path} ${part!.status}`);
    if (/\/live$/.test(url))
      t.match(
        part,
        { status: 400, data: { code: 'malformed_request', message: /a stream is no part/ } },
        path,
      );
    if (/\/export$/.test(url))
      t.match(part, { status: 400, data: { code: 'malformed_request', message: /a file is no part/ } }, path);
  }
  t.equal(gets.filter(({ url }) => url.endsWith('/live')).length, 3);
});

t.test('API-03 the parts of a caller who has gone are ended', async (t) => {
  const app = Fastify();
  let begun = 0;
  let ended = 0;
  app.get('/api/slow', (incoming, reply) => {
    begun++;
    reply.hijack();
    incoming.raw.once('close', () => ended++);
  });
  app.decorate('accountIdOf', () => undefined);
  let isGone = false;
  app.addHook('onRequest', (incoming, reply, done) => {
    if (incoming.url === '/api/batch')
      reply.raw.once('close', () => {
        isGone = true;
      });
    done();
  });
  await app.register(batchRoutes);
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const outer = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/batch',
    headers: { 'content-type': 'application/json' },
  });
  outer.on('error', () => {});
  outer.end(
    JSON.stringify({ requests: Array.from({ length: 20 }, () => ({ method: 'GET', url: '/api/slow' })) }),
  );
  await until(() => begun === PARTS_AT_ONCE, 'parts have begun');
  t.equal(ended, 0);
  outer.destroy();
  await until(() => isGone, 'the server has noticed');
  // What follows from that needs nothing but a few turns of the event loop.
  for (let turns = 0; turns < 100 && ended < PARTS_AT_ONCE; turns++) await turn();
  t.equal(ended, PARTS_AT_ONCE, 'they have ended');
});
