import t from 'tap';
import type { LoginAnswer } from '../../../core/account/account.schema.ts';
import { afterPosition, rememberPosition } from '../../../web/lib/call/read-position.ts';
import { accountEnd, forgetAccountEnd, noteAccountEnd } from '../../../web/lib/kept/account-end.ts';
import { readCache, writeCache } from '../../../web/lib/kept/expiring-cache.ts';
import { beginPage, isOthersNow } from '../../../web/lib/kept/storage-key.ts';
import {
  clearSession,
  endSession,
  isLoggedIn,
  readSession,
  replaceLoginName,
  replaceToken,
  requireOwnPassword,
  storeLogin,
  storeName,
  storeWaiting,
} from '../../../web/lib/kept/stored-session.ts';
import { memoryStorage } from './memory-storage.ts';

const answer = (role: LoginAnswer['role'], token = 'a-token'): LoginAnswer => ({
  success: true,
  token,
  device: 'a-device',
  seal_key: 'a-key',
  role,
  user: { id: 7, name: 'Lan', email: 'lan@example.org', user_name: null, role },
});

t.beforeEach((t) => {
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  t.intercept(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
});

const stored = () =>
  Object.fromEntries(
    Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').map((key) => [
      key,
      localStorage.getItem(key),
    ]),
  );

t.test('ACC-12 CON-01 CX-19 a login stores the token, both role keys and the identity', async (t) => {
  storeLogin(answer('student'));
  t.same(stored(), {
    token: 'a-token',
    device: 'a-device',
    role: 'student',
    user_role: 'student',
    user_id: '7',
    user_name: 'Lan',
    user_email: 'lan@example.org',
  });
  t.same(readSession(), {
    token: 'a-token',
    adminToken: null,
    schoolOpen: false,
    schoolLogout: null,
    role: 'student',
    hasRole: true,
    userId: 7,
    name: 'Lan',
    email: 'lan@example.org',
    mustChangePassword: false,
    awaitsApproval: false,
    hasEnded: false,
  });
});

t.test('SL-70 an administrator’s login is kept apart, and each kind removes the other', async (t) => {
  storeLogin(answer('student', 'student-token'));
  storeLogin(answer('admin', 'admin-token'));
  t.match(readSession(), { token: null, adminToken: 'admin-token', role: 'admin' });
  storeLogin(answer('teacher', 'teacher-token'));
  t.match(readSession(), { token: 'teacher-token', adminToken: null, role: 'teacher' });
});

t.test('ACC-18 either token means logged in', async (t) => {
  t.equal(isLoggedIn(), false);
  localStorage.setItem('token', 'x');
  t.equal(isLoggedIn(), true);
  localStorage.removeItem('token');
  localStorage.setItem('admin_token', 'x');
  t.equal(isLoggedIn(), true);
});

t.test('ACC-19 SL-06 SL-44 logging out leaves language and device, nothing else of the user', async (t) => {
  localStorage.setItem('userLanguage', 'vi');
  storeLogin(answer('student'));
  localStorage.setItem('admin_token', 'x');
  writeCache('stats/3', { secret: true });
  rememberPosition('3-120');
  clearSession();
  t.same(stored(), { userLanguage: 'vi', device: 'a-device' });
  t.equal(afterPosition(), null);
});

t.test('SL-06 logging out keeps what belongs to other users of this browser', async (t) => {
  localStorage.setItem('user_id', '8');
  writeCache('stats/3', 'of eight');
  storeLogin(answer('student'));
  writeCache('stats/3', 'of seven');
  clearSession();
  t.same(Object.keys(stored()).sort(), ['device', 'nho-cache:8:stats/3']);
});

t.test('ERR-39 with a token that the server refuses goes whose it was, until somebody logs in', async (t) => {
  storeLogin(answer('student'), { logoutUrl: 'https://school.example/logout' });
  localStorage.setItem('card_sound', 'auto 1');
  rememberPosition('3-120');
  endSession();
  t.same(stored(), { device: 'a-device', card_sound: 'auto 1', session_ended: 'yes' });
  t.equal(afterPosition(), null);
  t.equal(readSession().hasEnded, true);
  storeLogin(answer('student'));
  t.equal(readSession().hasEnded, false);
  t.notOk('card_sound' in stored(), 'how cards are heard is what the account says');
});

