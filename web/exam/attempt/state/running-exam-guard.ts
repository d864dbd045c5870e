import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { cachedNames, readCache } from '../../../lib/kept/expiring-cache.ts';
import type { LeaveGuard } from '../../../lib/kept/leave-guards.ts';
import { canSeal } from '../../../lib/kept/seal-key.ts';
import { isOthersNow } from '../../../lib/kept/storage-key.ts';
import { onSessionChange, readSession } from '../../../lib/kept/stored-session.ts';
import { EXAM_CACHE } from './exam-cache-options.ts';
import { isUnsaved } from './exam-session.state.ts';
import type { StoredProgress } from './exam-session-cache.ts';

let hasUnsaved = false;

/** Notes whether only this browser has some of an exam: a logout would empty or seal it. */
export function setExamAtRisk(next: boolean): void {
  hasUnsaved = next;
}

// A logout, or the login of somebody else, has emptied or sealed what only this browser had.
onSessionChange(() => {
  if (readSession().userId === null || isOthersNow()) hasUnsaved = false;
});

const storedExams = (): StoredProgress[] =>
  cachedNames('exam:')
    .filter((name) => name.endsWith(':progress'))
    .flatMap((name) => readCache<StoredProgress>(name, EXAM_CACHE) ?? []);

/** What an exam's page noted, or a page before this one has left in the storage. */
const isUnsent = (): boolean =>
  hasUnsaved || storedExams().some(({ progress }) => progress.phase === 'handing-in' || isUnsaved(progress));

/** Returns when the time of an exam that this browser knows to be running is over; null when there is none. */
function runningUntil(): number | null {
  const ends = storedExams()
    .filter(({ progress }) => progress.phase === 'taking')
    .map(({ countdown }) => countdown.at + countdown.remainingMs);
  const latest = Math.max(0, ...ends);
  return latest > Date.now() ? latest : null;
}

/** Registered by the client as a whole, since an exam goes on also when its page is left. */
export const runningExamGuard: LeaveGuard = {
  isAtRisk: () => isUnsent() || runningUntil() !== null,
  question() {
    const title = msg`Log out during the exam?`;
    const unsent = isUnsent();
    if (unsent && canSeal())
      return {
        title,
        text: msg`Some of your answers have not reached the server yet. They stay on this device, where nobody else can read them, and are sent when you log in here again.`,
      };
    if (unsent)
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
