/** Marks of emphasis and of readings, those that are escaped too, and the backslash of an escaped formula. */
const MARKS = String.raw`\\?\{([^{}|\n]+)\|[^{}|\n]+\}|\\?\*\*|\\?//|\\(?=\\[(\[])`;

/** SQL of a card's text without emphasis and readings, by which texts are compared: what looks like a mark goes, too. */
export const shownText = (text: string): string => `regexp_replace(${text}, '${MARKS}', '\\1', 'g')`;
