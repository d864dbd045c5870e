import t from 'tap';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';

const api = await startApi(t);

t.test('a password is kept as a salted Argon2id hash of 19 MiB and two rounds', async (t) => {
  const accounts = await Promise.all(
    [1, 2].map(() => api.registerByCall('student', { password: 'the very same one' })),
  );
  const rows = await api.sql<{ hash: string }>`select password_hash as hash from users
    where id = any(${column(accounts, 'id')})`;
  for (const { hash } of rows) t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43,}$/);
  t.equal(new Set(rows.map(({ hash }) => hash)).size, 2, 'each with a salt of its own');
});

t.test('every letter of a long password counts', async (t) => {
  const password = `${'tám mươi chữ '.repeat(8)}một`;
  const { email } = await api.registerByCall('student', { password });
  const login = (text: string) => api.raw('POST', '/api/login', { body: { email, password: text } });
  t.equal((await login(password)).status, 200);
  t.equal((await login(`${password.slice(0, -1)}x`)).status, 401);
  t.equal((await login(password.slice(0, 72))).status, 401);
});
