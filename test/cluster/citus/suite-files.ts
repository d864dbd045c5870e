/** The product's own tests that run on databases over several servers, by what they are about. */
export const SUITE: Record<string, string[]> = {
  study: ['test/learning/progress/learning-projections.test.ts'],
};
