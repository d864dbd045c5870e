const DAY_MS = 24 * 3_600 * 1_000;

/** How exams are kept in this browser. A clock that is put right in the middle of one must not cost the answers. */
export const EXAM_CACHE = { version: '1.0', maxAgeMs: DAY_MS, setBackMs: DAY_MS };
