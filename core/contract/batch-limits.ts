/** Calls that one batch has at most. */
export const BATCH_MAX = 20;
/** Bytes of any answer that is neither a file nor a stream. */
export const ANSWER_MAX = 5_000_000;
/** Bytes of all parts of a batch together. */
export const BATCH_ANSWER_MAX = 2_000_000;
