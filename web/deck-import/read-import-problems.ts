import type { Problem } from '../../core/deck-import/deck-import.schema.ts';
import { getAll } from '../lib/all-pages.ts';
import { getTogether } from '../lib/gathered-get.ts';

/** Everything that was found in an import, in the order of its rows. */
export const readImportProblems = (importId: number): Promise<Problem[]> =>
  getAll(`/api/admin/imports/${importId}/problems`, getTogether);
