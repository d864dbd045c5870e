import { createListeners } from '../../lib/live/listeners.ts';
import type { ExamChange } from './exam-change.ts';

interface Sending {
  send: () => Promise<unknown>;
  /** Called when the change has been taken back; the next one for the same exam waits for it. */
  onFailure: (error: unknown) => Promise<unknown>;
}

/**
 * Shows changes before the server has them. Those of one exam are sent one after the other. Each sends what the one
 * before it has made of the exam; two at once would undo each other.
 */
export function createExamChangeQueue() {
  const listeners = createListeners();
  const last = new Map<number, Promise<void>>();
  let pending: readonly ExamChange[] = [];

  const show = (next: readonly ExamChange[]) => {
    pending = next;
    listeners.notify();
  };

  const run = async (change: ExamChange, { send, onFailure }: Sending) => {
    const drop = () => show(pending.filter((other) => other !== change));
    try {
      await send();
    } catch (error) {
      drop();
      await onFailure(error).catch(() => {});
      return;
    }
    drop();
  };

  return {
    /** In the order in which they were made. */
    pending: () => pending,
    subscribe: listeners.add,
    /** Shows the change at once; resolves when the server has answered, whatever it said. */
    make(change: ExamChange, sending: Sending): Promise<void> {
      show([...pending, change]);
      const { examId } = change;
      const done = (last.get(examId) ?? Promise.resolve()).then(() => run(change, sending));
      last.set(examId, done);
      return done.finally(() => {
        if (last.get(examId) === done) last.delete(examId);
      });
    },
  };
}
