import t from 'tap';
import { addressOf } from '../../../core/address.ts';
import { fetchBatch } from '../../../web/lib/call/batch.ts';
import {
  awaitEarlyReads,
  forgetEarlyReads,
  heardEarly,
  takeEarlyReads,
} from '../../../web/lib/call/early-reads.ts';
import { memoryStorage } from '../kept/memory-storage.ts';

const TODAY = addressOf('GET /api/today');
const ACTIVITY = addressOf('GET /api/activity');

/** As the document's script leaves it, for a student with the token `A` who has written nothing. */
function asked(statuses: Record<string, number>): void {
  globalThis.localStorage = memoryStorage();
  localStorage.setItem('token', 'A');
  globalThis.sessionStorage = memoryStorage();
  const answers = Object.entries(statuses).map(([address, status]) => [
    address,
    Promise.resolve({ status, data: { from: address } }),
  ]);
  globalThis.earlyReads = { token: 'A', position: null, until: 15_000, answers: Object.fromEntries(answers) };
}

/** Milliseconds since the page was asked for: the process's own start may be long ago. */
let age = 0;
t.intercept(performance, 'now', { value: () => age });

t.beforeEach(() => {
  age = 0;
});
t.afterEach(forgetEarlyReads);

t.test('SL-110 what the document has asked for is given once, and asked for again afterwards', async (t) => {
  asked({ [TODAY]: 200, [ACTIVITY]: 200 });
  t.equal(takeEarlyReads([TODAY, '/api/decks']), null, 'a batch is early as a whole or not at all');
  t.same(await fetchBatch([TODAY, ACTIVITY]), [
    { status: 200, data: { from: TODAY } },
    { status: 200, data: { from: ACTIVITY } },
  ]);
  t.equal(takeEarlyReads([TODAY]), null);
});

t.test('SL-110 a call that failed is made by the client, which hears the reason', async (t) => {
  asked({ [TODAY]: 413, [ACTIVITY]: 403 });
  globalThis.earlyReads!.answers['/api/decks'] = Promise.resolve(undefined);
  t.equal(await takeEarlyReads(['/api/decks']), null);
  t.equal(await takeEarlyReads([TODAY]), null, 'nor is what was left out an answer');
  t.same(await takeEarlyReads([ACTIVITY]), [{ status: 403, data: { from: ACTIVITY } }], 'a refused part');
});

t.test('SL-110 another login, an own write or a change takes nothing of before', async (t) => {
  asked({ [TODAY]: 200 });
  localStorage.setItem('token', 'B');
  t.equal(takeEarlyReads([TODAY]), null);
  localStorage.setItem('token', 'A');
  t.equal(takeEarlyReads([TODAY]), null, 'not later either');

  asked({ [TODAY]: 200 });
  sessionStorage.setItem('nho-after-position', '3-120');
  t.equal(takeEarlyReads([TODAY]), null);

  asked({ [TODAY]: 200 });
  forgetEarlyReads();
  t.equal(takeEarlyReads([TODAY]), null);
});

t.test('SL-110 what is too old is asked for again', async (t) => {
  asked({ [TODAY]: 200, [ACTIVITY]: 200 });
  age = 14_999;
  t.same(await takeEarlyReads([TODAY]), [{ status: 200, data: { from: TODAY } }]);
  age = 15_000;
  t.equal(takeEarlyReads([ACTIVITY]), null);
  age = 0;
  t.equal(takeEarlyReads([ACTIVITY]), null, 'and it is forgotten');
});

t.test('SL-297 what has been answered is heard for the first picture, and still to be taken', async (t) => {
  asked({ [TODAY]: 200, [ACTIVITY]: 403 });
  await awaitEarlyReads();
  t.same([...heardEarly()], [[TODAY, { from: TODAY }]], 'what was refused is no part of a picture');
  t.same(await takeEarlyReads([TODAY]), [{ status: 200, data: { from: TODAY } }]);
  t.equal(heardEarly().size, 0, 'what was taken is known');

  asked({ [TODAY]: 200 });
  await awaitEarlyReads();
  forgetEarlyReads();
  t.equal(heardEarly().size, 0, 'what has changed is not');

  asked({ [TODAY]: 200 });
  await awaitEarlyReads();
  localStorage.setItem('token', 'B');
  t.equal(heardEarly().size, 0, 'somebody else who logs in, be it in another tab, sees nothing of it');
});

t.test('SL-297 a picture does not wait for a slow server', async (t) => {
  asked({ [TODAY]: 200 });
  globalThis.earlyReads!.answers[ACTIVITY] = new Promise(() => {});
  await awaitEarlyReads();
  t.same([...heardEarly().keys()], [TODAY]);
});
