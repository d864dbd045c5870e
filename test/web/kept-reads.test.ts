import t, { type Test } from 'tap';
import { ApiError } from '../../web/lib/api-client.ts';
import { dropFilesOfOthers } from '../../web/lib/kept-files.ts';
import { readOrKept } from '../../web/lib/kept-reads.ts';
import { memoryStorage } from './memory-storage.ts';

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

t.test('with another login only what an exam has left stays of the one before', async (t) => {
  const storage = givenStudent(t);
  for (const name of ['nho-cache:6:read:/api/decks', 'nho-cache:6:exam:3:progress', 'nho-cache:7:read:x'])
    storage.setItem(name, '{}');
  storage.setItem('nho-answer:6:x', '{}');
  await dropFilesOfOthers();
  t.equal(storage.getItem('nho-cache:6:read:/api/decks'), null);
  for (const name of ['nho-cache:6:exam:3:progress', 'nho-cache:7:read:x', 'nho-answer:6:x'])
    t.equal(storage.getItem(name), '{}', name);
});
