import type { Tx } from '../postgres/transaction.ts';

/** A table whose rows go with a deck or a card, and come back with it. */
interface HangingTable {
  table: string;
  /** The column of the person whose row it is; without them it is not kept. */
  person?: string;
  /** Its rows lie by the person's partition. It is not kept with a row, but worked out when the row comes back. */
  isPartitioned?: true;
  /** Columns that name a row without which this one cannot be, and the table of it. */
  needs?: Readonly<Record<string, string>>;
  /** Columns that are emptied when the row that they name is gone. */
  forgets?: Readonly<Record<string, string>>;
}

type Place = 'deck_id' | 'card_id';

/** By the column that names the deck or the card. A test asks for each table that goes with them. */
export const HANGING: Readonly<Record<Place, readonly HangingTable[]>> = {
  deck_id: [
    { table: 'class_decks', needs: { class_id: 'classes' } },
    { table: 'deck_shares', person: 'teacher_id', forgets: { shared_by: 'users' } },
    { table: 'deck_settings', person: 'student_id', isPartitioned: true },
    { table: 'extra_cards', person: 'student_id', isPartitioned: true },
    { table: 'deleted_cards' },
    // Of a card that was deleted alone they stay where they are.
    { table: 'card_versions', forgets: { changed_by: 'users' } },
  ],
  card_id: [
    { table: 'card_marks', person: 'student_id', isPartitioned: true },
    { table: 'card_reports', person: 'student_id' },
  ],
};

/** Tables that go with a deck or a card for good, and why. */
export const NOT_KEPT: Readonly<Record<string, string>> = {
  card_additions: 'taking cards back is for a day, by who sees them',
  card_edits: 'undoing is for a day, by who sees the table',
  trashed_cards: 'they are in the trash already',
};

/**
 * Keeps what hangs on decks or cards that lie in the trash.
 * @param ids SQL of the ids, as for `in (…)`
 */
export async function keepHanging(tx: Tx, place: Place, ids: string, values: unknown[]): Promise<void> {
  for (const { table, person, isPartitioned } of HANGING[place])
    await tx.query(
      `/* keepHanging */ insert into trashed_rows (${place}, person_id, table_name, "row")
       select h.${place}, ${person ? `h.${person}` : 'null'}, '${table}', to_jsonb(h)${isPartitioned ? ` - 'partition'` : ''}
       from ${table} h where h.${place} in (${ids})`,
      values,
    );
}

/** Brings back what hung on decks or cards that are there again, if what it needs is still there. */
export async function bringBackHanging(tx: Tx, place: Place, ids: string, values: unknown[]): Promise<void> {
  for (const { table, person, isPartitioned, needs = {}, forgets = {} } of HANGING[place]) {
    const named = (column: string, other: string) =>
      `(select o.id from ${other} o where o.id = (t."row" ->> '${column}')::integer)`;
    const changed = Object.entries(forgets).map(
      ([column, other]) => `|| jsonb_build_object('${column}', ${named(column, other)})`,
    );
    if (isPartitioned)
      changed.push(`|| jsonb_build_object('partition', partition_of((t."row" ->> '${person}')::integer))`);
    const there = Object.entries(needs).map(([column, other]) => `and ${named(column, other)} is not null`);
    await insertKept(
      tx,
      table,
      `select t."row" ${changed.join(' ')} as "row" from trashed_rows t
       where t.${place} in (${ids}) and t.table_name = '${table}' ${there.join(' ')}`,
      values,
    );
  }
}

/**
 * Inserts rows of a table that were kept as JSON. Columns that the table has got since have what a new row has in them.
 * @param kept SQL of the rows, one column `row`
 */
export async function insertKept(tx: Tx, table: string, kept: string, values: unknown[]): Promise<void> {
  const { rows: known } = await tx.query<{ names: string[] }>(
    `/* insertKept */ select array_agg(attname::text order by attnum) as names from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [],
  );
  const { names } = known[0]!;
  const next = `$${values.length + 1}::text[]`;
  const { rows: whole } = await tx.query<{ are_whole: boolean | null }>(
    `/* insertKept */ select bool_and(k."row" ?& ${next}) as are_whole from (${kept}) k`,
    [...values, names],
  );
  if (whole[0]!.are_whole === null) return;
  const insert = (columns: readonly string[], where: string, more: unknown[]): Promise<unknown> =>
    tx.query(
      `/* insertKept */ insert into ${table} (${columns.map(quoted).join(', ')}) overriding system value
       select ${columns.map((name) => `r.${quoted(name)}`).join(', ')}
       from (${kept}) k, jsonb_populate_record(null::${table}, k."row") r ${where} on conflict do nothing`,
      [...values, ...more],
    );
  if (whole[0]!.are_whole) return void (await insert(names, '', []));
  // Rows that were kept by one version lack the same columns.
  const columnsOf = `array(select n from unnest(${next}) n where k."row" ? n)`;
  const { rows: kinds } = await tx.query<{ columns: string[] }>(
    `/* insertKept */ select distinct ${columnsOf} as columns from (${kept}) k`,
    [...values, names],
  );
  for (const { columns } of kinds)
    await insert(columns, `where ${columnsOf} = $${values.length + 2}::text[]`, [names, columns]);
}

const quoted = (name: string): string => `"${name}"`;
