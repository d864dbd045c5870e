/** Letters of codes that people type: none that is taken for another one or for a digit. The database checks the same. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
/** Letters of a class's code, and of the school's, which anybody may try. */
export const CLASS_CODE_LENGTH = 6;
export const SCHOOL_CODE_LENGTH = 8;

/** What somebody types or says as a code: case, blanks and dashes do not matter. Null is none of this length. */
function parseCode(text: string, length: number): string | null {
  const letters = text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase();
  const isCode = letters.length === length && [...letters].every((letter) => CODE_LETTERS.includes(letter));
  return isCode ? letters : null;
}

/** The code of a class as it is kept, or null. */
export const parseClassCode = (text: string): string | null => parseCode(text, CLASS_CODE_LENGTH);

/** The code of the school as it is kept, or null. */
export const parseSchoolCode = (text: string): string | null => parseCode(text, SCHOOL_CODE_LENGTH);

/** The code as it is read out and copied: in two groups. */
export const spacedCode = (code: string): string =>
  `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

/** Makes a code of random numbers from 0 up to, but not including, a limit. */
export const codeOf = (length: number, random: (limit: number) => number): string =>
  Array.from({ length }, () => CODE_LETTERS[random(CODE_LETTERS.length)]).join('');
