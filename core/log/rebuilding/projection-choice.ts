import type { Projection } from '../projection.ts';

/** Returns those of the names that no projection has. */
export const unknownProjections = (projections: readonly Projection[], names: readonly string[]): string[] =>
  names.filter((name) => !projections.some((projection) => projection.name === name));

/** Returns the projections of these names, or all, each with what it follows and what follows it, in their order. */
export function projectionsWithFollowed(
  projections: readonly Projection[],
  names: readonly string[],
): readonly Projection[] {
  if (names.length === 0) return projections;
  const chosen = new Set(names);
  for (const { name, follows } of projections) if (chosen.has(name) && follows) chosen.add(follows);
  // A projection that follows one that is rebuilt has to be computed from its rows.
  for (const { name, follows } of projections) if (follows && chosen.has(follows)) chosen.add(name);
  return projections.filter(({ name }) => chosen.has(name));
}
