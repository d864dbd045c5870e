/** Rows of one list; a larger one is no class. */
export const ROSTER_ROWS_MAX = 1_000;
/** Rows that become accounts in one call. */
export const ROSTER_PART_MAX = 40;
/** Accounts that the lists of one teacher may have made. */
export const ROSTER_ACCOUNTS_MAX = 5_000;
/** Characters of a user name. */
export const USER_NAME_MIN = 2;
export const USER_NAME_MAX = 40;
/** Characters of a pasted list: some hundred for each row, and then far too many. */
export const ROSTER_TEXT_MAX = 1_000_000;
