import { msg } from '@lingui/core/macro';
import { hasCache } from '../../lib/kept/expiring-cache.ts';
import type { LeaveGuard } from '../../lib/kept/leave-guards.ts';

/** What the names of half-written exams begin with, among what this browser keeps for its user. */
export const EXAM_DRAFT = 'exam-draft/';

/** Is there a half-written exam, known without loading its form? A logout drops it. */
export const hasExamDraft = (): boolean => hasCache(EXAM_DRAFT);

/** Registered by the client as a whole, since a draft is there also when its form is not loaded. */
export const examDraftGuard: LeaveGuard = {
  isAtRisk: hasExamDraft,
  question: () => ({
    title: msg`Log out with an unsaved exam?`,
    text: msg`You have written an exam and not saved it. If you log out now, it is lost.`,
    danger: true,
  }),
};
