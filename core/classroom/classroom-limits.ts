/** Letters of a class's name, as a reader counts them (`letterCount`). */
export const CLASS_NAME_MAX = 100;
/** Classes that one answer has at most: each brings its decks and exams along where they are asked for. */
export const CLASSES_PAGE_MAX = 100;

/** Letters of a class's code: none that is taken for another one or for a digit. The database checks the same. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 6;
/** Days that a code holds at most. */
export const CODE_DAYS_MAX = 366;
/** Wrong codes of one account, and of all accounts of the site together, in a quarter of an hour. */
export const CODE_TRIES = { account: 10, site: 1_000 };

/** What a search for students answers at most, and how long its text may be. */
export const FOUND_STUDENTS_MAX = 20;
export const STUDENT_SEARCH_MAX = 100;
