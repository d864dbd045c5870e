import { createHmac } from 'node:crypto';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import t, { type Test } from 'tap';
import type { LoginAnswer } from '../../../core/account/account.schema.ts';
import { leaveNothing } from '../../../web/app/shell/offline.tsx';
import { openAnswerStore } from '../../../web/learning/queue/waiting-answers.ts';
import { readCache, writeCache } from '../../../web/lib/kept/expiring-cache.ts';
import { beginSession, canSeal } from '../../../web/lib/kept/seal-key.ts';
import { clearSession, endSession, readSession } from '../../../web/lib/kept/stored-session.ts';
import { memoryCaches } from './memory-caches.ts';
import { memoryStorage } from './memory-storage.ts';

const READING = { maxAgeMs: 60_000 };

/** A browser, on a page that came over HTTPS unless it says otherwise. */
function givenBrowser(t: Test, { isSecure = true } = {}) {
  globalThis.indexedDB = new IDBFactory();
  const caches = memoryCaches();
  const values = { localStorage: memoryStorage(), sessionStorage: memoryStorage(), caches };
  for (const [name, value] of Object.entries({ ...values, isSecureContext: isSecure }))
    t.intercept(globalThis, name as never, { value, configurable: true });
  return {
    caches,
    keys: () =>
      Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').sort(),
    /** All that anybody can read here. */
    async readable(): Promise<string> {
      const plain = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
      const answers = await (await openAnswerStore()).list(7);
      return JSON.stringify([
        plain.map((key) => [key, localStorage.getItem(key)]),
        await caches.texts(),
        answers,
      ]);
    },
  };
}

const loginOf = (id: number, secret = 'secret'): LoginAnswer => ({
  success: true,
  token: `token-${id}`,
  device: 'device',
  seal_key: createHmac('sha256', secret).update(String(id)).digest('base64'),
  role: 'student',
  user: { id, name: `Lan ${id}`, email: `lan${id}@example.org`, user_name: null, role: 'student' },
});

const answer = (id: string) => ({
  id,
  userId: 7,
  deckId: 3,
  cardId: 4711,
  createdAt: 1,
  refusals: 0,
  body: {},
});

/**
 * A student with an answer on its way, one in IndexedDB, an exam and a read. Also what was done before there was an
 * account.
 */
async function givenWork(): Promise<void> {
  await beginSession(loginOf(7));
  localStorage.setItem('nho-answer:7:a', JSON.stringify(answer('a')));
  localStorage.setItem('nho-trial-of:7:x', 'a trial');
  await (await openAnswerStore()).add(answer('b') as never);
  writeCache('exam:3:progress', 'a question');
  writeCache('read:/api/decks', 'a deck');
  writeCache('exam-draft/new/', 'a key');
}

t.test('OFF-07 OFF-08 nothing of an ended session can be read, and its user goes on with it', async (t) => {
  const browser = givenBrowser(t);
  await givenWork();
  endSession();
  await leaveNothing();
  t.same(browser.keys(), ['device', 'session_ended']);
  const marks = [
    'Lan',
    'lan7',
    'token-7',
    'a question',
    'a deck',
    'a key',
    'a trial',
    '4711',
    loginOf(7).seal_key,
  ];
  const readable = await browser.readable();
  for (const mark of marks) t.notMatch(readable, mark);

  await beginSession(loginOf(8));
  await leaveNothing();
  for (const mark of marks.slice(3)) t.notMatch(await browser.readable(), mark, 'nor by the next user');
  clearSession();
  await leaveNothing();

  await beginSession(loginOf(7));
  for (const [name, value] of [
    ['exam:3:progress', 'a question'],
    ['read:/api/decks', 'a deck'],
    ['exam-draft/new/', 'a key'],
  ] as const)
    t.equal(readCache(name, READING), value);
  t.equal(localStorage.getItem('nho-trial-of:7:x'), 'a trial');
  for (const id of ['a', 'b'])
    t.same(JSON.parse(localStorage.getItem(`nho-answer:7:${id}`) ?? ''), answer(id), 'as it was');
  t.same(await browser.caches.texts(), [], 'what was opened is no longer sealed');
});

