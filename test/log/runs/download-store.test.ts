import t from 'tap';
import type { DownloadOptions, LogDownload } from '../../../web/log/runs/log-export.tsx';
import { createDownloadStore } from '../../../web/log/runs/log-export.tsx';
import { countedGuard, phaseOf } from '../../lib/live/phased-store.ts';

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
