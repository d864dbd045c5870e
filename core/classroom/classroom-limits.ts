/** Letters of a class's name, as a reader counts them (`letterCount`). */
export const CLASS_NAME_MAX = 100;
