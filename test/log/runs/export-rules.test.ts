import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { exportLog } from '../../../core/log/log.schema.ts';
import { lagHeights } from '../../../web/log/log-section.tsx';
import { type DifferingRow, differingTables } from '../../../web/log/runs/differences.tsx';
import {
  checkExport,
  type ExportValues,
  exportFileName,
  exportQuery,
  NO_EXPORT,
} from '../../../web/log/runs/log-export.tsx';

const values = (changed: Partial<ExportValues>): ExportValues => ({ ...NO_EXPORT, ...changed });

t.test('what is chosen is asked for as the contract has it, times in UTC', async (t) => {
  const query = exportQuery(
    values({
      format: 'parquet',
      since: '2026-03-01T07:00',
      until: '2026-03-02T07:00',
      classNumber: ' #12 ',
      deckId: 3,
      pseudonymous: true,
    }),
  );
  t.same(query, {
    format: 'parquet',
    since: new Date(2026, 2, 1, 7).toISOString(),
    until: new Date(2026, 2, 2, 7).toISOString(),
    class_id: 12,
    deck_id: 3,
    pseudonymous: true,
  });
  const { since, until, ...rest } = query;
  t.ok(Value.Check(exportLog.schema.querystring, rest));
  t.match([since, until].join(' '), /^\S+Z \S+Z$/);
});

t.test('an end that is not after the beginning, and what is no class number, are named', async (t) => {
  const since = '2026-03-02T07:00';
  t.same(checkExport(values({ since, until: since })), { until: 'reversed' });
  t.same(checkExport(values({ since })), {});
  t.same(checkExport(values({ classNumber: '7a' })), { classNumber: 'not-a-number' });
});

t.test(
  'the whole log is asked for when nothing is chosen; the file is named by day and format',
  async (t) => {
    t.same(checkExport(NO_EXPORT), {});
    t.same(JSON.parse(JSON.stringify(exportQuery(NO_EXPORT))), { format: 'ndjson' });
    t.equal(exportFileName('csv', new Date('2026-03-01T23:00:00Z')), 'nho-log-2026-03-01.csv');
  },
);

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

t.test('a partition that is behind is seen, however far ahead of it the others are', async (t) => {
  t.same(lagHeights([0, 0]), [0, 0]);
  const [none, little, much] = lagHeights([0, 1, 1_000_000]);
  t.equal(none, 0);
  t.equal(much, 1);
  t.ok((little ?? 0) > 0.25 && (little ?? 0) < 0.5, String(little));
  t.same(lagHeights([3]), [1]);
  t.same(lagHeights([]), []);
});
