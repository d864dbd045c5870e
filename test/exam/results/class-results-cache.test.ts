import { mock } from 'node:test';
import t from 'tap';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import {
  CLASS_RESULTS_MAX_AGE_MS,
  dropClassResults,
  loadClassResults,
} from '../../../web/exam/results/exam-result.queries.ts';
import type { Get } from '../../../web/lib/call/gathered-get.ts';
import { countedGet, emptyCache } from '../../lib/kept/user-cache.ts';
import { result } from './given-results.ts';

const unit1 = { classId: 1, examId: 5 };

t.beforeEach(emptyCache);

const countingGet = (rows = 1) =>
  countedGet((asked) => ({ data: Array.from({ length: rows }, (): ClassResult => result(asked, 'An')) }));

t.test('CON-04 CON-07 the results are cached for five minutes', async (t) => {
  const { get, asked } = countingGet();
  t.equal(CLASS_RESULTS_MAX_AGE_MS, 300_000);
  const first = await loadClassResults(unit1, get);
  mock.timers.tick(CLASS_RESULTS_MAX_AGE_MS - 1);
  t.same(await loadClassResults(unit1, get), first);
  t.same(asked, ['/api/classes/1/exam-results?exam_id=5']);
  mock.timers.tick(1);
  t.match(await loadClassResults(unit1, get), [{ student_id: 2 }]);
});

t.test('CON-04 API-32 each class and exam for itself, and all exams at once', async (t) => {
  const { get, asked } = countingGet();
  await loadClassResults(unit1, get);
  await loadClassResults({ classId: 1 }, get);
  await loadClassResults({ classId: 2, examId: 5 }, get);
  await loadClassResults({ classId: 1, examId: 55 }, get);
  t.same(asked, [
    '/api/classes/1/exam-results?exam_id=5',
    '/api/classes/1/exam-results',
    '/api/classes/2/exam-results?exam_id=5',
    '/api/classes/1/exam-results?exam_id=55',
  ]);
});

t.test('XRS-07 SL-62 what is read after a change or a refresh comes past the cache', async (t) => {
  const { get, asked } = countingGet();
  await loadClassResults(unit1, get);
  dropClassResults();
  await loadClassResults(unit1, get);
  t.equal(asked.length, 2);
  const slow = Promise.withResolvers<unknown>();
  const late = loadClassResults({ classId: 2, examId: 5 }, (() => slow.promise) as Get);
  dropClassResults();
  slow.resolve({ data: [] });
  t.same(await late, []);
  t.match(await loadClassResults({ classId: 2, examId: 5 }, get), [{ student_id: 3 }], 'it was not kept');
});

t.test('XRS-16 what somebody is still at is not cached', async (t) => {
  const { get, asked } = countedGet(() => ({ data: [result(1, 'An', { status: 'in_progress' })] }));
  await loadClassResults(unit1, get);
  await loadClassResults(unit1, get);
  t.equal(asked.length, 2);
});

t.test('a class so large that its results would fill the storage is not cached', async (t) => {
  const { get, asked } = countingGet(501);
  await loadClassResults(unit1, get);
  await loadClassResults(unit1, get);
  t.equal(asked.length, 2);
});
