import { msg, plural } from '@lingui/core/macro';
import { learns } from '../../../core/contract/roles.ts';
import { guardLeave } from '../../lib/kept/leave-guards.ts';
import { readSession } from '../../lib/kept/stored-session.ts';

/** Makes a logout ask as long as this many answers of the student have not reached the server. */
export function guardAnswers(pending: () => number): void {
  guardLeave({
    isAtRisk: () => learns(readSession().role) && pending() > 0,
    question() {
      const waiting = pending();
      return {
        title: msg`Log out with unsaved answers?`,
        text: msg`${plural(waiting, {
          one: '# answer has not reached the server yet. It stays on this device and is sent when you log in here again.',
          other:
            '# answers have not reached the server yet. They stay on this device and are sent when you log in here again.',
        })}`,
      };
    },
  });
}
