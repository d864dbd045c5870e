/** Where the end lies on the browser's monotonic clock, which nobody can move. */
export interface Countdown {
  /** Milliseconds of that clock. */
  endsAt: number;
  /** The server has said so since the page was opened; otherwise it is only what the browser had stored. */
  confirmed: boolean;
}

export type TimeLevel = 'green' | 'amber' | 'red';

/** What is shown of the time. */
export interface TimeLeft {
  /** Whole seconds, rounded up: 0 is the end and not a moment before. */
  seconds: number;
  /** Of the whole time, 0 to 100. */
  percent: number;
  level: TimeLevel;
}

/** The countdown as the browser's storage keeps it. The monotonic clock of the next page starts from another point. */
export interface StoredCountdown {
  remainingMs: number;
  /** When that was, by the computer's clock, milliseconds since 1970. */
  at: number;
}

/**
 * The server has answered, at `now`, how much is left. Each answer comes a little late and so promises a little too
 * much: of several the shortest is the truest. What was only stored gives way to any answer.
 */
export function adjusted(countdown: Countdown | null, remainingSeconds: number, now: number): Countdown {
  const endsAt = now + remainingSeconds * 1_000;
  if (!countdown?.confirmed) return { endsAt, confirmed: true };
  return endsAt < countdown.endsAt ? { endsAt, confirmed: true } : countdown;
}

/** From storage: time went on while no page was open, as far as the computer's clock knows; never backwards. */
export function resumed({ remainingMs, at }: StoredCountdown, now: number, wallNow: number): Countdown {
  return { endsAt: now + remainingMs - Math.max(0, wallNow - at), confirmed: false };
}

/**
 * The computer's clock has moved by `jumpMs` more than the monotonic one: the computer slept, or somebody moved the
 * clock. Until the server says which, the shorter time is shown and nothing is handed in because of it.
 */
export const doubted = ({ endsAt }: Countdown, jumpMs: number): Countdown => ({
  endsAt: endsAt - Math.max(0, jumpMs),
  confirmed: false,
});

export const remainingMs = ({ endsAt }: Countdown, now: number): number => Math.max(0, endsAt - now);

export function timeLevel(percent: number): TimeLevel {
  if (percent > 50) return 'green';
  return percent > 25 ? 'amber' : 'red';
}

export function timeLeft(leftMs: number, totalSeconds: number): TimeLeft {
  const percent = totalSeconds > 0 ? Math.min(100, Math.max(0, leftMs / (totalSeconds * 10))) : 0;
  return { seconds: Math.max(0, Math.ceil(leftMs / 1_000)), percent, level: timeLevel(percent) };
}

/** `1:05:09` or `12:34`. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
