/** Letters of a class's name, as a reader counts them (`letterCount`). */
export const CLASS_NAME_MAX = 100;
/** Classes that one answer has at most: each brings its decks and exams along where they are asked for. */
export const CLASSES_PAGE_MAX = 100;

/** Days that a code holds at most. */
export const CODE_DAYS_MAX = 366;

/** What a search for students answers at most, and how long its text may be. */
export const FOUND_STUDENTS_MAX = 20;
export const STUDENT_SEARCH_MAX = 100;
