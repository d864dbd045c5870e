import { mock } from 'node:test';
import t from 'tap';
import {
  dropStudentStats,
  loadStudentStats,
} from '../../../web/classroom/progress/class-progress.queries.ts';
import type { Get } from '../../../web/lib/call/gathered-get.ts';
import { countedGet, emptyCache } from '../../lib/kept/user-cache.ts';

const FIVE_MINUTES_MS = 300_000;
const mai = { classId: 1, studentId: 3, range: {} };

t.beforeEach(emptyCache);

const countingGet = () => countedGet((answer) => ({ data: { answer } }));

t.test('CON-05 PRG-11 a student is read anew after five minutes, not before', async (t) => {
  const { get, asked } = countingGet();
  const first = await loadStudentStats(mai, get);
  mock.timers.tick(FIVE_MINUTES_MS - 1);
  t.same(await loadStudentStats(mai, get), first);
  t.same(asked, ['/api/classes/1/student-stats/3']);
  mock.timers.tick(1);
  t.same(await loadStudentStats(mai, get), { answer: 2 });
});

t.test('CON-05 PRG-11 each student, class and range of days for itself', async (t) => {
  const { get, asked } = countingGet();
  await loadStudentStats(mai, get);
  await loadStudentStats({ ...mai, studentId: 4 }, get);
  await loadStudentStats({ ...mai, classId: 2 }, get);
  await loadStudentStats({ ...mai, range: { start_date: '2026-11-01' } }, get);
  await loadStudentStats({ ...mai, range: { end_date: '2026-11-01' } }, get);
  t.same(asked, [
    '/api/classes/1/student-stats/3',
    '/api/classes/1/student-stats/4',
    '/api/classes/2/student-stats/3',
    '/api/classes/1/student-stats/3?start_date=2026-11-01',
    '/api/classes/1/student-stats/3?end_date=2026-11-01',
  ]);
});

t.test('CON-05 a change empties the cache of its class only', async (t) => {
  const { get, asked } = countingGet();
  await loadStudentStats(mai, get);
  await loadStudentStats({ ...mai, classId: 12 }, get);
  dropStudentStats(1);
  await loadStudentStats(mai, get);
  await loadStudentStats({ ...mai, classId: 12 }, get);
  t.equal(asked.length, 3);
});

t.test('CON-05 an answer from before a change that comes after it is not kept', async (t) => {
  const slow = Promise.withResolvers<unknown>();
  const late = loadStudentStats(mai, (() => slow.promise) as Get);
  dropStudentStats(1);
  slow.resolve({ data: { answer: 'old' } });
  t.same(await late, { answer: 'old' });
  const { get } = countingGet();
  t.same(await loadStudentStats(mai, get), { answer: 1 });
});
