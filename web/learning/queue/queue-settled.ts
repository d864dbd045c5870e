import { forgetEarlyReads } from '../../lib/call/early-reads.ts';
import type { AnswerQueue } from './answer-queue.ts';

/**
 * `empty` once the server has every answer; `stuck` when it can't have them for now (no network, no login). What an
 * earlier visit left counts too.
 */
export async function queueSettled(
  queue: Pick<AnswerQueue, 'recount' | 'snapshot' | 'subscribe' | 'wake'>,
): Promise<'empty' | 'stuck'> {
  await queue.recount();
  if (queue.snapshot().pending > 0) {
    // Another tab may be the one that sends them: the cards that the document has asked for are from before.
    forgetEarlyReads();
    queue.wake();
  }
  const settled = () => {
    const { pending, state } = queue.snapshot();
    if (pending === 0) return 'empty';
    return state === 'sending' ? undefined : 'stuck';
  };
  return new Promise((resolve) => {
    let unsubscribe = () => {};
    const check = () => {
      const result = settled();
      if (!result) return;
      unsubscribe();
      resolve(result);
    };
    unsubscribe = queue.subscribe(check);
    check();
  });
}
