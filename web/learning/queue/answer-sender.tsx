import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorMessages } from '../../lib/call/error-text.ts';
import { isOffline } from '../../lib/call/network.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { progressFailureText } from '../learning-text.ts';
import { takeTrials, trialStore } from '../trial-store.ts';
import type { QueueEvent } from './answer-queue.ts';
import { answerQueue, startAnswerQueue } from './answer-queue.ts';
import { announceProgressSaved } from './progress-saved.ts';

/** Sends the answers that wait, on any page of the student, and notifies when that fails. Shows nothing itself. */
export default function AnswerSender() {
  const { i18n } = useLingui();
  const notices = useNotices();
  const { token, userId } = useSession();

  /** That answers could not be sent, as it was said last. */
  const failure = useRef('');

  const onEvent = useEffectEvent((event: QueueEvent) => {
    if (event.type === 'drained') {
      notices.withdraw(failure.current);
      announceProgressSaved();
    } else if (event.type === 'signed-out') notices.error(i18n._(errorMessages.unauthenticated));
    else if (event.type === 'dropped') notices.error(progressFailureText(i18n, event.error, event.item));
    // One notice for a series of failures: the session shows all the while how many answers wait.
    // That there is no network is said elsewhere, and no failure.
    else if (event.type === 'failed' && event.attempt === 1 && !isOffline()) {
      failure.current = progressFailureText(i18n, event.error, event.item);
      notices.error(failure.current);
    }
  });
  // This is loaded after the page, which may have been quicker to send.
  useEffect(() => answerQueue().tell((event) => onEvent(event)), []);

  // A new login, here or in another tab, is what a queue that was refused waits for.
  useEffect(() => {
    if (token === null || userId === null) return;
    takeTrials(answerQueue(), trialStore(), userId);
    startAnswerQueue();
  }, [token, userId]);
  return null;
}
