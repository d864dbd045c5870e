import type { CardLanguage, SideLanguage } from '../deck/deck-limits.ts';

/** Letters that no other language has that is taught here. */
const VIETNAMESE_LETTERS = /[ăđơư\u1ea0-\u1ef9]/i;
/** Marks that Vietnamese shares with others. */
const SHARED_LETTERS = /[àáâãèéêìíĩòóôõùúũý]/i;
/** A syllable with its marks taken off: beginning, vowels, end. */
const SYLLABLE =
  /^(b|ch?|d|gh?|gi|h|kh?|l|m|n|ngh?|nh|ph?|qu|r|s|th?|tr|v|x)?[aeiouy]{1,3}(ch?|m|n|ng|nh|p|t)?$/;
const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const SCRIPTS: readonly [RegExp, CardLanguage][] = [
  [KANA, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Cyrillic}/u, 'ru'],
];

const bare = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function isVietnamese(text: string): boolean {
  const whole = text.normalize('NFC');
  if (VIETNAMESE_LETTERS.test(whole)) return true;
  return (
    SHARED_LETTERS.test(whole) && (whole.match(/\p{L}+/gu) ?? []).every((word) => SYLLABLE.test(bare(word)))
  );
}

/**
 * Returns the language in which a card's text is to be spoken, as far as it shows: by its script, Vietnamese by its
 * letters, and English for what else stands on a card with Vietnamese. Undefined leaves it to the page's language.
 */
export function textLanguage(text: string, sides: readonly string[]): CardLanguage | undefined {
  for (const [script, language] of SCRIPTS) if (script.test(text)) return language;
  // The letters alone are of both; a card that has kana anywhere is Japanese.
  if (/\p{Script=Han}/u.test(text)) return sides.some((side) => KANA.test(side)) ? 'ja' : 'zh';
  if (isVietnamese(text)) return 'vi';
  return /\p{L}/u.test(text) && LATIN.test(text) && sides.some(isVietnamese) ? 'en' : undefined;
}

/**
 * Returns the language in which a side is read aloud, undefined for not at all. What a deck says comes first; a text with
 * letters that only Vietnamese has is read in no other language.
 */
export function spokenLanguage(
  text: string,
  sides: readonly string[],
  said: SideLanguage | undefined,
): CardLanguage | undefined {
  if (said === 'none' || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (!said) return textLanguage(text, sides);
  return VIETNAMESE_LETTERS.test(text.normalize('NFC')) ? 'vi' : said;
}
