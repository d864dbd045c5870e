import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { migrate } from '../../../core/migrating.ts';
import { projections } from '../../../core/projections.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';

const ROOT = join(import.meta.dirname, '../../..');
const files = readdirSync(join(ROOT, 'core'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.projection.ts'),
);

t.test('every projection file is registered and has a test', async (t) => {
  const registered = projections.map(({ name }) => `${name.replaceAll('_', '-')}.projection.ts`).sort();
  t.same(files.map((file) => file.split('/').at(-1)).sort(), registered);
  for (const file of files) {
    const room = join(ROOT, 'test', file, '..');
    const tests = readdirSync(room).filter((name) => name.endsWith('.test.ts'));
    const given = tests.filter((name) =>
      readFileSync(join(room, name), 'utf8').includes(`/${basename(file)}'`),
    );
    t.not(given.length, 0, `a test beside those of its room gives ${file} events`);
  }
});

t.test('a projection that is new begins at the beginning of the log, and the others stay', async (t) => {
  const { url, pool } = await createTestDatabase(t);
  await sql(pool)`update projection_checkpoints set position = 7 where projection = 'deck_stats';
    delete from projection_checkpoints where projection = 'exam_results';
    delete from projection_checkpoints where projection = 'deck_stats' and partition = 3`;
  const positions = async () => {
    const rows = await sql(pool)`
      select projection || ' ' || position || ' ' || count(*) as at from projection_checkpoints
      where projection in ('deck_stats', 'exam_results') group by projection, position order by 1`;
    return rows.map(({ at }) => at);
  };
  t.same(await positions(), ['deck_stats 7 15']);
  for (const time of ['once', 'twice']) {
    await migrate(url, projections);
    t.same(await positions(), ['deck_stats 0 1', 'deck_stats 7 15', 'exam_results 0 16'], time);
  }
});

t.test('every projection has a checkpoint in each partition, and tables of its own', async (t) => {
  const { pool } = await createTestDatabase(t);
  const rows = await sql(pool)`
    select projection, count(*)::integer as partitions from projection_checkpoints group by 1 order by 1`;
  t.same(
    rows,
    projections
      .map(({ name }) => ({ projection: name, partitions: 16 }))
      .sort((a, b) => (a.projection < b.projection ? -1 : 1)),
  );
  const tables = projections.flatMap((projection) => projection.tables);
  t.equal(new Set(tables).size, tables.length);
});
