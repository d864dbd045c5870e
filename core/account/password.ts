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

let compared = 0;

/** How many passwords this process has compared with a hash, or with none in the same time. */
export const passwordsCompared = (): number => compared;

/**
 * Compares a password with the hash that is stored. Without one it does as much work and finds it wrong, so that the
 * duration reveals no account: it depends on what was typed alone. `isOutdated`: the hash is not as one is made today.
 * `typed` is what `password` was made of, if that is something else. `compare` does the work, argon2's `verify`.
 */
export async function comparePassword(
  stored: string | undefined,
  password: string,
  { typed = password, compare = verify }: { typed?: string; compare?: Compare | undefined } = {},
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  nobody ??= hashPassword('no account has this password');
  const hashed = stored ?? (await nobody);
  const forms = passwordForms(password);
  const count = Math.max(forms.length, passwordForms(typed).length);
  for (let index = 0; index < count; index++) {
    compared++;
    if (await compare(hashed, forms[index] ?? password))
      return { isRight: stored !== undefined, isOutdated: index > 0 || isOutdated(hashed) };
  }
  return { isRight: false, isOutdated: false };
}

/** True when `password` is the one that `stored` was made from; compares as `comparePassword` does. */
export const verifyPassword = async (
  stored: string | undefined,
  password: string,
  compare?: Compare,
): Promise<boolean> => (await comparePassword(stored, password, { compare })).isRight;
