/** Letters a title may have. */
export const EXAM_TITLE_MAX = 150;

/** Minutes. */
export const DURATION_MIN = 5;
export const DURATION_MAX = 180;
export const DURATION_DEFAULT = 30;

export const MAIN_TEXT_MAX = 30_000;
export const QUESTION_TEXT_MAX = 2_000;
export const OPTION_TEXT_MAX = 500;

/** Questions an exam may have at all. */
export const QUESTIONS_MAX = 200;

/** Questions that are shown to students and scored: the first ones, in order. */
export const QUESTIONS_SCORED = 50;

/** An audio file has to be smaller than this, in bytes. */
export const EXAM_AUDIO_LIMIT = 10 * 1024 * 1024;

/**
 * Seconds for which an exam is still taken after its end, the same for everybody. So nobody loses an answer to a slow
 * line; then the server submits what it has.
 */
export const GRACE_SECONDS = 10;

/**
 * So long after its end the server hands an exam in by itself. Later than the last save that it takes, so that it finds
 * all of them.
 */
export const CLOSING_SECONDS = GRACE_SECONDS + 1;

/** The letters of a question's options, in order. */
export const OPTION_LETTERS = ['A', 'B', 'C', 'D'] as const;

/** Where the text of each option stands. */
export const OPTION_FIELD = { A: 'option_a', B: 'option_b', C: 'option_c', D: 'option_d' } as const;
