import { useEffect, useEffectEvent, useRef } from 'react';
import { readSession } from '../../lib/kept/stored-session.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { type ExamValues, sameExam } from '../form/exam-values.ts';
import { dropDraft, type ExamDraft, writeDraft } from './exam-draft.ts';

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
