/** Letters that no other language has that is taught here. */
const VIETNAMESE_LETTERS = /[ăđơư\u1ea0-\u1ef9]/i;
/** Marks that Vietnamese shares with others. */
const SHARED_LETTERS = /[àáâãèéêìíĩòóôõùúũý]/i;
/** A syllable with its marks taken off: beginning, vowels, end. */
const SYLLABLE =
  /^(b|ch?|d|gh?|gi|h|kh?|l|m|n|ngh?|nh|ph?|qu|r|s|th?|tr|v|x)?[aeiouy]{1,3}(ch?|m|n|ng|nh|p|t)?$/;
const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

const bare = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function isVietnamese(text: string): boolean {
  const whole = text.normalize('NFC');
  if (VIETNAMESE_LETTERS.test(whole)) return true;
  return (
    SHARED_LETTERS.test(whole) && (whole.match(/\p{L}+/gu) ?? []).every((word) => SYLLABLE.test(bare(word)))
  );
}

/**
 * Returns the language in which a card's text is to be spoken, as far as it shows: Vietnamese by its letters, and English
 * for what else stands on a card with Vietnamese. Undefined leaves it to the page's language.
 */
export function textLanguage(text: string, sides: readonly string[]): 'vi' | 'en' | undefined {
  if (isVietnamese(text)) return 'vi';
  return /\p{L}/u.test(text) && LATIN.test(text) && sides.some(isVietnamese) ? 'en' : undefined;
}
