import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { keepDecks } from '../learning/deck-keeper.ts';
import { useProgressSaved } from '../learning/progress-saved.ts';
import { useIsAtWorkHere } from '../lib/at-work.ts';
import { hasCache } from '../lib/expiring-cache.ts';
import { dropOldReads } from '../lib/kept-reads.ts';
import { useOffline } from '../lib/network.ts';
import { openRole } from '../lib/pages/access.ts';
import { useSession } from '../lib/stored-session.ts';
import { browserClock } from '../lib/timing.ts';

// Most students have nothing of an exam here.
const ExamSender = lazy<ComponentType>(() =>
  import('../exam/session/exam-sender.tsx').catch(() => ({ default: () => null })),
);

/** What the page itself reads comes first. */
const KEEP_AFTER_MS = 4_000;

/** Keeps what a student needs without a network, between sessions, and sends what an exam has left here. */
export default function StudentKeeping() {
  const { pathname } = useLocation();
  const session = useSession();
  const isAtWork = useIsAtWorkHere();
  const offline = useOffline();
  const isIdle = !isAtWork && !offline && openRole(session) === 'student';

  useEffect(dropOldReads, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page is an occasion
  useEffect(() => (isIdle ? browserClock.after(KEEP_AFTER_MS, keepDecks) : undefined), [isIdle, pathname]);
  useProgressSaved(() => {
    if (isIdle) keepDecks();
  });
  return hasCache('exam:') ? (
    <Suspense>
      <ExamSender />
    </Suspense>
  ) : null;
}
