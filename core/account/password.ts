import { hash, verify } from '@node-rs/argon2';
import { levelPassword, passwordForms } from './password-form.ts';

/** argon2id (the library's default) with what OWASP recommends: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A salted hash that can be stored, of the password's one form. */
export const hashPassword = (password: string): Promise<string> => hash(levelPassword(password), OPTIONS);

/** How a hash with these parameters begins. */
const PARAMETERS = `m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}`;

/** True for a hash that was made with other parameters than today's. */
const isOutdated = (stored: string): boolean => !stored.startsWith(`$argon2id$v=19$${PARAMETERS}$`);

type Compare = (hash: string, password: string) => Promise<boolean>;

let nobody: Promise<string> | undefined;

/**
 * Compares a password with the hash that is stored. Without one it does as much work and finds it wrong, so that the
 * duration reveals no account: it depends on what was typed alone. `isOutdated`: the hash is not as one is made today.
 * `compare` does the work, argon2's `verify`.
 */
export async function comparePassword(
  stored: string | undefined,
  password: string,
  compare: Compare = verify,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  nobody ??= hashPassword('no account has this password');
  const compared = stored ?? (await nobody);
  for (const [index, form] of passwordForms(password).entries())
    if (await compare(compared, form))
      return { isRight: stored !== undefined, isOutdated: index > 0 || isOutdated(compared) };
  return { isRight: false, isOutdated: false };
}

/** True when `password` is the one that `stored` was made from; compares as `comparePassword` does. */
export const verifyPassword = async (
  stored: string | undefined,
  password: string,
  compare?: Compare,
): Promise<boolean> => (await comparePassword(stored, password, compare)).isRight;
