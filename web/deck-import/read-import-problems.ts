import { addressOf } from '../../core/address.ts';
import type { Problem } from '../../core/deck-import/deck-import.schema.ts';
import { getAll } from '../lib/all-pages.ts';

/** Everything that was found in an import, in the order of its rows. */
export const readImportProblems = (importId: number): Promise<Problem[]> =>
  getAll(addressOf('GET /api/admin/imports/:importId/problems', { params: { importId } }));
