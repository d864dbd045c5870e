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
