import type { Problem } from '../../core/deck-import/deck-import.schema.ts';
import { callApi } from '../lib/api-client.ts';

/** Everything that was found in an import, in the order of its rows. */
export async function readImportProblems(importId: number): Promise<Problem[]> {
  return (await callApi<{ data: Problem[] }>('GET', `/api/admin/imports/${importId}/problems`)).data;
}
