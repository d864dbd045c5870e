import { lazy } from 'react';

/** Loaded by who practises so, or as a class does. */
export const ChoiceBox = lazy(async () => ({ default: (await import('./choice-box.tsx')).ChoiceBox }));
export const ClassWayNote = lazy(async () => ({ default: (await import('./class-way.tsx')).ClassWayNote }));
export const DictationPrompt = lazy(async () => ({
  default: (await import('./dictation-prompt.tsx')).DictationPrompt,
}));
