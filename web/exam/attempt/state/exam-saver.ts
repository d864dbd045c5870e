import type { Attempt } from '../../../../core/exam/exam.schema.ts';
import { createRetry } from '../../../lib/live/back-off.ts';
import type { ExamTiming } from './exam-clock.ts';
import { EXAM_WAITS } from './exam-failure.ts';
import { type Marks, sameMarks } from './exam-session.state.ts';

/** How long changes are gathered before they are saved. */
const GATHER_MS = 1_000;

export type SavingState = 'saved' | 'pending' | 'saving' | 'failing';

export interface Unsaved {
  version: number;
  marks: Marks;
}

export type SaveAnswer = Pick<Attempt, 'version' | 'saved_at' | 'remaining_seconds'>;

export interface SaverParts {
  timing: ExamTiming;
  /** What the server doesn't have yet; null when it has everything, or when nothing is to be saved any more. */
  unsaved: () => Unsaved | null;
  send: (unsaved: Unsaved) => Promise<SaveAnswer>;
  onSaved: (unsaved: Unsaved, answer: SaveAnswer) => void;
  /** Returns what to do: save at once what is there now, try again later, or leave it. */
  onFailed: (error: unknown) => 'again' | 'later' | 'stop';
  onState: () => void;
}

export type ExamSaver = ReturnType<typeof createExamSaver>;

/** Saves what changes, one save at a time, each change within a second and the time of one call. */
export function createExamSaver({ timing, unsaved, send, onSaved, onFailed, onState }: SaverParts) {
  const { after, monotonic: now } = timing;
  const retry = createRetry(timing, EXAM_WAITS);
  let cancelGathering: (() => void) | undefined;
  let inFlight: Unsaved | undefined;
  let changedAt = 0;
  let stopped = false;

  function gather(): void {
    if (stopped || inFlight || cancelGathering || retry.isWaiting()) return;
    cancelGathering = after(Math.max(0, changedAt + GATHER_MS - now()), () => void save());
  }

  function pause(): void {
    cancelGathering?.();
    cancelGathering = undefined;
    retry.stop();
  }

  async function trySave(work: Unsaved): Promise<'again' | 'later' | 'stop' | 'saved'> {
    try {
      const answer = await send(work);
      inFlight = undefined;
      if (stopped) return 'stop';
      onSaved(work, answer);
      return 'saved';
    } catch (error) {
      inFlight = undefined;
      if (stopped) return 'stop';
      const verdict = onFailed(error);
      if (verdict === 'later') retry.later(() => void save(), error);
      return verdict;
    }
  }

  async function save(): Promise<void> {
    pause();
    const work = unsaved();
    if (stopped || inFlight || !work) return;
    inFlight = work;
    // What changes from here on is gathered for the next save.
    changedAt = now();
    onState();
    const outcome = await trySave(work);
    if (outcome === 'saved') retry.reset();
    if (outcome === 'again') void save();
    if (outcome === 'saved' && unsaved()) gather();
    onState();
  }

  return {
    /** Something has changed. */
    changed(): void {
      stopped = false;
      if (!inFlight && !cancelGathering) changedAt = now();
      gather();
      onState();
    },

    /** The page is hidden, or the network is back: no waiting any longer. */
    flush(): void {
      if (!stopped) void save();
    },

    /**
     * The page closes: what is not yet under way is handed to the browser. A save under way will most likely have been
     * counted when this one arrives.
     */
    leave(): void {
      const work = unsaved();
      if (stopped || !work || (inFlight && sameMarks(inFlight.marks, work.marks))) return;
      send({ ...work, version: work.version + (inFlight ? 1 : 0) }).catch(() => {});
    },

    /** Nothing is saved until the next change; what is under way is not listened to. */
    stop(): void {
      stopped = true;
      pause();
      retry.reset();
    },

    /** After it was stopped: saves what there is. */
    start(): void {
      stopped = false;
      if (unsaved()) gather();
      onState();
    },

    state(): SavingState {
      if (unsaved() === null && !inFlight) return 'saved';
      if (retry.failures() > 0) return 'failing';
      return inFlight ? 'saving' : 'pending';
    },
  };
}
