import type { Timing } from '../../../lib/live/timing.ts';
import {
  adjusted,
  type Countdown,
  doubted,
  remainingMs,
  resumed,
  type StoredCountdown,
  type TimeLeft,
  timeLeft,
} from './countdown.ts';

const SECOND_MS = 1_000;
/** By how much the two clocks may drift apart between two looks before it means something. */
const JUMP_MS = 5_000;

export interface ExamTiming extends Timing {
  /** Milliseconds of a clock that only goes forward, but may stand still while the computer sleeps. */
  monotonic(): number;
  /** Milliseconds since 1970, by a clock that anybody can move: it only ever raises doubts. */
  wall(): number;
}

interface ExamClockParts {
  timing: ExamTiming;
  /** Every second, and whenever the server says the time. */
  onTick: () => void;
  /** The computer has slept, or its clock was moved: only the server knows what time it is. */
  onJump: () => void;
}

export type ExamClock = ReturnType<typeof createExamClock>;

/** Keeps the time that is left, and reports it every second. */
export function createExamClock({ timing: { monotonic, wall, after }, onTick, onJump }: ExamClockParts) {
  let countdown: Countdown | null = null;
  let totalSeconds = 0;
  let shown: TimeLeft = timeLeft(0, 0);
  let cancel: (() => void) | undefined;
  let checkedAt = { monotonic: monotonic(), wall: wall() };
  let adjustedAt = Number.NEGATIVE_INFINITY;

  function checkForJump(): void {
    const now = { monotonic: monotonic(), wall: wall() };
    const jump = now.wall - checkedAt.wall - (now.monotonic - checkedAt.monotonic);
    checkedAt = now;
    if (!countdown || Math.abs(jump) < JUMP_MS) return;
    countdown = doubted(countdown, jump);
    onJump();
  }

  function tick(): void {
    cancel?.();
    cancel = undefined;
    if (!countdown) return;
    checkForJump();
    const left = remainingMs(countdown, monotonic());
    shown = timeLeft(left, totalSeconds);
    cancel = after(left % SECOND_MS || SECOND_MS, tick);
    onTick();
  }

  return {
    /** The server has just said how much is left of the whole. */
    setRemaining(remainingSeconds: number, total = totalSeconds): void {
      totalSeconds = total;
      adjustedAt = monotonic();
      countdown = adjusted(countdown, remainingSeconds, adjustedAt);
      tick();
    },

    resume(stored: StoredCountdown, total: number): void {
      totalSeconds = total;
      countdown = resumed(stored, monotonic(), wall());
      tick();
    },

    /** The page is looked at again: timers may have slept. */
    check: tick,

    stop(): void {
      cancel?.();
      cancel = undefined;
      countdown = null;
    },

    left: (): TimeLeft => shown,
    stored: (): StoredCountdown => ({
      remainingMs: countdown ? remainingMs(countdown, monotonic()) : 0,
      at: wall(),
    }),
    isOver: () => countdown !== null && remainingMs(countdown, monotonic()) === 0,
    /** False while only the browser's storage says so. */
    isConfirmed: () => countdown?.confirmed ?? false,
    silentMs: () => monotonic() - adjustedAt,
  };
}
