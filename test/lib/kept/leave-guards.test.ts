import { i18n } from '@lingui/core';
import t from 'tap';
import { EXAM_CACHE } from '../../../web/exam/attempt/state/exam-cache-options.ts';
import { runningExamGuard, setExamAtRisk } from '../../../web/exam/attempt/state/running-exam-guard.ts';
import { examDraftGuard } from '../../../web/exam/draft/exam-draft-guard.ts';
import { guardAnswers } from '../../../web/learning/queue/answer-queue.ts';
import { writeCache } from '../../../web/lib/kept/expiring-cache.ts';
import { guardLeave, leaveGuards } from '../../../web/lib/kept/leave-guards.ts';
import { memoryStorage } from './memory-storage.ts';

globalThis.localStorage = memoryStorage();

t.before(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
t.beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('user_id', '7');
});

const asked = (): string[] =>
  leaveGuards()
    .filter((guard) => guard.isAtRisk())
    .map((guard) => i18n._(guard.question().title));

t.test('OFF-08 unsent work of an exam is said to be lost only where it cannot be sealed', async (t) => {
  const text = () => i18n._(runningExamGuard.question().text);
  setExamAtRisk(true);
  t.match(text(), /they are lost/);
  localStorage.setItem('nho-seal:7', 'a key');
  t.match(text(), /they are lost/, 'without HTTPS nothing is sealed');
  t.intercept(globalThis, 'isSecureContext' as never, { value: true, configurable: true } as never);
  t.match(text(), /are sent when you log in here again/);
  t.notOk(runningExamGuard.question().danger);
  setExamAtRisk(false);
});

t.test('OFF-08 what an exam’s page has left unsent is asked about from any other page', async (t) => {
  const left = (progress: object) =>
    writeCache(
      'exam:3:progress',
      { progress, countdown: { at: Date.now(), remainingMs: 60_000 } },
      EXAM_CACHE,
    );
  const text = () => i18n._(runningExamGuard.question().text);
  const marks = { 1: 'A' };
  left({ phase: 'taking', marks, base: { marks } });
  t.match(text(), /^Your exam ends at .* Your answers are saved/);
  left({ phase: 'taking', marks, base: { marks: {} } });
  t.match(text(), /have not reached the server yet/);
  left({ phase: 'handing-in', marks, base: { marks } });
  t.ok(runningExamGuard.isAtRisk());
  t.match(text(), /have not reached the server yet/);
});

t.test('a logout asks what features have registered, each while something is at risk', async (t) => {
  let pending = 0;
  guardAnswers(() => pending);
  guardLeave(examDraftGuard);
  guardLeave(examDraftGuard);
  t.same(asked(), []);

  writeCache('exam-draft/new/', { any: 'thing' }, { version: '1' });
  t.same(asked(), ['Log out with an unsaved exam?'], 'once, though registered twice');

  pending = 2;
  t.equal(asked().length, 1, 'answers are a student’s alone');
  localStorage.setItem('role', 'student');
  t.same(asked(), ['Log out with unsaved answers?', 'Log out with an unsaved exam?']);
  const text = leaveGuards()[0]?.question().text;
  t.match(text && i18n._(text), /^2 answers have not reached the server yet/);
});
