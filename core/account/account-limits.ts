/** Characters of a password, composed as it is hashed. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** What keyboards may send for it: a letter and up to three marks are one character. */
export const TYPED_PASSWORD_MAX = 4 * PASSWORD_MAX;
/** Code units of a person's name. */
export const PERSON_NAME_MAX = 100;
/** Code units of an email address. */
export const EMAIL_MAX = 254;
/** The HTML standard's own definition of an email field, so that browser, server and pasted lists agree. */
export const EMAIL_PATTERN =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** Days for which the digest of a device, and of an address, is kept after the last login from there. */
export const DEVICE_DAYS = 180;
export const ADDRESS_DAYS = 30;
/** Rows of one list of students; a larger one is no class. */
export const ROSTER_ROWS_MAX = 1_000;
/** Rows that become accounts in one call. */
export const ROSTER_PART_MAX = 40;
/** Accounts that the lists of one teacher may have made. */
export const ROSTER_ACCOUNTS_MAX = 5_000;
/** Characters of a pasted list: some hundred for each row, and then far too many. */
export const ROSTER_TEXT_MAX = 1_000_000;
/** How fast sound is heard; 1 is as fast as it was spoken. */
export const SOUND_SPEEDS = [0.5, 0.75, 1, 1.25, 1.5] as const;
/** The header in which answers to an account that will be erased say when, and for which reason. */
export const ACCOUNT_END = 'account-end';
