import type { Projection } from '../../core/log/projection.ts';
import { projections } from '../../core/log/projections.ts';
import { StartError } from '../start-error.ts';

/** The projections of these names, or all, each with what it follows, in their order. */
export function chosenProjections(names: readonly string[]): Projection[] {
  const known = projections.map(({ name }) => name);
  for (const name of names)
    if (!known.includes(name))
      throw new StartError(`There is no projection "${name}". There are: ${known.join(', ')}.`);
  if (names.length === 0) return projections;
  const chosen = new Set(names);
  for (const { name, follows } of projections) if (chosen.has(name) && follows) chosen.add(follows);
  // A projection that follows one that is rebuilt has to be computed from its rows.
  for (const { name, follows } of projections) if (follows && chosen.has(follows)) chosen.add(name);
  return projections.filter(({ name }) => chosen.has(name));
}
