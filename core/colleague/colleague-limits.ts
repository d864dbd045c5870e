/** Teachers of a class with its owner, and invitations that are still open, all together. */
export const CLASS_TEACHERS_MAX = 20;
/** Days that an invitation holds. */
export const INVITATION_DAYS = 14;
/** Invitations that a home shows at most, the newest ones. */
export const OFFERED_MAX = 100;
/** Letters and digits at the end of an invitation's link: 32 random bytes. */
export const INVITATION_TOKEN_LENGTH = 43;
