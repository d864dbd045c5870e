import { AUTHORS, type Endpoint } from '../contract/endpoint.ts';
import * as imports from './deck-import.schema.ts';

/**
 * Imports of teachers, and of students into decks of their own: what the administrator's calls take and answer, of
 * nobody else's imports.
 */
const own = <const C extends Endpoint, const U extends string>(
  contract: C,
  url: U,
): Omit<C, 'url' | 'access'> & { url: U; access: typeof AUTHORS } => ({ ...contract, url, access: AUTHORS });

export const createImport = own(imports.createImport, '/api/imports');
export const listImports = own(imports.listImports, '/api/imports');
export const getImport = own(imports.getImport, '/api/imports/:importId');
export const getImportProblems = own(imports.getImportProblems, '/api/imports/:importId/problems');
export const listImportCards = own(imports.listImportCards, '/api/imports/:importId/cards');
export const mendImportCard = own(imports.mendImportCard, '/api/imports/:importId/cards/:row');
export const watchImport = own(imports.watchImport, '/api/imports/:importId/live');
export const cancelImport = own(imports.cancelImport, '/api/imports/:importId/cancel');
export const checkImportAgain = own(imports.checkImportAgain, '/api/imports/:importId/check');
export const confirmImport = own(imports.confirmImport, '/api/imports/:importId/confirm');
