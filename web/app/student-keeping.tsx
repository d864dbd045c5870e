import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { learns } from '../../core/contract/roles.ts';
import { useProgressSaved } from '../learning/queue/progress-saved.ts';
import { keepDecks } from '../learning/session/deck-keeper.ts';
import { dropOldReads } from '../lib/call/kept-reads.ts';
import { useOffline } from '../lib/call/network.ts';
import { useIsAtWorkHere } from '../lib/kept/at-work.ts';
import { hasCache } from '../lib/kept/expiring-cache.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import { browserClock } from '../lib/live/timing.ts';
import { openRole } from '../lib/pages/access.ts';

// Most students have nothing of an exam here.
const ExamSender = lazy<ComponentType>(() =>
  import('../exam/attempt/exam-sender.tsx').catch(() => ({ default: () => null })),
);

/** What the page itself reads comes first. */
const KEEP_AFTER_MS = 4_000;

/** Keeps what a student needs without a network, between sessions, and sends what an exam has left here. */
export default function StudentKeeping() {
  const { pathname } = useLocation();
  const session = useSession();
  const isAtWork = useIsAtWorkHere();
  const offline = useOffline();
  const isIdle = !isAtWork && !offline && learns(openRole(session));

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
