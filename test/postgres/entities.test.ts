import t from 'tap';
import { withOrm } from '../../core/migrating.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';

const { url, pool } = await createTestDatabase(t);

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  /** The database gives a value where a statement gives none. */
  given: boolean;
}

/** Types of columns as entities name them, where Postgres has another name. */
const TYPES: Record<string, string> = {
  int: 'integer',
  serial: 'integer',
  bigserial: 'bigint',
  'int[]': 'integer[]',
  timestamptz: 'timestamp with time zone',
};

const entities = await withOrm(url, async (orm) =>
  [...orm.getMetadata().getAll().values()].filter(({ tableName }) => tableName),
);

t.test('an entity has the columns of its table, with their types and defaults', async (t) => {
  for (const { tableName, props } of entities) {
    const rows = await sql(pool)<Column>`
      select attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
        (atthasdef or attidentity <> '') as given
      from pg_attribute where attrelid = ${tableName}::regclass and attnum > 0 and not attisdropped order by 1`;
    const declared = props
      .map((prop): Column => {
        const type = prop.columnTypes[0]!.replace(/\(\d+\)$/, '');
        return {
          name: prop.fieldNames[0]!,
          type: TYPES[type] ?? type,
          nullable: prop.nullable ?? false,
          given: prop.autoincrement === true || prop.defaultRaw !== undefined || prop.persist === false,
        };
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    t.same(declared, rows, tableName);
  }
});
