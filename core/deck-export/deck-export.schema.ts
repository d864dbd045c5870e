import { type Static, Type } from '@sinclair/typebox';
import { contracts, DeckIdParams } from '../contract/endpoint.ts';

/** `zip`: deck.json with its files. `csv`: a table without them. `apkg`: a package for Anki. */
export const ExportFormat = Type.Union([Type.Literal('zip'), Type.Literal('csv'), Type.Literal('apkg')]);
export type ExportFormat = Static<typeof ExportFormat>;

export const exportDeck = contracts('Decks').get('/api/decks/:deckId/export', {
  access: 'any',
  summary: 'A deck as a file, for whoever may read it',
  params: DeckIdParams,
  querystring: Type.Object({ format: ExportFormat }),
  answers: Type.Any(),
});