t.test('OFF-08 a logout seals the answers and the exam, and keeps nothing else', async (t) => {
  givenBrowser(t);
  await givenWork();
  clearSession({ keepsExams: canSeal() });
  await leaveNothing();
  await beginSession(loginOf(7));
  t.equal(readCache('exam:3:progress', READING), 'a question');
  t.not(localStorage.getItem('nho-answer:7:b'), null);
  for (const name of ['read:/api/decks', 'exam-draft/new/']) t.equal(readCache(name, READING), null);
});

t.test('OFF-08 what was left later is not replaced by what was left before', async (t) => {
  givenBrowser(t);
  for (const value of ['before', 'later']) {
    localStorage.setItem('nho-seal:7', loginOf(7).seal_key);
    localStorage.setItem('nho-cache:7:exam:3:progress', value);
    await leaveNothing();
    await new Promise((done) => setTimeout(done, 2));
  }
  await beginSession(loginOf(7));
  t.equal(localStorage.getItem('nho-cache:7:exam:3:progress'), 'later');
});

t.test('OFF-08 a page that closed too early leaves it to the next one', async (t) => {
  const browser = givenBrowser(t);
  await givenWork();
  endSession();
  t.ok(browser.keys().includes('nho-seal:7'), 'nobody has sealed yet');
  await beginSession(loginOf(8));
  await leaveNothing();
  t.notMatch(await browser.readable(), 'a question');
  clearSession();
  await beginSession(loginOf(7));
  t.equal(readCache('exam:3:progress', READING), 'a question');
});

t.test('OFF-08 who is logged in keeps everything in its place', async (t) => {
  const browser = givenBrowser(t);
  await givenWork();
  const before = browser.keys();
  await leaveNothing();
  t.same(browser.keys(), before);
});

t.test('a seal of another secret waits for its own, an old one is dropped; none keeps out', async (t) => {
  const browser = givenBrowser(t);
  let now = 1_000_000;
  t.intercept(Date, 'now', { value: () => now });
  await givenWork();
  endSession();
  await leaveNothing();
  await beginSession(loginOf(7, 'another'));
  t.equal(readSession().userId, 7);
  t.equal(readCache('exam:3:progress', READING), null);
  endSession();
  await leaveNothing();
  await beginSession(loginOf(7));
  t.not(readCache('exam:3:progress', READING), null, 'the server has the former one again');
  endSession();
  await leaveNothing();
  t.not((await browser.caches.texts()).length, 0);
  now += 90 * 86_400_000;
  await beginSession(loginOf(8));
  endSession();
  await leaveNothing();
  t.same(await browser.caches.texts(), []);
});

t.test('a seal for which there is no room waits for the next login', async (t) => {
  const browser = givenBrowser(t);
  await givenWork();
  endSession();
  await leaveNothing();
  const { setItem } = localStorage;
  localStorage.setItem = (key, value) => {
    if (key.startsWith('nho-cache')) throw new Error('QuotaExceededError');
    setItem(key, value);
  };
  await beginSession(loginOf(7));
  t.equal(readSession().userId, 7);
  t.not((await browser.caches.texts()).length, 0);
});

t.test('without HTTPS there are no seals: answers and a running exam stay, nothing else does', async (t) => {
  const browser = givenBrowser(t, { isSecure: false });
  await givenWork();
  t.equal(canSeal(), false);
  endSession();
  await leaveNothing();
  t.same(browser.keys(), [
    'device',
    'nho-answer:7:a',
    'nho-cache:7:exam:3:progress',
    'nho-trial-of:7:x',
    'session_ended',
  ]);
});
