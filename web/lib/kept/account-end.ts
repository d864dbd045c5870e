import { useSyncExternalStore } from 'react';
import { createListeners } from '../live/listeners.ts';
import { readSession } from './stored-session.ts';

const listeners = createListeners();

/** What answers have said of the end of an account, and of whose. */
let heard: { userId: number | null; end: string } | null = null;

/** An end that is taken back: answers that were under way meanwhile still say it. */
let takenBack: string | undefined;

function hear(next: typeof heard): void {
  if (next?.end === heard?.end && next?.userId === heard?.userId) return;
  heard = next;
  listeners.notify();
}

/** Takes in what the header of an answer says of the end of the account. Without it nothing is said, nor that it stays. */
export function noteAccountEnd(end: string | null): void {
  if (end !== null && end !== takenBack) hear({ userId: readSession().userId, end });
}

/** The account stays after all. */
export function forgetAccountEnd(): void {
  takenBack = heard?.end;
  hear(null);
}

/**
 * When the account of this session will be erased, and the reason, such as `2026-12-07T08:00:00.000Z own`; null: it
 * stays.
 */
export const accountEnd = (): string | null =>
  heard?.userId === readSession().userId ? (heard?.end ?? null) : null;

export const useAccountEnd = (): string | null => useSyncExternalStore(listeners.add, accountEnd, () => null);
