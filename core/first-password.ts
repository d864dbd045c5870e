import { randomInt } from 'node:crypto';
import { PASSWORD_WORDS } from './password-words.ts';

const WORDS = 3;
const [NUMBER_MIN, NUMBER_MAX] = [100, 999];

/** How many bits a first password has. */
export const FIRST_PASSWORD_BITS =
  WORDS * Math.log2(PASSWORD_WORDS.length) + Math.log2(NUMBER_MAX - NUMBER_MIN + 1);

/** A password that can be read aloud, such as `river-lemon-tiger-427`. It is good until its owner chooses another one. */
export function firstPassword(): string {
  const words = Array.from({ length: WORDS }, () => PASSWORD_WORDS[randomInt(PASSWORD_WORDS.length)]!);
  return [...words, randomInt(NUMBER_MIN, NUMBER_MAX + 1)].join('-');
}

/** Hashes a password when its turn has come. */
export type Hash = (password: string) => Promise<string>;

/** How many of one call's hashes are waited for at once: others' logins come in between. */
const AT_ONCE = 3;

export interface FirstPassword {
  password: string;
  hash: string;
}

/** So many new passwords with their hashes. */
export async function firstPasswords(count: number, hash: Hash): Promise<FirstPassword[]> {
  const made: FirstPassword[] = [];
  const worker = async () => {
    while (made.length < count) {
      const one = { password: firstPassword(), hash: '' };
      made.push(one);
      one.hash = await hash(one.password);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return made;
}
