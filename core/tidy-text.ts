/**
 * Text as it is kept: without space around it, its letters composed (NFC), so that equal texts are equal bytes. Half a
 * character, which no database takes, becomes `\uFFFD`.
 */
export const tidyText = (text: string): string => text.trim().normalize('NFC').toWellFormed();

/** The same for a text that may be missing: blank is null. */
export const tidyOptional = (text: string | null | undefined): string | null => tidyText(text ?? '') || null;
