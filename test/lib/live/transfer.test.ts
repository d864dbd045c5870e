import t from 'tap';
import { createTransfer, type TransferOptions } from '../../../web/lib/live/transfer.ts';
import { within } from '../../harness/within.ts';

const deck = { title: 'Animals', bytes: 100 };

function given() {
  const sent: { item: typeof deck; options: TransferOptions; end: PromiseWithResolvers<number> }[] = [];
  let guards = 0;
  const store = createTransfer<typeof deck, number>({
    perform(item, options) {
      const end = Promise.withResolvers<number>();
      options.signal.addEventListener('abort', () => end.reject(options.signal.reason));
      sent.push({ item, options, end });
      return end.promise;
    },
    sizeOf: ({ bytes }) => bytes,
    guard() {
      guards += 1;
      return () => {
        guards -= 1;
      };
    },
  });
  /** Resolves when the store tells of this phase. */
  const phase = (wanted: string) => {
    const told = new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        if (store.state().phase !== wanted) return;
        stop();
        resolve();
      });
    });
    return within(told, `the store tells of the phase ${wanted}`);
  };
  return { store, sent, phase, guards: () => guards };
}

t.test('ADM-28 an upload tells how far it is and what came of it, and the page is guarded', async (t) => {
  const { store, sent, phase, guards } = given();
  t.same(store.state(), { phase: 'none' });
  t.ok(store.start(deck));
  t.same(store.state(), { phase: 'running', item: deck, bytes: 0, total: 100 });
  t.equal(guards(), 1);
  sent[0]?.options.onProgress({ bytes: 60, total: 120 });
  t.match(store.state(), { phase: 'running', bytes: 60, total: 120 });
  const done = phase('done');
  sent[0]?.end.resolve(7);
  await done;
  t.same(store.state(), { phase: 'done', item: deck, result: 7 });
  await Promise.resolve();
  t.equal(guards(), 0);
  store.dismiss();
  t.same(store.state(), { phase: 'none' });
});

t.test('ADM-28 there is one at a time, which nothing but its end takes away', async (t) => {
  const { store, sent } = given();
  store.start(deck);
  t.notOk(store.start({ ...deck, title: 'Plants' }));
  t.equal(sent.length, 1);
  store.dismiss();
  t.equal(store.state().phase, 'running');
});

t.test('ADM-28 what is cancelled leaves nothing, and late progress does not bring it back', async (t) => {
  const { store, sent, phase, guards } = given();
  store.start(deck);
  const none = phase('none');
  store.cancel();
  await none;
  sent[0]?.options.onProgress({ bytes: 99, total: 100 });
  t.same(store.state(), { phase: 'none' });
  t.equal(guards(), 0);
});

t.test('ERR-36 what failed says why, and can be sent again as it was', async (t) => {
  const { store, sent, phase } = given();
  const error = new Error('The server cannot be reached');
  store.start(deck);
  const failed = phase('failed');
  sent[0]?.end.reject(error);
  await failed;
  t.same(store.state(), { phase: 'failed', item: deck, error });
  store.retry();
  t.match(store.state(), { phase: 'running', bytes: 0 });
  t.equal(sent[1]?.item, deck);
  const done = phase('done');
  sent[1]?.end.resolve(8);
  await done;
});
