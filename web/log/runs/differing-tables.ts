import type { LogRun } from '../../../core/log/log.schema.ts';

export type DifferingRow = LogRun['rows'][number];

/** Rows of one table that are not the same in the live and the rebuilt projection. */
export interface DifferingTable {
  projection: string;
  table: string;
  /** Every field that one of the rows has. */
  fields: string[];
  rows: { side: DifferingRow['side']; cells: string[] }[];
}

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The rows by projection and table, in the order in which these first come. */
export function differingTables(rows: readonly DifferingRow[]): DifferingTable[] {
  const byTable = Map.groupBy(rows, ({ projection, table }) => `${projection} ${table}`);
  return [...byTable.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const fields = [...new Set(same.flatMap(({ row }) => Object.keys(row)))];
    return [
      {
        projection: first.projection,
        table: first.table,
        fields,
        rows: same.map(({ side, row }) => ({ side, cells: fields.map((field) => cellText(row[field])) })),
      },
    ];
  });
}
