import t from 'tap';
import { type DifferingRow, differingTables } from '../../../web/log/runs/differences.tsx';

t.test('rows that differ stand by table, with every field that one of them has', async (t) => {
  const row = (table: string, side: DifferingRow['side'], fields: Record<string, unknown>): DifferingRow => ({
    projection: 'deck_stats',
    table,
    side,
    row: fields,
  });
  t.same(
    differingTables([
      row('deck_days', 'live', { student_id: 2, cards: 3 }),
      row('deck_totals', 'rebuilt', { student_id: 2, days: [1, 2], last: null }),
      row('deck_days', 'rebuilt', { student_id: 2, cards: 4, seconds: 9 }),
    ]),
    [
      {
        projection: 'deck_stats',
        table: 'deck_days',
        fields: ['student_id', 'cards', 'seconds'],
        rows: [
          { side: 'live', cells: ['2', '3', '–'] },
          { side: 'rebuilt', cells: ['2', '4', '9'] },
        ],
      },
      {
        projection: 'deck_stats',
        table: 'deck_totals',
        fields: ['student_id', 'days', 'last'],
        rows: [{ side: 'rebuilt', cells: ['2', '[1,2]', '–'] }],
      },
    ],
  );
  t.same(differingTables([]), []);
});
