/** Calls that one batch has at most. */
export const BATCH_MAX = 20;
