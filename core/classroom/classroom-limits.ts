/** Letters of a class's name, as a reader counts them (`letterCount`). */
export const CLASS_NAME_MAX = 100;
/** Classes that one answer has at most: each brings its decks and exams along where they are asked for. */
export const CLASSES_PAGE_MAX = 100;
