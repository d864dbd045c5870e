import { msg } from '@lingui/core/macro';
import { guardLeave } from '../../lib/leave-guards.ts';
import { onSessionChange, readSession } from '../../lib/stored-session.ts';

let isAtRisk = false;

/** Notes whether only this browser has some of an exam: a logout would empty it. */
export function setExamAtRisk(next: boolean): void {
  isAtRisk = next;
}

guardLeave({
  isAtRisk: () => isAtRisk,
  question: () => ({
    title: msg`Log out during the exam?`,
    text: msg`Some of your answers have not reached the server yet. If you log out now, they are lost.`,
    danger: true,
  }),
});

// A logout has emptied what only this browser had.
onSessionChange(() => {
  if (readSession().userId === null) isAtRisk = false;
});
