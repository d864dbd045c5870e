import { type ComponentType, lazy } from 'react';
import type { JudgedSheetProps } from '../card/judged-sheet.tsx';
import { RatingButtons } from '../card/rating-buttons.tsx';

/** Loaded by a student who practises so, or as a class does, or has typed an answer. */
export const loadLaterParts = () => import('./later-parts.tsx');

export const ChoiceBox = lazy(async () => ({ default: (await loadLaterParts()).ChoiceBox }));
export const ClassWayNote = lazy(async () => ({ default: (await loadLaterParts()).ClassWayNote }));
export const DictationPrompt = lazy(async () => ({ default: (await loadLaterParts()).DictationPrompt }));
/** Where it cannot be loaded, students rate their answer themselves: without a network the session goes on. */
export const JudgedSheet = lazy<ComponentType<JudgedSheetProps>>(() =>
  loadLaterParts().then(
    (parts) => ({ default: parts.JudgedSheet }),
    () => ({ default: RatingButtons }),
  ),
);
