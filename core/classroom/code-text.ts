import { CODE_LENGTH, CODE_LETTERS } from './classroom-limits.ts';

const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);

/** The code of a class as somebody types or says it: case, blanks and dashes do not matter. Null is none. */
export function parseClassCode(text: string): string | null {
  const letters = text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase();
  return CODE.test(letters) ? letters : null;
}

/** The code as it is read out and copied: in two groups. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Makes a code of random numbers from 0 up to, but not including, a limit. */
export const codeOf = (random: (limit: number) => number): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[random(CODE_LETTERS.length)]).join('');
