import { msg } from '@lingui/core/macro';
import type { LeaveGuard } from '../../lib/kept/leave-guards.ts';
import { hasExamDraft } from './exam-draft-name.ts';

/** Registered by the client as a whole, since a draft is there also when its form is not loaded. */
export const examDraftGuard: LeaveGuard = {
  isAtRisk: hasExamDraft,
  question: () => ({
    title: msg`Log out with an unsaved exam?`,
    text: msg`You have written an exam and not saved it. If you log out now, it is lost.`,
    danger: true,
  }),
};
