import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { exportLog } from '../../../core/log/log.schema.ts';
import {
  checkExport,
  type ExportValues,
  exportFileName,
  exportQuery,
  NO_EXPORT,
} from '../../../web/log/runs/log-export.tsx';

const values = (changed: Partial<ExportValues>): ExportValues => ({ ...NO_EXPORT, ...changed });

t.test('the whole log is asked for when nothing is chosen', async (t) => {
  t.same(checkExport(NO_EXPORT), {});
  t.same(JSON.parse(JSON.stringify(exportQuery(NO_EXPORT))), { format: 'ndjson' });
});

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
  t.same(checkExport(values({ since: '2026-03-02T07:00', until: '2026-03-02T07:00' })), {
    until: 'reversed',
  });
  t.same(checkExport(values({ since: '2026-03-02T07:00' })), {});
  t.same(checkExport(values({ classNumber: '7a' })), { classNumber: 'not-a-number' });
});

t.test('the file is named by day and format', async (t) => {
  t.equal(exportFileName('csv', new Date('2026-03-01T23:00:00Z')), 'nho-log-2026-03-01.csv');
});
