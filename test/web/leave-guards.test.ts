import './lingui-macros.ts';
import { i18n } from '@lingui/core';
import t from 'tap';
import { memoryStorage } from './memory-storage.ts';

globalThis.localStorage = memoryStorage();
const { guardLeave, leaveGuards } = await import('../../web/lib/leave-guards.ts');
const { examDraftGuard } = await import('../../web/exam/exam-draft-guard.ts');
const { guardAnswers } = await import('../../web/learning/answers-guard.ts');
const { writeCache } = await import('../../web/lib/expiring-cache.ts');

t.before(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
t.beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('user_id', '7');
});

const asked = (): string[] =>
  leaveGuards()
    .filter((guard) => guard.isAtRisk())
    .map((guard) => i18n._(guard.question().title));

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
