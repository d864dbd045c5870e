import type { LoginAnswer } from '../../../core/account/account.schema.ts';
import { storedKeys } from './storage-key.ts';
import { readSession, storeLogin } from './stored-session.ts';

/** With the user's id; there as long as the user is logged in, and until what was left is sealed. */
const KEY = 'nho-seal:';
const LOCK = 'nho-seal';

/** Ciphers, locks and stores of files are for pages that come over HTTPS, or from the own computer. */
const isSecure = () => globalThis.isSecureContext === true;

/** Whether what the user leaves can be sealed at a logout. */
export function canSeal(): boolean {
  try {
    return isSecure() && localStorage.getItem(`${KEY}${readSession().userId}`) !== null;
  } catch {
    return false;
  }
}

/** The users that are not logged in any more and whose work is not sealed yet, with their keys. */
export function usersToSeal(): { userId: number; sealKey: string }[] {
  const current = readSession().userId;
  return storedKeys()
    .filter((key) => key.startsWith(KEY))
    .map((key) => ({ userId: Number(key.slice(KEY.length)), sealKey: localStorage.getItem(key) ?? '' }))
    .filter(({ userId }) => userId !== current);
}

export const forgetSealKey = (userId: number): void => localStorage.removeItem(`${KEY}${userId}`);

/** Runs alone over all tabs: what one opens, another must not take for left behind. */
export const whileSealing = <T>(run: () => Promise<T>): Promise<T> =>
  isSecure() ? navigator.locks.request(LOCK, run) : run();

/** Begins the session that a login has opened, with what its user had left in this browser. */
export async function beginSession(
  answer: LoginAnswer,
  school?: { logoutUrl: string | null },
): Promise<void> {
  await whileSealing(async () => {
    const { id } = answer.user;
    if (isSecure()) {
      localStorage.setItem(`${KEY}${id}`, answer.seal_key);
      try {
        const { openSealsOf } = await import('./sealed-work.ts');
        await openSealsOf(id, answer.seal_key);
      } catch (error) {
        // Nobody is kept out by it: what could not be opened waits for the next login.
        console.warn(error);
      }
    }
    // Not before: pages read what is there as soon as somebody is logged in.
    storeLogin(answer, school);
  });
}
