import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import t from 'tap';
import { databaseAddress } from '../../bin/nho/nho-command.ts';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { loadConfig } from '../../core/process/config.ts';
import { launch } from './launched-product.ts';
import { call, newAccount } from './product-calls.ts';

const ROOT = join(import.meta.dirname, '../..');

t.test('no password, hash, token or secret is in any log, whatever fails', async (t) => {
  const product = await launch(t, { env: { LOG_LEVEL: 'trace' } });
  await product.ready();
  const post = (path: string, body: object, token?: string) =>
    call<LoginAnswer>(product.url, path, { body, ...(token && { token }) });
  const [password, newPassword, neverSet] = [randomUUID(), randomUUID(), randomUUID()];
  const ofRole = randomUUID();
  const person = newAccount(password);
  const change = (current: string, next: string) => ({
    current_password: current,
    new_password: next,
    new_password_confirmation: next,
  });

  const { status, body: registered } = await post('/api/register', person);
  t.equal(status, 201);
  t.equal((await post('/api/register', person)).status, 409, 'taken');
  t.equal((await post('/api/login', { email: person.email, password: neverSet })).status, 401);
  const wrong = change(neverSet, newPassword);
  t.equal((await post('/api/change-password', wrong, registered.token)).status, 422);
  const changed = await post('/api/change-password', change(password, newPassword), registered.token);
  t.equal(changed.status, 200);

  const client = new Client(await databaseAddress(loadConfig({ DATA_DIR: product.folder })));
  await client.connect();
  const { rows } = await client.query<{ hash: string }>('select password_hash as hash from users');
  // Every statement that would write a hash fails, and Postgres tells the client the whole row.
  await client.query('alter table users add constraint closed check (password_hash is null) not valid');
  const failing = await post('/api/change-password', change(newPassword, neverSet), changed.body.token);
  t.equal(failing.status, 500);
  t.equal((await post('/api/register', newAccount(password))).status, 500);
  // A role's password can be no parameter: it stands in the statement itself.
  await t.rejects(client.query(`alter role nobody password '${ofRole}'`), /does not exist/);
  await client.end();
  await product.stop();

  const logs = [product.stdout, product.stderr, readFileSync(join(product.folder, 'postgres.log'), 'utf8')];
  t.match(logs[0], /violates check constraint/, 'the failure is told');
  t.match(logs[2], /violates check constraint/, 'by Postgres as well');
  t.match(logs[2], /role "nobody" does not exist/);
  const kept = JSON.parse(readFileSync(join(product.folder, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >;
  const secrets = {
    password,
    newPassword,
    neverSet,
    'password of a role': ofRole,
    token: registered.token,
    'second token': changed.body.token,
    argon2: '$argon2',
    ...Object.fromEntries(rows.map(({ hash }, index) => [`hash ${index}`, hash])),
    ...kept,
    'email address': person.email,
  };
  for (const log of logs)
    for (const [name, secret] of Object.entries(secrets)) t.notOk(log.includes(secret), `no ${name}`);
});

const PROGRAMS = ['api/server.ts', 'workers/main.ts', 'bin/migrate.ts', 'bin/start.ts', 'bin/nho.ts'];

/** What libraries would print as a whole when they cannot read it. */
const MALFORMED: Record<string, string> = {
  DATABASE_URL: 'postgres://nho:hunter2#hunter2@db1:5432,db2:5432/nho',
  MIGRATE_DATABASE_URL: 'postgres://nho:hunter2#hunter2@db1:5432/nho',
  READ_DATABASE_URL: 'postgres://nho_read:hunter2#hunter2@db1:5432/nho',
  REDIS_URL: 'redis://:hunter2#hunter2@redis:6379',
  STORAGE_URL: 's3://hunter2:hunter2@:99999',
  JWT_SECRET: 'hunter2',
  ADMIN_PASSWORD: 'hunter2',
};

for (const script of PROGRAMS)
  t.test(`a malformed secret is named by its variable only: ${script}`, async (t) => {
    const args = script === 'bin/nho.ts' ? ['parked', 'list'] : [];
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: t.testdir(), ...MALFORMED },
    });
    t.not(status, 0);
    for (const name of Object.keys(MALFORMED))
      t.match(stderr, new RegExp(`^${name} is wrong: it must be `, 'm'));
    t.notMatch(stdout + stderr, /hunter2/);
  });
