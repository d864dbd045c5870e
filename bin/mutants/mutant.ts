/** One place of the product made wrong: a fault that the tests must notice. */
export interface Mutant {
  /** What is wrong then, in words. No other mutant has it. */
  name: string;
  /** From the project's folder. */
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  /** What stands there instead. */
  replace: string;
  /** The test files of which one should notice, from the project's folder. */
  tests: string[];
}

/** Returns the file's text with the fault in it. Throws when the place is not there exactly once, or nothing would change. */
export function mutated(text: string, { name, file, find, replace }: Mutant): string {
  const [before, after, ...more] = text.split(find);
  if (find === '' || after === undefined || more.length > 0)
    throw new Error(`“${name}”: its text is in ${file} ${text.split(find).length - 1} times, not once`);
  if (find === replace) throw new Error(`“${name}”: changes nothing`);
  return `${before}${replace}${after}`;
}

/** The mutants of one file that the same tests should notice: by its name, the place of each and what stands there. */
export const mutantsIn = (
  file: string,
  tests: string[],
  places: Record<string, Pick<Mutant, 'find' | 'replace'>>,
): Mutant[] => Object.entries(places).map(([name, place]) => ({ name, file, tests, ...place }));
