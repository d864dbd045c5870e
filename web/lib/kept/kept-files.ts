import { isOlder } from './expiring-cache.ts';
import { storedKeys } from './storage-key.ts';
import { readSession } from './stored-session.ts';

/** What a phone can spare: some hundred words. */
const FILES_MAX = 300;
const BYTES_MAX = 30_000_000;

const sizeOf = async (response: Response): Promise<number> => (await response.clone().blob()).size;

/**
 * Keeps files to be played without a network, the first ones first, as far as there is room for them. Only this host's:
 * of a bucket the page may not read them. Returns the addresses of what is kept.
 */
export async function keepAudio(files: Cache | null, addresses: readonly string[]): Promise<Set<string>> {
  const kept = new Set<string>();
  if (!files) return kept;
  let bytes = 0;
  for (const address of new Set(addresses)) {
    if (kept.size >= FILES_MAX) break;
    const known = await files.match(address, { ignoreVary: true });
    const response = known ?? (await fetch(address).catch(() => null));
    if (response?.status !== 200) continue;
    bytes += await sizeOf(response);
    if (bytes > BYTES_MAX) break;
    if (!known) await files.put(address, response);
    kept.add(new URL(address, window.location.href).pathname);
  }
  return kept;
}

const PREFIX = 'nho-kept-';

/**
 * What is kept for a user beside the plain storage: decks and audio to study without a network. Null where nobody is
 * logged in, and where the browser has no such storage, as on pages without HTTPS.
 */
export async function keptFiles(kind: 'decks' | 'exams'): Promise<Cache | null> {
  const { userId } = readSession();
  if (userId === null || !globalThis.caches) return null;
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