t.test('a logout leaves the work of exams where it will be sealed', async (t) => {
  storeLogin(answer('student'));
  for (const name of ['exam:3:progress', 'exam-draft/new/', 'read:x']) writeCache(name, 1);
  clearSession({ keepsExams: true });
  t.same(Object.keys(stored()).sort(), ['device', 'nho-cache:7:exam:3:progress']);
});

t.test('ACC-27 a new token takes the place of the kind in use', async (t) => {
  storeLogin(answer('teacher'));
  replaceToken('new');
  t.match(readSession(), { token: 'new', adminToken: null });
  storeLogin(answer('admin'));
  replaceToken('newer');
  t.match(readSession(), { token: null, adminToken: 'newer' });
});

t.test('SL-05 an unknown stored role is a role, but none of ours', async (t) => {
  localStorage.setItem('role', 'parent');
  t.match(readSession(), { role: null, hasRole: true });
  localStorage.setItem('user_id', 'seven');
  t.equal(readSession().userId, null);
});

t.test('CON-01 forbidden storage means nobody is logged in', async (t) => {
  t.intercept(globalThis, 'localStorage', {
    get: () => {
      throw new Error('SecurityError');
    },
  });
  t.equal(isLoggedIn(), false);
});

t.test('OWN-03 an answer that was under way while the account was kept does not end it again', async (t) => {
  const [first, second] = ['2026-12-07T08:00:00.000Z own', '2026-12-07T09:00:00.000Z own'];
  noteAccountEnd(first);
  t.equal(accountEnd(), first);
  forgetAccountEnd();
  noteAccountEnd(first);
  t.equal(accountEnd(), null);
  noteAccountEnd(second);
  t.equal(accountEnd(), second, 'asked for once more');
});

const loginOf = (id: number, name: string): LoginAnswer => ({
  ...answer('student', `of ${name}`),
  user: { ...answer('student').user, id, name },
});
/** As another tab writes it. */
function elsewhere(id: number, name: string): void {
  const login = { user_id: `${id}`, token: `of ${name}`, user_name: name, role: 'student' };
  for (const [key, value] of Object.entries(login)) localStorage.setItem(key, value);
}
const cached = (value: unknown) => JSON.stringify({ version: '', writtenAt: Date.now(), value });

t.test(
  'OFF-10 a page is its user’s: of whoever logs in beside it nothing is read, kept or changed',
  async (t) => {
    t.teardown(() => beginPage(undefined));
    beginPage(null);
    t.equal(isOthersNow(), false);
    elsewhere(7, 'An');
    t.equal(isOthersNow(), false, 'a guest’s page becomes the first user’s');
    writeCache('stats/3', 'of An');
    endSession();
    t.equal(isOthersNow(), false, 'after the end of the session there is the login');
    elsewhere(8, 'Bình');
    t.equal(isOthersNow(), true);
    localStorage.setItem('nho-cache:8:stats/3', cached('of Bình'));
    t.equal(readCache('stats/3', { maxAgeMs: 1_000 }), null);
    t.equal(writeCache('stats/4', 'of An'), false);
    const before = stored();
    // Answers that were under way.
    replaceToken('of An');
    storeName('An');
    storeWaiting(true);
    requireOwnPassword();
    replaceLoginName('an@example.org');
    endSession();
    t.same(stored(), before);
  },
);

t.test('OFF-10 a login or a logout in the page makes it another’s', async (t) => {
  t.teardown(() => beginPage(undefined));
  elsewhere(7, 'An');
  beginPage(7);
  storeLogin(loginOf(8, 'Bình'));
  t.equal(isOthersNow(), false, 'a login here');
  elsewhere(9, 'Chi');
  localStorage.setItem('nho-cache:9:stats/3', cached('of Chi'));
  t.equal(isOthersNow(), true);
  clearSession();
  t.notOk('nho-cache:9:stats/3' in stored(), 'a logout on it leaves nothing of who has logged in');
  elsewhere(7, 'An');
  t.equal(isOthersNow(), false, 'after a logout it is nobody’s');
});

t.test(
  'OFF-10 a login says first whose it is, then its token: other tabs hear of one after the other',
  async (t) => {
    const written: string[] = [];
    const { setItem } = localStorage;
    localStorage.setItem = (key, value) => {
      written.push(key);
      setItem(key, value);
    };
    storeLogin(answer('student'));
    t.equal(written.indexOf('user_id'), 0);
    t.ok(written.includes('token'));
  },
);
