import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { cachedNames, readCache } from '../lib/expiring-cache.ts';
import type { LeaveGuard } from '../lib/leave-guards.ts';
import { onSessionChange, readSession } from '../lib/stored-session.ts';
import { EXAM_CACHE, type StoredProgress } from './session/exam-session-cache.ts';

let hasUnsaved = false;

/** Notes whether only this browser has some of an exam: a logout would empty it. */
export function setExamAtRisk(next: boolean): void {
  hasUnsaved = next;
}

// A logout has emptied what only this browser had.
onSessionChange(() => {
  if (readSession().userId === null) hasUnsaved = false;
});

/** Returns when the time of an exam that this browser knows to be running is over; null when there is none. */
function runningUntil(): number | null {
  const ends = cachedNames('exam:')
    .filter((name) => name.endsWith(':progress'))
    .map((name) => readCache<StoredProgress>(name, EXAM_CACHE))
    .filter((stored) => stored?.progress?.phase === 'taking')
    .map((stored) => (stored ? stored.countdown.at + stored.countdown.remainingMs : 0));
  const latest = Math.max(0, ...ends);
  return latest > Date.now() ? latest : null;
}

/** Registered by the client as a whole, since an exam goes on also when its page is left. */
export const runningExamGuard: LeaveGuard = {
  isAtRisk: () => hasUnsaved || runningUntil() !== null,
  question() {
    const title = msg`Log out during the exam?`;
    if (hasUnsaved)
      return {
        title,
        text: msg`Some of your answers have not reached the server yet. If you log out now, they are lost.`,
        danger: true,
      };
    const end = i18n.date(new Date(runningUntil() ?? 0), { hour: '2-digit', minute: '2-digit' });
    return {
      title,
      text: msg`Your exam ends at ${end}, also while you are away. Your answers are saved; log in again before then to go on.`,
    };
  },
};
