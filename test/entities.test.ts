import t from 'tap';
import { openDatabase } from '../core/database.ts';
import { createTestDatabase } from './database-harness.ts';

const { url } = await createTestDatabase(t);
const database = await openDatabase(url, { connections: 1, name: 'test' });
t.teardown(() => database.close());

interface Column {
  name: string;
  nullable: boolean;
}

t.test('an entity has the columns of its table, and says which may be null', async (t) => {
  const entities = [...database.orm.getMetadata().getAll().values()].filter(({ tableName }) => tableName);
  t.ok(entities.length >= 11);
  for (const { tableName, props } of entities) {
    const { rows } = await database.pool.query<Column>(
      `select column_name as name, is_nullable = 'YES' as nullable from information_schema.columns
       where table_schema = current_schema() and table_name = $1 order by 1`,
      [tableName],
    );
    const declared = props
      .map(({ fieldNames, nullable = false }): Column => ({ name: fieldNames[0]!, nullable }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    t.same(declared, rows, tableName);
  }
});
