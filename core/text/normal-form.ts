/**
 * The normal forms of what people type, of which each has one purpose: as it is kept (`tidyText`), as it is compared
 * (`comparedAs`), and as it is searched (`searchedAs`).
 */

/** Letters that nobody sees: hyphens that may be, spaces without a width, marks of direction and of byte order. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Signs that look alike, each with the one that stands for all. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\s\p{Z}]+/gu, ' '],
  [/[\p{Pd}\u00af\u2212\u02d7]/gu, '-'],
  [/[‘’‚‛′ʼʻ`´ʹ]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/Ð/g, 'Đ'],
  [/ð/g, 'đ'],
];

/** Both spellings of a syllable that ends in oa, oe or uy are taught: “khoẻ” and “khỏe”, “thuỷ” and “thủy”. */
const TONE_ON_LAST_VOWEL = /(?<!q)(o[ae]|uy)([\u0300\u0301\u0303\u0309\u0323])(?![\p{L}\p{M}])/giu;

/** The letters of a text (NFC) without those that nobody sees, each kind of space, hyphen and quote as one. */
export function levelled(text: string): string {
  let level = text.normalize('NFC').replace(UNSEEN, '');
  for (const [sign, plain] of SIGNS) level = level.replace(sign, plain);
  return level.trim();
}

/** A text as it is compared with another one: levelled, lower case, with one place for a syllable's tone. */
export const comparedAs = (text: string): string =>
  levelled(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(TONE_ON_LAST_VOWEL, (_, [first, last]: string, tone: string) => first! + tone + last!)
    .normalize('NFC');

/** A text as it is searched by who does not bother with accents: as it is compared, `đ` as `d`, and no marks. */
export const searchedAs = (text: string): string =>
  levelled(text).toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd');
