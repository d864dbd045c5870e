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
/** How fast sound is heard; 1 is as fast as it was spoken. */
export const SOUND_SPEEDS = [0.5, 0.75, 1, 1.25, 1.5] as const;
/** The header in which answers to an account that will be erased say when, and for which reason. */
export const ACCOUNT_END = 'account-end';
