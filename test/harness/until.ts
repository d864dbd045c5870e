import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { within } from './within.ts';

/** Looks without a pause in between: what waits for nothing but the event loop has happened by then. */
const QUICK_POLLS = 2_000;

/** Resolves when the condition holds; rejects in the end with what it waited for, by default the condition's source. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  what: string = String(condition),
): Promise<void> {
  let isOver = false;
  const hold = async () => {
    for (let poll = 1; !isOver; poll++) {
      const answer = condition();
      if (await answer) return;
      // A condition that asks elsewhere is not asked as often as the machine can.
      if (answer === false && poll < QUICK_POLLS) await turn();
      else await pause(10);
    }
  };
  // Bounded as a whole: a condition that never answers is as overdue as one that never holds.
  await within(hold(), what).finally(() => {
    isOver = true;
  });
}
