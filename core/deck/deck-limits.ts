/** Letters as a reader counts them (`graphemeCount`). */
export const DECK_TITLE_MAX = 50;
export const DECK_DESCRIPTION_MAX = 100;
/** Letters of the label of an official deck's button. */
export const OFFICIAL_LABEL_MAX = 50;

/** The daily limits that a student may choose for a deck. */
export const NEW_CARDS_PER_DAY_MAX = 9_999;
export const CARDS_PER_DAY_MAX = 99_999;
/** The daily maximum may not be below this many times the new cards a day. */
export const MAX_PER_NEW = 10;

/** The languages in which cards are read aloud, as the first part of what a browser calls its voices. */
export const CARD_LANGUAGES = ['vi', 'en', 'zh', 'ja', 'ko', 'fr', 'de', 'es', 'ru', 'th'] as const;
export type CardLanguage = (typeof CARD_LANGUAGES)[number];

/** What a deck says of a side: its language, or that it is not read aloud. Null goes by the letters of each card. */
export type SideLanguage = CardLanguage | 'none' | null;

/** The ways to practise a deck. */
export const WAYS = ['turning', 'typing', 'dictation', 'choice'] as const;
