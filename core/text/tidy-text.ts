/**
 * Letters that nobody sees: space, fillers, the empty Braille pattern, control and format characters. Format
 * characters include those that change the direction of writing.
 */
const INVISIBLE = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Text as it is kept: without space around it, its letters composed (NFC), so that equal texts are equal bytes. Half a
 * character, which no database takes, becomes `\uFFFD`. Text in which nothing can be seen is no text: empty.
 */
export function tidyText(text: string): string {
  const tidy = text.toWellFormed().trim().normalize('NFC');
  return INVISIBLE.test(tidy) ? '' : tidy;
}

/** Tidies a text that may be missing: blank is null. */
export const tidyOptional = (text: string | null | undefined): string | null => tidyText(text ?? '') || null;
