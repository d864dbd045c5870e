import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { exportLog } from '../../../core/log/log.schema.ts';
import { lagHeights } from '../../../web/log/log-section.tsx';
import { type DifferingRow, differingTables } from '../../../web/log/runs/differences.tsx';
import type { DownloadOptions, LogDownload } from '../../../web/log/runs/log-export.tsx';
import {
  checkExport,
  createDownloadStore,
  type ExportValues,
  exportFileName,
  exportQuery,
  NO_EXPORT,
} from '../../../web/log/runs/log-export.tsx';
import { countedGuard, phaseOf } from '../../lib/live/phased-store.ts';

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

const download: LogDownload = { query: { format: 'csv' }, name: 'log.csv', handle: null };

function given() {
  const begun: (DownloadOptions & { end: PromiseWithResolvers<void> })[] = [];
  const { guard, guards } = countedGuard();
  const store = createDownloadStore({
    stream(_download, options) {
      const end = Promise.withResolvers<void>();
      options.signal.addEventListener('abort', () => end.reject(options.signal.reason));
      begun.push({ ...options, end });
      return end.promise;
    },
    guard,
  });
  return { store, begun, phase: (wanted: string) => phaseOf(store, wanted), guards };
}

t.test('a download counts its bytes, and the page is guarded while it comes', async (t) => {
  const { store, begun, phase, guards } = given();
  t.ok(store.start(download));
  t.notOk(store.start(download), 'one at a time');
  t.equal(begun.length, 1);
  t.equal(guards(), 1);
  begun[0]?.onProgress(1_000);
  t.same(store.state(), { phase: 'running', bytes: 1_000 });
  store.dismiss();
  t.equal(store.state().phase, 'running', 'what runs is not forgotten');
  const done = phase('done');
  begun[0]?.end.resolve();
  await done;
  t.same(store.state(), { phase: 'done', name: 'log.csv' });
  store.dismiss();
  t.same(store.state(), { phase: 'none' });
  t.equal(guards(), 0);
});

t.test('a download that fails says why; one that is cancelled leaves nothing', async (t) => {
  const { store, begun, phase, guards } = given();
  const error = new Error('the disk is full');
  store.start(download);
  const failed = phase('failed');
  begun[0]?.end.reject(error);
  await failed;
  t.same(store.state(), { phase: 'failed', error });
  store.start(download);
  const none = phase('none');
  store.cancel();
  await none;
  begun[1]?.onProgress(5);
  t.same(store.state(), { phase: 'none' });
  t.equal(guards(), 0);
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
