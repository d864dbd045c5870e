/**
 * The normal forms of what people type, each for one purpose. As kept: `tidyText` and `tidyLine` of tidy-text.ts, from which
 * nothing goes that means something in any script. `levelled` is for addresses, user names and codes. `comparedAs` says
 * whether two texts are the same: answers, tags, titles, cards. `searchedAs` is for searches that ask for no accents.
 *
 * The database has the last two as `compared_as` and `searched_as` (migration 0075), which find earlier rows as well.
 */

/**
 * Letters that nobody sees: hyphens that may be, spaces without a width, joiners, marks of direction and of byte order.
 * The tags by which flags differ are seen.
 */
const UNSEEN = /(?![\u{e0000}-\u{e00ff}])[\p{DI}\u2800\ufff0-\ufffb]/gu;

/** Letters that have another width, or are several in one: as PDFs and keyboards of Asia have them. */
const WIDE = /[\ufb00-\ufb06\uff01-\uff5e…]/g;

/** Signs that look alike, each with the one that stands for all. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\s\u0085\p{Z}]+/gu, ' '],
  [/[\u058a\u05be\u02d7\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63]/g, '-'],
  [/[‘’‚‛′ʼʻ`´ʹ]/g, "'"],
  [/[“”„‟«»″〝〞]/g, '"'],
  // Old drivers of keyboards have these for Đ.
  [/[ÐƉ]/g, 'Đ'],
  [/ð/g, 'đ'],
];

/** Both spellings of a syllable that ends in oa, oe or uy are taught: “khoẻ” and “khỏe”, “thuỷ” and “thủy”. */
const TONE_ON_LAST_VOWEL = /(?<!q)(o[ae]|uy)([\u0300\u0301\u0303\u0309\u0323])(?![\p{L}\p{M}])/gu;

/** Accents of Latin, Greek and Cyrillic letters, and the points of Hebrew and Arabic, which are seldom typed. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/** Nearly every text: composed Latin letters and signs of ASCII, with single blanks. A table searches thousands at each key. */
const LEVEL = /^(?:[!-_a-~\u00c0-\u00cf\u00d1-\u00ef\u00f1-\u0188\u018a-\u024f\u1e00-\u1eff]| (?! ))*$/;

/** The letters of a text (NFC) without those that nobody sees, each kind of space, hyphen and quote as one. */
export function levelled(text: string): string {
  if (LEVEL.test(text)) return text.trim();
  let level = text.replace(UNSEEN, '').normalize('NFC');
  level = level.replace(WIDE, (letter) => letter.normalize('NFKC'));
  for (const [sign, plain] of SIGNS) level = level.replace(sign, plain);
  return level.trim();
}

/** Not every lower case makes the same of a last sigma and of a dotted I. */
const inLowerCase = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/i\u0307/g, 'i');

/** A text as it is compared with another one: levelled, lower case, with one place for a syllable's tone. */
export const comparedAs = (text: string): string =>
  inLowerCase(levelled(text))
    .normalize('NFD')
    .replace(TONE_ON_LAST_VOWEL, (_, [first, last]: string, tone: string) => first! + tone + last!)
    .normalize('NFC');

/** A text as it is searched without accents: as it is compared, `đ` as `d`. */
export const searchedAs = (text: string): string =>
  inLowerCase(levelled(text).normalize('NFD').replace(ACCENTS, '')).replaceAll('đ', 'd');

/** Returns a test whether a text has every word of `wanted`, with or without accents; blank is in all. */
export function wordFinder(wanted: string): (text: string) => boolean {
  const words = searchedAs(wanted).split(' ').filter(Boolean);
  return (text) => {
    const searched = searchedAs(text);
    return words.every((word) => searched.includes(word));
  };
}
