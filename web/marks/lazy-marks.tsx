import { lazy } from 'react';

/** Loaded by a user who writes cards. */
export const MarkBar = lazy(async () => ({ default: (await import('./mark-bar.tsx')).MarkBar }));
export const MarkHelp = lazy(async () => ({ default: (await import('./mark-help.tsx')).MarkHelp }));
