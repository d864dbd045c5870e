import type { Projection } from '../../core/log/projection.ts';
import { projectionsWithFollowed, unknownProjections } from '../../core/log/rebuilding/projection-choice.ts';
import { projections } from '../../core/projections.ts';
import { StartError } from '../start-error.ts';

/** The projections of these names, or all, each with what it follows, in their order. */
export function chosenProjections(names: readonly string[]): readonly Projection[] {
  const [wrong] = unknownProjections(projections, names);
  if (wrong === undefined) return projectionsWithFollowed(projections, names);
  const known = projections.map(({ name }) => name);
  throw new StartError(`There is no projection "${wrong}". There are: ${known.join(', ')}.`);
}
