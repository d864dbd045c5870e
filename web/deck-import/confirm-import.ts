import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { callApi } from '../lib/api-client.ts';

/** Imports what was checked; answers how it stands then. */
export async function confirmImport(importId: number): Promise<DeckImport> {
  return (await callApi('POST /api/admin/imports/:importId/confirm', { params: { importId } })).data;
}
