/** True in a thorough run, `TEST_DEPTH=deep`: what tests try by chance they try more often. */
export const deep = process.env.TEST_DEPTH === 'deep';

/** How often to try in a normal run, or in a thorough one. */
export const runs = (normal: number, thorough: number): number => (deep ? thorough : normal);
