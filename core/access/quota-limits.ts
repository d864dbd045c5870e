/** What a student's own decks may be, in number, in cards of each, and in the files of all. */
export const STUDENT_DECKS_MAX = 20;
export const STUDENT_CARDS_MAX = 500;
export const STUDENT_FILES_MAX = 1_000;
export const STUDENT_FILE_BYTES_MAX = 50 * 1024 * 1024;
