import { storedKeys } from './storage-key.ts';

const SEALS = 'nho-sealed';
const DAY_MS = 86_400_000;
/** As long as a half-written exam is kept at most. */
const AGE_MAX_MS = 90 * DAY_MS;
const CIPHER = 'AES-GCM';
const IV_BYTES = 12;

/** A user's entry in the plain storage. */
const OWNED = /^nho-(?:cache|answer|trial-of):(\d+):/;
/** The address of a seal: whose, and of when, milliseconds since 1970. */
const SEAL = /\/sealed\/(\d+)\/(\d+)$/;

type Entry = [key: string, text: string];

/** What users have beside the plain storage; it comes back as entries of that. */
export interface WorkElsewhere {
  entriesOf(userId: number): Promise<Entry[]>;
  removeOf(userId: number): Promise<void>;
}

const isOf = (key: string, userId: number) => OWNED.exec(key)?.[1] === String(userId);

function cipherKey(sealKey: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(sealKey), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, CIPHER, false, ['encrypt', 'decrypt']);
}

async function seal(sealKey: string, entries: Entry[]): Promise<Blob> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(entries));
  return new Blob([iv, await crypto.subtle.encrypt({ name: CIPHER, iv }, await cipherKey(sealKey), plain)]);
}

/** Null when it cannot be opened: the server has another secret now, and may have the former one again. */
async function unseal(sealKey: string, sealed: ArrayBuffer): Promise<Entry[] | null> {
  const iv = new Uint8Array(sealed, 0, IV_BYTES);
  try {
    const opened = await crypto.subtle.decrypt(
      { name: CIPHER, iv },
      await cipherKey(sealKey),
      sealed.slice(IV_BYTES),
    );
    return JSON.parse(new TextDecoder().decode(opened)) as Entry[];
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Seals what a user has left in this browser, and then forgets it. */
export async function sealWorkOf(userId: number, sealKey: string, elsewhere: WorkElsewhere): Promise<void> {
  const keys = storedKeys().filter((key) => isOf(key, userId));
  const plain = keys.map((key): Entry => [key, localStorage.getItem(key) ?? '']);
  const entries = [...plain, ...(await elsewhere.entriesOf(userId))];
  const seals = await caches.open(SEALS);
  if (entries.length > 0)
    await seals.put(`/sealed/${userId}/${Date.now()}`, new Response(await seal(sealKey, entries)));
  for (const key of keys) localStorage.removeItem(key);
  await elsewhere.removeOf(userId);
  await dropOldSeals(seals);
}

async function dropOldSeals(seals: Cache): Promise<void> {
  for (const request of await seals.keys()) {
    const sealedAt = Number(SEAL.exec(request.url)?.[2]);
    if (Date.now() - sealedAt >= AGE_MAX_MS) await seals.delete(request);
  }
}

/** Puts what a user had left back in its place. A seal stays for which there is no room, or which cannot be opened. */
export async function openSealsOf(userId: number, sealKey: string): Promise<void> {
  const seals = await caches.open(SEALS);
  // The latest first: what was left before does not take its place.
  for (const request of [...(await seals.keys())].reverse()) {
    if (SEAL.exec(request.url)?.[1] !== String(userId)) continue;
    const sealed = await seals.match(request);
    const entries = sealed && (await unseal(sealKey, await sealed.arrayBuffer()));
    if (!entries) continue;
    for (const [key, text] of entries)
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
    await seals.delete(request);
  }
}
