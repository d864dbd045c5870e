/** Up to a quarter less than `ms`, by chance, so that workers that failed together do not try together. */
export const apart = (ms: number): number => ms * (1 - Math.random() / 4);
