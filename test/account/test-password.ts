import { hashPassword } from '../../core/account/password.ts';

/** The password of every account that a test makes past the calls. */
export const TEST_PASSWORD = 'quiet lamp beside the river';

/** Hashed once for a process. */
export const TEST_PASSWORD_HASH = hashPassword(TEST_PASSWORD);
