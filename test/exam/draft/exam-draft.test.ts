import t from 'tap';
import { hasExamDraft } from '../../../web/exam/draft/exam-draft-guard.ts';
import {
  dropDraft,
  type ExamDraft,
  readDraft,
  restoredValues,
  writeDraft,
} from '../../../web/exam/draft/use-exam-draft.ts';
import { NEW_EXAM } from '../../../web/exam/form/exam-values.ts';
import { STORAGE_KEY } from '../../../web/lib/kept/storage-key.ts';
import { clearSession, endSession } from '../../../web/lib/kept/stored-session.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';

const draft = (title: string, changes: Partial<ExamDraft> = {}): ExamDraft => ({
  values: { ...NEW_EXAM, title },
  classId: '7',
  lostAudio: false,
  ...changes,
});
const asUser = (id: number) => localStorage.setItem(STORAGE_KEY.userId, String(id));

t.beforeEach((t) => {
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  asUser(1);
});

t.test('a draft is kept for its exam and its user', async (t) => {
  writeDraft(null, draft('new'));
  writeDraft(1, draft('one'));
  writeDraft(12, draft('twelve'));
  t.same(readDraft(null), draft('new'));
  t.same(readDraft(12), draft('twelve'));
  t.equal(readDraft(2), null);
  dropDraft(1);
  t.equal(readDraft(1), null);
  t.same(readDraft(12), draft('twelve'), 'that of another exam stays');
  asUser(2);
  t.equal(readDraft(12), null, 'nobody else sees it');
});

t.test('a draft outlives a session that has ended, not one that was left on purpose', async (t) => {
  writeDraft(null, draft('new'));
  endSession();
  t.equal(readDraft(null), null, 'nobody reads it meanwhile');
  asUser(1);
  t.same(readDraft(null), draft('new'));
  clearSession();
  asUser(1);
  t.equal(readDraft(null), null, 'it holds the right answers: nothing for a shared computer');
});

t.test('a draft is known of before a logout drops it', async (t) => {
  t.notOk(hasExamDraft());
  writeDraft(12, draft('twelve'));
  t.ok(hasExamDraft());
  asUser(2);
  t.notOk(hasExamDraft(), "another user's does not count");
  asUser(1);
  dropDraft(12);
  t.notOk(hasExamDraft());
});

t.test('a full storage is told, and no exam is lost by it', async (t) => {
  localStorage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  t.equal(writeDraft(null, draft('new')), false);
  t.equal(readDraft(null), null);
});

t.test('what a draft makes of the exam', async (t) => {
  t.equal(restoredValues(draft(''), NEW_EXAM), null, 'it says nothing else');
  t.match(restoredValues(draft('', { lostAudio: true }), NEW_EXAM), NEW_EXAM, 'but for a file');
  t.match(restoredValues(draft('new'), NEW_EXAM), { title: 'new' });
  const heard = draft('x', { values: { ...NEW_EXAM, contentType: 'audio', audioPath: 'exams/a.mp3' } });
  t.equal(restoredValues(heard, { ...NEW_EXAM, audioPath: 'exams/b.mp3' })?.audioPath, 'exams/b.mp3');
  t.equal(restoredValues(heard, NEW_EXAM)?.audioPath, null, 'an audio that is gone');
});
