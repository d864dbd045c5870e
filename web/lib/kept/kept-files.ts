import { isOlder } from './expiring-cache.ts';
import { isOthersNow, storedKeys } from './storage-key.ts';
import { readSession } from './stored-session.ts';

const PREFIX = 'nho-kept-';

/**
 * What is kept for a user beside the plain storage: decks and audio to study without a network. Null where nobody is
 * logged in, or another user than the page's. So it is where the browser has no such storage, as without HTTPS.
 */
export async function keptFiles(kind: 'decks' | 'exams'): Promise<Cache | null> {
  const { userId } = readSession();
  if (userId === null || isOthersNow() || !globalThis.caches) return null;
  return caches.open(`${PREFIX}${kind}-${userId}`);
}

/** A user's entry in the plain storage. What an exam has there may be nowhere else yet. */
const ENTRY = /^nho-cache:(\d+):(exam:)?/;
const DAY_MS = 86_400_000;

/**
 * Removes what is kept for others than the user that is logged in: for all, after a logout. Work of an exam that could
 * not be sealed stays for the day in which it can be handed in.
 */
export async function dropFilesOfOthers(): Promise<void> {
  const { userId } = readSession();
  try {
    for (const key of storedKeys()) {
      const [, owner, isExam] = ENTRY.exec(key) ?? [];
      if (owner === undefined || owner === String(userId)) continue;
      if (!isExam || isOlder(key, DAY_MS)) localStorage.removeItem(key);
    }
    if (!globalThis.caches) return;
    for (const name of await caches.keys())
      if (name.startsWith(PREFIX) && !name.endsWith(`-${userId}`)) await caches.delete(name);
  } catch (error) {
    // Where storage is forbidden there is nothing in it.
    console.warn(error);
  }
}
