import { lazy } from 'react';

/** Loaded by who practises so. */
export const ChoiceBox = lazy(async () => ({ default: (await import('./choice-box.tsx')).ChoiceBox }));
export const DictationPrompt = lazy(async () => ({
  default: (await import('./dictation-prompt.tsx')).DictationPrompt,
}));
