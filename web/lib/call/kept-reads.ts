import { useSyncExternalStore } from 'react';
import { learns } from '../../../core/contract/roles.ts';
import { dropOldCaches, readCache, writeCache } from '../kept/expiring-cache.ts';
import { readSession } from '../kept/stored-session.ts';
import { createListeners } from '../live/listeners.ts';
import { ApiError } from './api-client.ts';

const PREFIX = 'read:';
const WEEK_MS = 7 * 24 * 3_600 * 1_000;
/** Letters of JSON. What is longer is a list to look through, not a number to know. */
const LENGTH_MAX = 50_000;

interface Kept<T> {
  /** Milliseconds since 1970. */
  at: number;
  value: T;
}

const listeners = createListeners();
let shownOf: number | null = null;

function show(at: number | null): void {
  if (at === shownOf) return;
  shownOf = at;
  listeners.notify();
}

function keep(address: string, value: unknown): void {
  if (JSON.stringify(value)?.length > LENGTH_MAX) return;
  writeCache(`${PREFIX}${address}`, { at: Date.now(), value } satisfies Kept<unknown>);
}

/**
 * Reads, and keeps what a student has read on this device. Without the server it returns what was read last, at most a
 * week ago; `useShownOf` then says of when.
 */
export async function readOrKept<T>(address: string, read: () => Promise<T>): Promise<T> {
  const { role, userId } = readSession();
  if (!learns(role)) return read();
  const isSameUser = () => readSession().userId === userId;
  try {
    const value = await read();
    // Another student may have logged in meanwhile, whose name the entry would bear.
    if (isSameUser()) keep(address, value);
    show(null);
    return value;
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.status === 0;
    const kept = isUnreachable && isSameUser() ? readKept<T>(address) : null;
    if (!kept) throw error;
    show(Math.min(shownOf ?? kept.at, kept.at));
    return kept.value;
  }
}

const readKept = <T>(address: string) => readCache<Kept<T>>(`${PREFIX}${address}`, { maxAgeMs: WEEK_MS });

/** Forgets what is too old to be shown, which would take the room of others. */
export const dropOldReads = (): void => dropOldCaches(PREFIX, WEEK_MS);

/** Since when what is shown may be out of date; null while it comes from the server. */
export const useShownOf = (): number | null =>
  useSyncExternalStore(
    listeners.add,
    () => shownOf,
    () => null,
  );
