import { useSyncExternalStore } from 'react';
import type { QueueSnapshot } from './answer-queue.parts.ts';
import { answerQueue } from './start-answer-queue.ts';

const subscribe = (listener: () => void) => answerQueue().subscribe(listener);
const getSnapshot = () => answerQueue().snapshot();

/** How many answers wait for the server, and whether they are being sent. */
export function useAnswerQueue(): QueueSnapshot {
  return useSyncExternalStore(subscribe, getSnapshot);
}
