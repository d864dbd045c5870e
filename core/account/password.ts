import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with what OWASP recommends: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A salted hash that can be stored. */
export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

/** How a hash with these parameters begins. */
const PARAMETERS = `m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}`;

/** True for a hash that was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(`$argon2id$v=19$${PARAMETERS}$`);

let nobody: Promise<string> | undefined;

let compared = 0;

/** How many passwords this process has compared with a hash, or with none in the same time. */
export const passwordsCompared = (): number => compared;

/**
 * True when `password` is the one that `stored` was made from. Without a stored hash it takes as long and returns
 * false, so that its duration reveals no account. `compare` does the work, argon2's `verify`.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  compare: (hash: string, password: string) => Promise<boolean> = verify,
): Promise<boolean> {
  nobody ??= hashPassword('no account has this password');
  compared++;
  const matches = await compare(stored ?? (await nobody), password);
  return matches && stored !== undefined;
}
