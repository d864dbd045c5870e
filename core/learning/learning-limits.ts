/** The numbers of learning that API, browser and simulation share. */

/** Cards of a round of the learning session, at most. */
export const ROUND_SIZE = 20;
/** Cards that may be in the learning list at once. */
export const LEARNING_MAX = 20;
/** Cards of an official deck that can be tried without an account. */
export const TRIAL_CARDS = 5;
/** The most cards that one call for the next cards gives. */
export const SET_LIMIT_MAX = 100;
/** Seconds that one answer can count. */
export const TIME_SPENT_MAX = 3_600;
/** Milliseconds that a card can be thought about. */
export const THINK_MS_MAX = 3_600_000;
/** Code units of what was typed or chosen. */
export const ANSWER_MAX = 500;
/** Answers to one card within a session that are counted. */
export const TRIES_MAX = 1_000;
/** Hours for which an answer can be taken back, by the server's clock. */
export const UNDO_HOURS = 24;
/** Ratings of a session that can be taken back one after the other. */
export const UNDO_STEPS = 50;
/** Days between two reviews from which on a card is known rather than being learnt. */
export const KNOWN_FROM_DAYS = 7;
/** Cards that one may ask for beyond the limits of a deck on one day. */
export const EXTRA_CARDS_MAX = 1_000;
/** Cards that one tap asks for beyond them. */
export const EXTRA_CARDS = 20;
/** Cards that are practised at once before a test. */
export const CRAM_CARDS_MAX = 200;
/** Tags of a deck that are offered for it. */
export const CRAM_TAGS_MAX = 100;
/** Answers in the history of a card. */
export const HISTORY_MAX = 200;
/** Days that students see their own study of: a year. */
export const ACTIVITY_DAYS = 365;
/** Missed days of a calendar month that do not end a streak. */
export const FORGIVEN_DAYS = 2;
/** Days of which retention is counted. */
export const RETENTION_DAYS = 30;
/** Weeks of seven days, up to today, for each of which it is counted as well. */
export const RECALL_WEEKS = 12;
/** Fewer reviews say nothing about a month, or a week. */
export const RECALL_ENOUGH = 10;
