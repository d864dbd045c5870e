import { CARD_FIELDS, type CardField, type CardTextName } from '../../contract/card-fields.ts';
import type { Connection, Db } from '../../postgres/transaction.ts';
import { KEPT_TEXT_MAX } from '../deck-import.schema.ts';
import type { SourceRow } from './card-source.ts';
import { type ImportProblem, storableParams } from './import-problems.ts';

/** What somebody has made of a row of a file: texts in place of those that stand there, or nothing. */
export interface Mend {
  texts: Partial<Record<CardTextName, string>>;
  is_left_out: boolean;
}

/** A row as the file has it, the texts that are kept cut off. */
export type KeptCard = Pick<SourceRow, 'values' | 'instead' | 'fault'>;

export type RowProblem = Omit<ImportProblem, 'row'>;

/** A row that a check has read, and what is wrong with it. */
export interface CheckedRow {
  source: SourceRow;
  problems: RowProblem[];
}

const KEPT: readonly CardField[] = CARD_FIELDS.filter((field) => field !== 'id' && field !== 'tags');

const isFileField = (field: CardField): boolean => field === 'audio' || /_picture(_alt)?$/.test(field);

/** A list of names as tables have one. */
const linesOf = (list: unknown[]): string =>
  list.map((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : '')).join('\n');

const keptText = (text: string): string => text.replaceAll('\0', '').slice(0, KEPT_TEXT_MAX).toWellFormed();

function keptCard({ values, instead, fault }: SourceRow): KeptCard {
  const kept: Record<string, unknown> = {};
  for (const field of KEPT) {
    const value = values?.[field];
    if (typeof value === 'string') kept[field] = keptText(value);
    else if (Array.isArray(value) && isFileField(field)) kept[field] = keptText(linesOf(value));
    // What is no text stays none, whatever it holds.
    else if (value !== undefined && value !== null) kept[field] = typeof value === 'number' ? value : false;
  }
  const known = fault && { fault: { ...fault, params: storableParams(fault.params) } };
  return { values: values && kept, ...(instead && { instead }), ...known };
}

export const isError = ({ severity }: Pick<ImportProblem, 'severity'>): boolean => severity === 'error';

/** Keeps the rows of a check, to be seen and mended before they come. */
export async function keepCheckedRows(
  client: Connection,
  importId: number,
  rows: readonly CheckedRow[],
): Promise<void> {
  const kept = rows.map(({ source, problems }) => ({
    row: source.row,
    card: keptCard(source),
    problems: problems.map(({ params, ...problem }) => ({ ...problem, params: storableParams(params) })),
    is_wrong: problems.some(isError),
  }));
  await client.query({
    name: 'keep_checked_rows',
    text: `insert into deck_import_cards (import_id, "row", card, problems, is_wrong)
           select $1, r."row", r.card, r.problems, r.is_wrong
           from json_to_recordset($2) as r ("row" integer, card jsonb, problems jsonb, is_wrong boolean)`,
    values: [importId, JSON.stringify(kept)],
  });
}

/** Adds what was found wrong with rows once the files were read. */
export async function blameRows(
  client: Connection,
  importId: number,
  found: readonly { row: number; problem: RowProblem }[],
): Promise<void> {
  // An update takes one of several for a row.
  const rows = [...Map.groupBy(found, ({ row }) => row)].map(([row, ofRow]) => {
    const problems = ofRow.map(({ problem }) => problem);
    return { row, problems, is_wrong: problems.some(isError) };
  });
  await client.query(
    `/* blameRows */ update deck_import_cards c set is_wrong = c.is_wrong or f.is_wrong, problems = c.problems || f.problems
     from json_to_recordset($2) as f ("row" integer, problems jsonb, is_wrong boolean)
     where c.import_id = $1 and c."row" = f."row"`,
    [importId, JSON.stringify(rows)],
  );
}

/** Returns what was mended in these rows, which stand in the order of the file. */
export async function mendsOf(
  client: Connection,
  importId: number,
  rows: readonly SourceRow[],
): Promise<Map<number, Mend>> {
  const { rows: mends } = await client.query<Mend & { row: number }>({
    name: 'mends_of_rows',
    text: `select "row", texts, is_left_out from deck_import_mends
           where import_id = $1 and "row" between $2 and $3`,
    values: [importId, rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0],
  });
  return new Map(mends.map(({ row, ...mend }) => [row, mend]));
}

/** Returns the row as it was mended: somebody has seen how it was cut. */
export const mended = <R extends Pick<SourceRow, 'values' | 'fault'>>(
  row: R,
  { texts }: Pick<Mend, 'texts'>,
): R =>
  Object.keys(texts).length > 0 ? { ...row, fault: undefined, values: { ...row.values, ...texts } } : row;

/** Forgets what a check has read. */
export async function forgetCheckedRows(db: Db, importId: number): Promise<void> {
  await db.query('/* forgetCheckedRows */ delete from deck_import_cards where import_id = $1', [importId]);
}

/** Forgets what checks have read and what was mended in it. */
export async function forgetChecked(db: Db, importIds: readonly number[]): Promise<void> {
  for (const table of ['deck_import_cards', 'deck_import_mends'])
    await db.query(`/* forgetChecked */ delete from ${table} where import_id = any ($1)`, [importIds]);
}
