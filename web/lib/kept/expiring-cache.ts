import { isOthersNow, STORAGE_KEY, storedKeys } from './storage-key.ts';

const PREFIX = 'nho-cache';

interface Entry {
  version: string;
  /** Milliseconds since 1970. */
  writtenAt: number;
  value: unknown;
}

/**
 * The user's id is part of every key, so that one user never sees what another one cached. Throws where storage is forbidden,
 * and where nobody is logged in: what comes back after a logout is nobody's. So it does when somebody else has logged in.
 */
function keyOf(name: string): string {
  const userId = localStorage.getItem(STORAGE_KEY.userId);
  if (userId === null || isOthersNow()) throw new Error('Nobody is logged in whose page this is');
  return `${PREFIX}:${userId}:${name}`;
}

function parseEntry(text: string): Entry | null {
  try {
    const entry: unknown = JSON.parse(text);
    return typeof entry === 'object' && entry !== null && 'writtenAt' in entry ? (entry as Entry) : null;
  } catch {
    return null;
  }
}

export interface CacheOptions {
  version?: string;
  maxAgeMs: number;
  /** By how much the computer's clock may have been set back since; default 0. */
  setBackMs?: number;
}

/** Throws where storage is forbidden or broken. */
function readKey<T>(key: string, options: CacheOptions): T | null {
  const text = localStorage.getItem(key);
  if (text === null) return null;
  const entry = parseEntry(text);
  const age = entry ? Date.now() - entry.writtenAt : Number.NaN;
  // A negative age means that the clock was set back: the entry could otherwise live for ever.
  const isInTime = age >= -(options.setBackMs ?? 0) && age < options.maxAgeMs;
  if (entry && entry.version === (options.version ?? '') && isInTime) return entry.value as T;
  localStorage.removeItem(key);
  return null;
}

/**
 * Returns what was cached under `name`. Null when there is nothing, or it is too old or of another version, and then
 * removed.
 */
export function readCache<T>(name: string, options: CacheOptions): T | null {
  try {
    return readKey<T>(keyOf(name), options);
  } catch {
    // Storage that is forbidden or broken is an empty cache.
    return null;
  }
}

/** Caches `value` for this user. A full or forbidden storage is no error: there is then no cache, and the answer false. */
export function writeCache(name: string, value: unknown, options: { version?: string } = {}): boolean {
  const entry: Entry = { version: options.version ?? '', writtenAt: Date.now(), value };
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(entry));
    return true;
  } catch {
    dropCache(name);
    return false;
  }
}

/** The keys of this user's cached entries whose name starts with `prefix`; throws where storage is forbidden. */
function keysOf(prefix: string): string[] {
  const start = keyOf(prefix);
  return storedKeys().filter((key) => key.startsWith(start));
}

/** Returns the names of this user's cached entries that start with `prefix`, however old. */
export function cachedNames(prefix: string): string[] {
  try {
    return keysOf(prefix).map((key) => key.slice(keyOf('').length));
  } catch {
    return [];
  }
}

/** Returns whether anything of this user is cached under a name that starts with `prefix`, however old. */
export function hasCache(prefix: string): boolean {
  try {
    return keysOf(prefix).length > 0;
  } catch {
    return false;
  }
}

/**
 * Returns whether what is stored under a whole key, of any user, is as old as this, or broken. Throws where storage is
 * forbidden.
 */
export function isOlder(key: string, ageMs: number): boolean {
  const entry = parseEntry(localStorage.getItem(key) ?? '');
  return !entry || Date.now() - entry.writtenAt >= ageMs;
}

/** Removes this user's cached entries whose name starts with `prefix` and which are as old as this, or broken. */
export function dropOldCaches(prefix: string, maxAgeMs: number): void {
  try {
    for (const key of keysOf(prefix)) if (isOlder(key, maxAgeMs)) localStorage.removeItem(key);
  } catch {
    // Nothing is cached where storage is forbidden.
  }
}

/** Removes this user's cached entries whose name starts with `prefix`; all of them for an empty prefix. */
export function dropCache(prefix: string): void {
  try {
    for (const key of keysOf(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing can be cached where storage is forbidden.
  }
}

/** Removes those of this user's entries whose name starts with `prefix` that `readCache` would not answer any more. */
export function sweepCache(prefix: string, options: CacheOptions): void {
  try {
    for (const key of keysOf(prefix)) readKey(key, options);
  } catch {
    // Nothing can be cached where storage is forbidden.
  }
}
