import type { ExamClock } from './exam-clock.ts';
import type { ExamSaver } from './exam-saver.ts';
import type { ExamSessionCache } from './exam-session-cache.ts';
import type { ExamSubmitter } from './exam-submitter.ts';
import type { ExamViewStore } from './exam-view-store.ts';

/** How old the server's word about the time may be when the student comes back to the page. */
const HEARD_MS = 10_000;

interface PageLifeParts {
  store: ExamViewStore;
  time: ExamClock;
  saver: ExamSaver;
  submitter: ExamSubmitter;
  cache: ExamSessionCache;
  /** Asks the server how things stand. */
  sync: () => void;
}

/** Returns how the exam reacts when its page is hidden, left or seen again, or the network returns. */
export function examPageLife({ store, time, saver, submitter, cache, sync }: PageLifeParts) {
  const phase = () => store.view().session?.phase;

  return {
    /** In the background: a student who doesn't come back loses nothing. */
    hide(): void {
      store.write();
      saver.flush();
    },

    /** Looked at again: timers and clocks may have slept. */
    wake(): void {
      if (phase() === 'submitted') return;
      time.check();
      if (time.silentMs() > HEARD_MS) sync();
    },

    /** The network is back: nothing waits any longer. */
    retry(): void {
      saver.flush();
      submitter.wakeNow();
      if (phase() !== 'submitted') sync();
    },

    leave(): void {
      store.write();
      saver.leave();
    },

    /** Another window of this browser went on with the same exam. */
    follow(): void {
      const stored = cache.read()?.session;
      if (!stored || phase() !== 'taking') return;
      if (stored.phase !== 'taking') sync();
      else store.dispatch({ type: 'followed', marks: stored.marks, version: stored.base.version });
    },

    /** Would leaving now lose what only this browser has? */
    isAtRisk: (): boolean => store.view().saving === 'failing' || store.view().isHandInWaiting,
  };
}
