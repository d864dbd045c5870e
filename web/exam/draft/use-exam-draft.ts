import { useEffect, useEffectEvent, useRef } from 'react';
import { dropCache, readCache, writeCache } from '../../lib/kept/expiring-cache.ts';
import { readSession } from '../../lib/kept/stored-session.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { type ExamValues, sameExam } from '../form/exam-values.ts';
import { EXAM_DRAFT } from './exam-draft-guard.ts';

const MAX_AGE_MS = 90 * 86_400_000;
/** To be raised when the shape of a draft changes: older ones are then no longer read. */
const VERSION = '1';

/** A half-written exam, as this browser keeps it for the logged-in user. */
export interface ExamDraft {
  values: ExamValues;
  classId: string | null;
  /** An audio file was chosen, which no storage can keep. */
  lostAudio: boolean;
}

/** The end keeps the name of one draft from being the beginning of another. */
const nameOf = (examId: number | null) => `${EXAM_DRAFT}${examId ?? 'new'}/`;

/** Returns what was not saved of this exam, or of a new one. */
export const readDraft = (examId: number | null): ExamDraft | null =>
  readCache<ExamDraft>(nameOf(examId), { version: VERSION, maxAgeMs: MAX_AGE_MS });

/** False when the browser has no room for it or allows none. */
export const writeDraft = (examId: number | null, draft: ExamDraft): boolean =>
  writeCache(nameOf(examId), draft, { version: VERSION });

export const dropDraft = (examId: number | null): void => dropCache(nameOf(examId));

/**
 * Returns what a draft makes of the exam as it is on the server; null when it says nothing else. Questions that were
 * taken out meanwhile come back under their ids; an audio that is gone does not.
 */
export function restoredValues(draft: ExamDraft, current: ExamValues): ExamValues | null {
  const audioPath = draft.values.audioPath === null ? null : current.audioPath;
  const values = { ...draft.values, audioPath };
  return sameExam(values, current) && !draft.lostAudio ? null : values;
}

/** How long the hands must rest until what they wrote is kept. */
const REST_MS = 400;

/**
 * Keeps a half-written exam in this browser as long as it differs from what is saved. Writes a moment after each
 * change and when the page is left. Returns a function that forgets it for good.
 */
export function useExamDraft(examId: number | null, saved: ExamValues, draft: ExamDraft): () => void {
  const owner = useRef(readSession().userId);
  const isWaiting = useRef(false);
  const isOver = useRef(false);

  const keep = useEffectEvent(() => {
    // A user that has logged out leaves nothing behind for the next user.
    if (!isWaiting.current || isOver.current || readSession().userId !== owner.current) return;
    isWaiting.current = false;
    if (draft.lostAudio || !sameExam(draft.values, saved)) writeDraft(examId, draft);
    else dropDraft(examId);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the wait
  useEffect(() => {
    isWaiting.current = true;
    return browserClock.after(REST_MS, () => keep());
  }, [draft]);

  useEffect(() => {
    const unfollow = followPage({ onLeave: () => keep() });
    return () => {
      unfollow();
      keep();
    };
  }, []);

  return () => {
    isOver.current = true;
    dropDraft(examId);
  };
}
