import { Rebuilding } from '../../../core/log/rebuilding/rebuilding.ts';
import { projections } from '../../../core/projections.ts';

interface InDatabase {
  databaseUrl: string;
}

/** Rebuilds projections beside the live ones, and does this with what came out. */
async function rebuilt<T>(
  { databaseUrl }: InDatabase,
  work: (rebuilding: Rebuilding) => Promise<T>,
  chosen = projections,
): Promise<T> {
  const rebuilding = await Rebuilding.begin({ databaseUrl, projections: chosen });
  try {
    await rebuilding.build();
    return await work(rebuilding);
  } finally {
    await rebuilding.close();
  }
}

/** The rows by which the live projections differ from what the log says. */
export const differences = (where: InDatabase, chosen = projections) =>
  rebuilt(where, (rebuilding) => rebuilding.compare(), chosen);

export const replace = (where: InDatabase) => rebuilt(where, (rebuilding) => rebuilding.replace());
