import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { callApi } from '../lib/api-client.ts';

/** Stops an import, or throws the files of a checked one away; answers how it stands then. */
export async function cancelImport(importId: number): Promise<DeckImport> {
  return (await callApi('POST /api/admin/imports/:importId/cancel', { params: { importId } })).data;
}
