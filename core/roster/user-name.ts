import { levelled, searchedAs } from '../text/normal-form.ts';
import { USER_NAME_MAX, USER_NAME_MIN } from './roster-limits.ts';

/** Small letters, numbers, and single dots, dashes or lines between them: what everybody can type. */
const USER_NAME = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** A user name as it is kept and compared. */
export const tidyUserName = (text: string): string => levelled(text).toLowerCase();

export const isUserName = (text: string): boolean =>
  text.length >= USER_NAME_MIN && text.length <= USER_NAME_MAX && USER_NAME.test(text);

/** For names in which no letter of ours is. */
const NAMELESS = 'student';

const plain = (word: string): string => searchedAs(word).replace(/[^a-z0-9]/g, '');

/** “Nguyễn Văn An (Bi)”: what stands beside a name is none of its words. */
const IN_BRACKETS = /(?<=\S\s*)\([^)]*\)|(?<=\S\s*)\[[^\]]*\]/g;

/** Room for a number behind it. */
const BASE_MAX = USER_NAME_MAX - 6;

/**
 * The user name of a person, without a number: the given name, which is the last word, then the family name. Nguyễn Văn An is
 * `an.nguyen`.
 */
export function userNameOf(name: string): string {
  const bare = name.replace(IN_BRACKETS, ' ');
  const words = bare.split(/\s+/).map(plain).filter(Boolean);
  const [family, given] = [words[0] ?? '', words.at(-1) ?? ''];
  const whole = words.length > 1 ? `${given.slice(0, 17)}.${family.slice(0, 16)}` : given.slice(0, BASE_MAX);
  return whole.length >= USER_NAME_MIN ? whole : NAMELESS;
}

/** The user names that are tried for a person, one after the other: `an.nguyen`, `an.nguyen2`, `an.nguyen3`. */
export const numbered = (base: string, number: number): string => (number === 1 ? base : `${base}${number}`);
