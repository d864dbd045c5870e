/** Letters as a reader counts them (`letterCount`). */
export const DECK_TITLE_MAX = 50;
export const DECK_DESCRIPTION_MAX = 100;
/** Letters of the label of an official deck's button. */
export const OFFICIAL_LABEL_MAX = 50;
