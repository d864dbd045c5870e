import t, { type Test } from 'tap';
import { addressOf } from '../../../core/address.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { readOrKept } from '../../../web/lib/call/kept-reads.ts';
import { isBelow, isReadOf } from '../../../web/lib/call/read-keys.ts';
import { dropFilesOfOthers } from '../../../web/lib/kept/kept-files.ts';
import { memoryStorage } from '../kept/memory-storage.ts';

const unreachable = () => Promise.reject(new ApiError(0, 'network_error', 'The server cannot be reached'));
const DAY_MS = 24 * 3_600 * 1_000;

function givenStudent(t: Test, role = 'student') {
  const storage = memoryStorage();
  t.intercept(globalThis, 'localStorage', { value: storage, configurable: true });
  storage.setItem('user_id', '7');
  storage.setItem('role', role);
  return storage;
}

t.test('without the server a student sees what was read last, for a week', async (t) => {
  givenStudent(t);
  let now = 1_000_000_000;
  t.intercept(Date, 'now', { value: () => now });
  t.equal(await readOrKept('/api/decks', async () => 1), 1);
  t.equal(await readOrKept('/api/decks', async () => 2), 2);
  t.equal(await readOrKept('/api/decks', unreachable), 2);
  // Never read before, and then too old.
  await t.rejects(readOrKept('/api/classes', unreachable), { message: 'The server cannot be reached' });
  now += 7 * DAY_MS;
  await t.rejects(readOrKept('/api/decks', unreachable), { message: 'The server cannot be reached' });
});

t.test('what the server refuses is not covered up', async (t) => {
  givenStudent(t);
  await readOrKept('/api/decks', async () => 1);
  const refused = new ApiError(403, 'wrong_role', 'Your account is not allowed to do this');
  await t.rejects(
    readOrKept('/api/decks', () => Promise.reject(refused)),
    { message: /not allowed/ },
  );
});

t.test('nothing is kept for teachers, of long lists, or under another name', async (t) => {
  const storage = givenStudent(t, 'teacher');
  await readOrKept('/api/decks', async () => 1);
  storage.setItem('role', 'student');
  await readOrKept('/api/decks', async () => 'x'.repeat(60_000));
  await readOrKept('/api/decks', async () => {
    storage.setItem('user_id', '8');
    return 1;
  });
  t.same(
    Array.from({ length: storage.length }, (_, index) => storage.key(index)),
    ['user_id', 'role'],
  );
});

t.test('OFF-07 of a login before, what was not sealed goes, less answers and a fresh exam', async (t) => {
  const storage = givenStudent(t);
  const entry = JSON.stringify({ writtenAt: Date.now() });
  const old = JSON.stringify({ writtenAt: Date.now() - DAY_MS });
  for (const name of [
    '6:read:/api/decks',
    '6:exam-draft/new/',
    '6:exam:3:progress',
    '7:read:x',
    '7:exam-draft/new/',
  ])
    storage.setItem(`nho-cache:${name}`, entry);
  storage.setItem('nho-cache:6:exam:4:progress', old);
  storage.setItem('nho-answer:6:x', '{}');
  await dropFilesOfOthers();
  t.same(
    Array.from({ length: storage.length }, (_, index) => storage.key(index)),
    [
      'user_id',
      'role',
      'nho-cache:6:exam:3:progress',
      'nho-cache:7:read:x',
      'nho-cache:7:exam-draft/new/',
      'nho-answer:6:x',
    ],
  );
});

t.test('a key is known for what was read under it, whatever the query', async (t) => {
  const calls = ['GET /api/exams', 'GET /api/exams/:examId'] as const;
  t.ok(isReadOf('/api/exams', calls));
  t.ok(isReadOf('/api/exams/12', calls));
  t.ok(isReadOf('/api/exams/12?x=1', calls));
  t.notOk(isReadOf('/api/exams/12/result', calls), 'nor what is below it');
  t.notOk(isReadOf('/api/classes/1/exams', calls));
  t.notOk(isReadOf('/api/examsx', calls));
  t.notOk(isReadOf(['/api/exams', 1], calls));
});

t.test('a parameter that is given keeps class 1 apart from class 12', async (t) => {
  const stats = ['GET /api/classes/:classId/student-stats/:studentId'] as const;
  t.ok(isReadOf('/api/classes/1/student-stats/5?start_date=2026-01-01', stats, { classId: 1 }));
  t.notOk(isReadOf('/api/classes/12/student-stats/5', stats, { classId: 1 }));
});

t.test('what is below an address begins with it', async (t) => {
  const addresses = [addressOf('GET /api/decks'), addressOf('GET /api/recent-deck')];
  for (const key of ['/api/decks', '/api/decks/4/cards?search=a', '/api/recent-deck'])
    t.ok(isBelow(key, addresses), key);
  for (const key of ['/api/classes', null, 4, ['/api/decks']]) t.notOk(isBelow(key, addresses), String(key));
});
