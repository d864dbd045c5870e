import t from 'tap';
import type { NewImportBody } from '../../../core/deck-import/deck-import.schema.ts';
import type { UploadOptions } from '../../../web/deck-import/upload/upload-store.ts';
import { createUploadStore, type DeckUpload } from '../../../web/deck-import/upload/upload-store.ts';
import { formOf } from '../../../web/lib/call/form-of.ts';
import { countedGuard, phaseOf } from '../../lib/live/phased-store.ts';

const deck = (title = 'Animals'): DeckUpload => ({
  title,
  form: formOf<NewImportBody>({ title }, {}),
  bytes: 100,
  checkOnly: false,
});

function given() {
  const sent: { form: FormData; options: UploadOptions; done: PromiseWithResolvers<number> }[] = [];
  const { guard, guards } = countedGuard();
  const store = createUploadStore({
    send(form, options) {
      const done = Promise.withResolvers<number>();
      options.signal.addEventListener('abort', () => done.reject(options.signal.reason));
      sent.push({ form, options, done });
      return done.promise;
    },
    guard,
  });
  return { store, sent, phase: (wanted: string) => phaseOf(store, wanted), guards };
}

t.test('ADM-28 an upload tells how far it is, and which import came of it', async (t) => {
  const { store, sent, phase, guards } = given();
  t.same(store.state(), { phase: 'none' });
  const upload = deck();
  t.equal(store.start(upload), true);
  t.same(store.state(), { phase: 'sending', upload, sent: 0, total: 100 });
  t.equal(guards(), 1);
  sent[0]?.options.onProgress({ sent: 60, total: 120 });
  t.match(store.state(), { phase: 'sending', sent: 60, total: 120 });
  const arrived = phase('arrived');
  sent[0]?.done.resolve(7);
  await arrived;
  t.same(store.state(), { phase: 'arrived', upload, importId: 7 });
  await Promise.resolve();
  t.equal(guards(), 0);
  store.dismiss();
  t.same(store.state(), { phase: 'none' });
});

t.test('ADM-28 there is one upload at a time', async (t) => {
  const { store, sent } = given();
  store.start(deck());
  t.equal(store.start(deck('Plants')), false);
  t.equal(sent.length, 1);
  store.dismiss();
  t.equal(store.state().phase, 'sending', 'which nothing but its end takes away');
});

t.test('ADM-28 a cancelled upload leaves nothing, and late progress does not bring it back', async (t) => {
  const { store, sent, phase } = given();
  store.start(deck());
  const none = phase('none');
  store.cancel();
  await none;
  sent[0]?.options.onProgress({ sent: 99, total: 100 });
  t.same(store.state(), { phase: 'none' });
});

t.test('ERR-36 an upload that failed can be sent again as it was', async (t) => {
  const { store, sent, phase } = given();
  const upload = deck();
  const error = new Error('The server cannot be reached');
  store.start(upload);
  const failed = phase('failed');
  sent[0]?.done.reject(error);
  await failed;
  t.same(store.state(), { phase: 'failed', upload, error });
  store.retry();
  t.match(store.state(), { phase: 'sending', sent: 0 });
  t.equal(sent[1]?.form, upload.form);
  const arrived = phase('arrived');
  sent[1]?.done.resolve(8);
  await arrived;
});
