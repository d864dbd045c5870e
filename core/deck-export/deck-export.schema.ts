import { type Static, Type } from '@sinclair/typebox';
import { DeckIdParams, endpoint } from '../endpoint.ts';

/** `zip`: deck.json with its files. `csv`: a table without them. `apkg`: a package for Anki. */
export const ExportFormat = Type.Union([Type.Literal('zip'), Type.Literal('csv'), Type.Literal('apkg')]);
export type ExportFormat = Static<typeof ExportFormat>;

export const exportDeck = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/export',
  access: 'any',
  schema: {
    summary: 'A deck as a file, for whoever may read it',
    tags: ['Decks'],
    params: DeckIdParams,
    querystring: Type.Object({ format: ExportFormat }),
    response: { 200: Type.Any() },
  },
});
