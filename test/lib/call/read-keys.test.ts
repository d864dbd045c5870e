import t from 'tap';
import { addressOf } from '../../../core/address.ts';
import { isBelow, isReadOf } from '../../../web/lib/call/read-keys.ts';

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
