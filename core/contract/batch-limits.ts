/** Calls that one batch has at most. */
export const BATCH_MAX = 20;
/** Bytes of any answer that is neither a file nor a stream, and of all parts of a batch together. */
export const ANSWER_MAX = 2_000_000;
