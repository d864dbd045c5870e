import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

const FOLDER = join(import.meta.dirname, '../../test/mutants');

/** Every mutant by area, as `log` of `log.mutants.ts`, in the order of the files' names. */
export async function mutantsByArea(): Promise<Map<string, Mutant[]>> {
  const found = new Map<string, Mutant[]>();
  for (const name of readdirSync(FOLDER).sort()) {
    const { mutants } = (await import(join(FOLDER, name))) as { mutants: Mutant[] };
    found.set(name.replace('.mutants.ts', ''), mutants);
  }
  return found;
}

/**
 * Those of which area, name or file contains one of the words, in whatever case; without words all. Throws for a word
 * that none contains.
 */
export function chosenMutants(areas: Map<string, Mutant[]>, words: string[]): Mutant[] {
  const all = [...areas].flatMap(([area, mutants]) => mutants.map((mutant) => ({ area, mutant })));
  const contains = (word: string) => (one: { area: string; mutant: Mutant }) =>
    [one.area, one.mutant.name, one.mutant.file].some((text) =>
      text.toLowerCase().includes(word.toLowerCase()),
    );
  for (const word of words) if (!all.some(contains(word))) throw new Error(`No mutant is called “${word}”.`);
  return all
    .filter((one) => words.length === 0 || words.some((word) => contains(word)(one)))
    .map(({ mutant }) => mutant);
}

/** Returns of a list the share `N/M`: each M-th, from the N-th on. Throws for what is no share. */
export function shardOf<One>(list: One[], share: string): One[] {
  const [, place, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(share) ?? [];
  if (!place || Number(place) > Number(count)) throw new Error(`“${share}” is no share, such as 1/2.`);
  return list.filter((_, index) => index % Number(count) === Number(place) - 1);
}
