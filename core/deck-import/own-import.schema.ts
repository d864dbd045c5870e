import { AUTHORS, endpoint } from '../endpoint.ts';
import * as imports from './deck-import.schema.ts';

// Imports of teachers, and of students into decks of their own: what the administrator's calls take and answer, of nobody else's imports.

export const createOwnImport = endpoint({ ...imports.createImport, url: '/api/imports', access: AUTHORS });

export const listOwnImports = endpoint({ ...imports.listImports, url: '/api/imports', access: AUTHORS });

export const getOwnImport = endpoint({
  ...imports.getImport,
  url: '/api/imports/:importId',
  access: AUTHORS,
});

export const getOwnImportProblems = endpoint({
  ...imports.getImportProblems,
  url: '/api/imports/:importId/problems',
  access: AUTHORS,
});

export const watchOwnImport = endpoint({
  ...imports.watchImport,
  url: '/api/imports/:importId/live',
  access: AUTHORS,
});

export const cancelOwnImport = endpoint({
  ...imports.cancelImport,
  url: '/api/imports/:importId/cancel',
  access: AUTHORS,
});

export const checkOwnImportAgain = endpoint({
  ...imports.checkImportAgain,
  url: '/api/imports/:importId/check',
  access: AUTHORS,
});

export const confirmOwnImport = endpoint({
  ...imports.confirmImport,
  url: '/api/imports/:importId/confirm',
  access: AUTHORS,
});
