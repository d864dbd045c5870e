import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { projections } from '../../core/projections.ts';
import { createTestDatabase } from '../database-harness.ts';

const ROOT = join(import.meta.dirname, '../..');
const files = readdirSync(join(ROOT, 'core'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.projection.ts'),
);

t.test('every projection file is registered and has a test', async (t) => {
  const registered = projections.map(({ name }) => `${name.replaceAll('_', '-')}.projection.ts`).sort();
  t.same(files.map((file) => file.split('/').at(-1)).sort(), registered);
  for (const file of files)
    t.ok(existsSync(join(ROOT, 'test', file.replace('.ts', '.test.ts'))), `test/${file} has its test`);
});

t.test('every projection has a checkpoint in each partition, and tables of its own', async (t) => {
  const { pool } = await createTestDatabase(t);
  const { rows } = await pool.query<{ projection: string; partitions: number }>(
    'select projection, count(*)::integer as partitions from projection_checkpoints group by 1 order by 1',
  );
  t.same(
    rows,
    projections
      .map(({ name }) => ({ projection: name, partitions: 16 }))
      .sort((a, b) => (a.projection < b.projection ? -1 : 1)),
  );
  const tables = projections.flatMap((projection) => projection.tables);
  t.equal(new Set(tables).size, tables.length);
});
