/** Letters of a class's name, as a reader counts them (`graphemeCount`). */
export const CLASS_NAME_MAX = 100;

/** Days that a code holds at most. */
export const CODE_DAYS_MAX = 366;
/** Days that the code of a new class holds, a school year. Migration 0064 gave former classes as many. */
export const NEW_CODE_DAYS = 300;

/** What a search for students answers at most, and how long its text may be. */
export const FOUND_STUDENTS_MAX = 20;
export const STUDENT_SEARCH_MAX = 100;
