/**
 * The plain numbers of the learning contract. They stand in `core` beside TypeBox schemas, which must stay out of
 * the bundle; a test compares the two.
 */
export const ROUND_SIZE = 20;
/** Cards that may be in the learning list at once. */
export const LEARNING_MAX = 20;
/** Seconds that one answer can count. */
export const TIME_SPENT_MAX = 3_600;
/** Milliseconds that a card can be thought about. */
export const THINK_MS_MAX = 3_600_000;
export const TRIES_MAX = 1_000;
/** Ratings of a session that can be taken back one after the other. */
export const UNDO_STEPS = 50;
/** The most cards that one call of `cards/set` gives. */
export const SET_LIMIT_MAX = 100;
/** The daily maximum may not be below this many times the new cards a day. */
export const MAX_PER_NEW = 10;
export const DEFAULT_SETTINGS = { new_cards_per_day: 20, max_cards_per_day: 200 };
/** The most that the daily limits may be. */
export const SETTINGS_LIMITS = { newCards: 9_999, maxCards: 99_999 };
