import { addressOf } from '../../core/address.ts';
import type { ExportFormat } from '../../core/deck-export/deck-export.schema.ts';
import { readFile } from '../lib/file-download.ts';
import { saveFile } from '../lib/save-file.ts';

/** Takes a deck home as a file that is called after it. Rejects when that fails, also in the middle. */
export function useExportDeck(deckId: number, title: string): (format: ExportFormat) => Promise<void> {
  return async (format) => {
    const content = await readFile(
      addressOf('GET /api/decks/:deckId/export', { params: { deckId }, query: { format } }),
    );
    saveFile(`${title}.${format}`, content);
  };
}
