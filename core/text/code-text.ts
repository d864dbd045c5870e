import { levelled } from './normal-form.ts';

/** Letters of codes that people type: none that is taken for another one or for a digit. The database checks the same. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
/**
 * Those of new codes, which Telex and VNI leave as they are: both put accents on vowels, and take a W for Ư and a second D
 * for Đ. Some keyboards also take the same consonant twice for another one.
 */
const NEW_CODE_LETTERS = 'BCFGHJKMNPQRSTVXZ';

/**
 * Letters of a class's code, and of the school's, which anybody may try: as many as make guessing no easier than the codes
 * of before, which had one less of more letters. Those that are out stay as they are.
 */
export const CLASS_CODE_LENGTH = 7;
export const SCHOOL_CODE_LENGTH = 9;

/**
 * What somebody types or says as a code: case, blanks, dashes and what stands around it do not matter. Null is none of this
 * length, nor of the one of before.
 */
function parseCode(text: string, length: number): string | null {
  const letters = levelled(text)
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .toUpperCase();
  const isLong = letters.length === length || letters.length === length - 1;
  return isLong && [...letters].every((letter) => CODE_LETTERS.includes(letter)) ? letters : null;
}

/** The code of a class as it is kept, or null. */
export const parseClassCode = (text: string): string | null => parseCode(text, CLASS_CODE_LENGTH);

/** The code of the school as it is kept, or null. */
export const parseSchoolCode = (text: string): string | null => parseCode(text, SCHOOL_CODE_LENGTH);

/** The code as it is read out and copied: in two groups. */
export const spacedCode = (code: string): string =>
  `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

/** Makes a code of random numbers from 0 up to, but not including, a limit. */
export function codeOf(length: number, random: (limit: number) => number): string {
  let code = '';
  while (code.length < length) {
    const letters = NEW_CODE_LETTERS.replace(code.at(-1) ?? '', '');
    code += letters[random(letters.length)];
  }
  return code;
}

/**
 * Returns whether a text has letters that only Vietnamese typing makes: in what is given in plain letters, as codes and
 * first passwords are, a keyboard has changed what was typed.
 */
export const isTypedInVietnamese = (text: string): boolean =>
  /đ|[\u0300-\u036f]/iu.test(levelled(text).normalize('NFD'));
