import { type Static, Type } from '@sinclair/typebox';
import { contracts, OneOf } from '../contract/endpoint.ts';

/** `zip`: deck.json with its files. `csv`: a table without them. `apkg`: a package for Anki. */
export const ExportFormat = OneOf(['zip', 'csv', 'apkg']);
export type ExportFormat = Static<typeof ExportFormat>;

export const exportDeck = contracts('Decks').get('/api/decks/:deckId/export', {
  access: 'any',
  summary: 'A deck as a file, for whoever may read it',
  querystring: Type.Object({ format: ExportFormat }),
  answers: Type.Any(),
});
