/** Days for which what was deleted can be brought back. */
export const TRASH_DAYS = 30;
/** Cards that are brought back by their ids together. */
export const BROUGHT_BACK_AT_ONCE_MAX = 2_000;
