import type { Mutant } from '../../bin/mutants/mutant.ts';

/** The mutants of one file that the same tests should notice: by its name, the place of each and what stands there. */
export const mutantsIn = (
  file: string,
  tests: string[],
  places: Record<string, Pick<Mutant, 'find' | 'replace'>>,
): Mutant[] => Object.entries(places).map(([name, place]) => ({ name, file, tests, ...place }));
