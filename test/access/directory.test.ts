import t from 'tap';
import { startApi } from '../harness/api-harness.ts';

const NOBODYS = 2_000_000_000;

t.test('RST-13 what is gone when its change arrives during the read is not there: no failure', async (t) => {
  const { pool, services } = await startApi(t);
  const { directory } = services;
  const client = await pool.connect();
  await client.query('begin; lock table classes in access exclusive mode');
  const readBefore = directory.class(NOBODYS);
  // As a change does, it drops what is being read.
  const readAfter = directory.reload('classes', NOBODYS);
  await client.query('rollback');
  client.release();
  t.same(await Promise.all([readBefore, readAfter]), [undefined, undefined]);
});
