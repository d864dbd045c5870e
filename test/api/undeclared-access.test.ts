import Fastify from 'fastify';
import t from 'tap';
import { authentication } from '../../api/plugins/authentication.ts';
import { startApi } from '../harness/api-harness.ts';

const api = await startApi(t);

t.test('SL-03 a route that does not say who may call it is refused before the server starts', async (t) => {
  const app = Fastify();
  await app.register(authentication, {
    accountRate: 0,
    addressRate: 0,
    secret: 'x'.repeat(32),
    staffHours: 12,
    directory: api.services.directory,
  });
  t.throws(
    () => app.get('/api/forgotten', async () => ({})),
    /GET \/api\/forgotten does not state who may call it/,
  );
  t.doesNotThrow(() => app.get('/healthz', async () => ({})));
  await app.close();
});
