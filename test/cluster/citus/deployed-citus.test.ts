import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { SETTINGS } from './local-server.ts';

const FOLDER = join(import.meta.dirname, '../../../deploy/citus');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

t.test('the program starts servers with every setting that operators start them with', async (t) => {
  const lines = read('postgresql.conf')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  t.same(
    Object.keys(SETTINGS),
    lines.map((line) => line.split(' ')[0]),
  );
  t.match(SETTINGS, {
    shared_preload_libraries: /^citus,/,
    wal_level: 'logical',
    'citus.recover_2pc_interval': '5s',
  });
});

t.test('the scripts that start servers are in order, and say what they need', async (t) => {
  for (const name of ['server.sh', 'nodes.sh'])
    t.equal(spawnSync('sh', ['-n', join(FOLDER, name)]).status, 0, name);
  const env = { PGDATA: '/nowhere/15', PATH: process.env.PATH };
  const { status, stderr } = spawnSync('sh', [join(FOLDER, 'server.sh')], { env, encoding: 'utf8' });
  t.not(status, 0);
  t.match(stderr, 'POSTGRES_PASSWORD');
});

t.test(
  'what the image copies is there, and each server of the compose file gets what its script asks for',
  async (t) => {
    const copied = /^COPY ((?:[\w.]+ )+)\/citus\/$/m.exec(read('Dockerfile'))?.[1]?.trim().split(' ') ?? [];
    t.ok(copied.length > 0);
    for (const name of copied) t.ok(read(name), name);
    const asked = [...read('server.sh').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!);
    for (const name of asked) t.match(read('docker-compose.yml'), `      ${name}: `);
  },
);
