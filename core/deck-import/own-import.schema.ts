import { endpoint } from '../endpoint.ts';
import * as imports from './deck-import.schema.ts';

// Teachers' own imports: what the administrator's calls take and answer, of nobody else's imports.

export const createOwnImport = endpoint({ ...imports.createImport, url: '/api/imports', access: 'teacher' });

export const listOwnImports = endpoint({ ...imports.listImports, url: '/api/imports', access: 'teacher' });

export const getOwnImport = endpoint({
  ...imports.getImport,
  url: '/api/imports/:importId',
  access: 'teacher',
});

export const getOwnImportProblems = endpoint({
  ...imports.getImportProblems,
  url: '/api/imports/:importId/problems',
  access: 'teacher',
});

export const watchOwnImport = endpoint({
  ...imports.watchImport,
  url: '/api/imports/:importId/live',
  access: 'teacher',
});

export const cancelOwnImport = endpoint({
  ...imports.cancelImport,
  url: '/api/imports/:importId/cancel',
  access: 'teacher',
});

export const confirmOwnImport = endpoint({
  ...imports.confirmImport,
  url: '/api/imports/:importId/confirm',
  access: 'teacher',
});
