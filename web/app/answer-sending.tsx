import { lazy, Suspense } from 'react';
import { useSession } from '../lib/stored-session.ts';

// Only a student has answers to send; without the network there is nothing to send them with either.
const AnswerSender = lazy(() =>
  import('../learning/answer-sender.tsx').catch(() => ({ default: () => null })),
);

/** Sends a student's waiting answers, whatever page is open. */
export function AnswerSending() {
  const { role } = useSession();
  return role === 'student' ? (
    <Suspense>
      <AnswerSender />
    </Suspense>
  ) : null;
}
