import Fastify from 'fastify';
import t from 'tap';
import { authentication } from '../../api/plugins/authentication.ts';
import { allows } from '../../core/contract/endpoint.ts';
import type { Role } from '../../core/contract/roles.ts';
import { startApi } from '../harness/api-harness.ts';
import { realRoutes } from '../security/real-routes.ts';

const routes = realRoutes(t);
const api = await startApi(t);
const calls = routes.filter(({ access, method }) => access !== undefined && method !== 'HEAD');
const accounts = {
  student: await api.register('student'),
  teacher: await api.register('teacher'),
  admin: await api.register('admin'),
};

t.test('SL-03 who may not call is told so, whatever else is wrong with the call', async (t) => {
  for (const { method, url, access } of calls.filter(({ access }) => access !== 'public')) {
    const path = url.replace(/:\w+/g, 'wrong');
    const wrong = {
      ...((method === 'POST' || method === 'PATCH') && {
        body: '{',
        headers: { 'content-type': 'application/json' },
      }),
    };
    t.equal((await api.raw(method as 'GET', path, wrong)).status, 401, `anonymous: ${method} ${url}`);
    if (access !== 'any')
      for (const [role, { token }] of Object.entries(accounts))
        if (!allows(access!, role as Role))
          t.equal(
            (await api.raw(method as 'GET', path, { token, ...wrong })).status,
            403,
            `${method} ${url}`,
          );
  }
});

t.test(
  'SL-59 the calls of administration are for administrators alone; title and logo are public',
  async (t) => {
    const accessOf = (method: string, url: string) =>
      calls.find((call) => call.method === method && call.url === url)?.access;
    for (const [method, url] of [
      ['POST', 'site-settings'],
      ['GET', 'decks'],
      ['DELETE', 'decks/:deckId'],
      ['GET', 'decks/:deckId/cards'],
      ['POST', 'official-decks'],
      ['PATCH', 'official-decks/:deckId'],
      ['DELETE', 'official-decks/:deckId'],
      ['PATCH', 'cards/:cardId'],
      ['DELETE', 'cards/:cardId'],
      ['POST', 'imports'],
      ['GET', 'imports'],
      ['GET', 'imports/:importId'],
      ['GET', 'imports/:importId/live'],
    ] as const)
      t.equal(accessOf(method, `/api/admin/${url}`), 'admin', `${method} ${url}`);
    t.equal(accessOf('GET', '/api/site-settings'), 'public');
  },
);

t.test('SL-03 a route that does not say who may call it is refused before the server starts', async (t) => {
  const app = Fastify();
  await app.register(authentication, {
    accountRate: 0,
    addressRate: 0,
    secret: 'x'.repeat(32),
    staffHours: 12,
    directory: api.services.directory,
    limits: api.services.limits,
  });
  t.throws(
    () => app.get('/api/forgotten', async () => ({})),
    /GET \/api\/forgotten does not state who may call it/,
  );
  t.doesNotThrow(() => app.get('/healthz', async () => ({})));
  await app.close();
});
