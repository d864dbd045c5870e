/**
 * Letters that nobody sees: space, fillers, the empty Braille pattern, control and format characters. Format
 * characters include those that change the direction of writing.
 */
const INVISIBLE = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Of these, those that mean nothing at the ends of any text: blanks, and where a line may break. */
const BLANK = /[\s\u00ad\u200b\u2060]/;

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text[start]!)) start++;
  while (end > start && BLANK.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/**
 * Text as it is kept: without space around it, its letters composed (NFC), so that equal texts are equal bytes. Half a
 * character, which no database takes, becomes `\uFFFD`. Text in which nothing can be seen is no text: empty.
 *
 * Within it stay the letters that nobody sees: joiners make emojis, and marks of direction hold a line of Arabic together.
 * Only a mark of byte order means nothing anywhere. Two texts are compared by `comparedAs` of normal-form.ts.
 */
export function tidyText(text: string): string {
  const tidy = trimmed(text.toWellFormed().replaceAll('\ufeff', '')).normalize('NFC');
  return INVISIBLE.test(tidy) ? '' : tidy;
}

/** A name as it is kept: as other texts, in one line, with single blanks, and without places where it may break. */
export const tidyLine = (text: string): string =>
  tidyText(text.replaceAll(/[\u00ad\u200b\u2060]/g, '').replaceAll(/[\s\u0085]+/g, ' '));

/** Letters of scripts that run from right to left, in which marks of direction mean something. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * A pasted text as it is read: composed letters, one kind of line end and of blank. What nobody sees, and programs leave
 * there, is gone. So a line begins with what one sees at its beginning.
 */
export function tidyPaste(pasted: string): string {
  const text = pasted
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '');
  return RIGHT_TO_LEFT.test(text) ? text : text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Tidies a text that may be missing: blank is null. */
export const tidyOptional = (text: string | null | undefined): string | null => tidyText(text ?? '') || null;
