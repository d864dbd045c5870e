import { dropFilesOfOthers } from '../lib/kept/kept-files.ts';
import { forgetSealKey, usersToSeal, whileSealing } from '../lib/kept/seal-key.ts';

/** Makes what users that are gone have left in this browser unreadable: their work is sealed, the rest is removed. */
export function leaveNothing(): Promise<void> {
  return whileSealing(async () => {
    try {
      for (const { userId, sealKey } of usersToSeal()) {
        const { sealWorkOf } = await import('../lib/kept/sealed-work.ts');
        const { answersElsewhere } = await import('../learning/queue/answers-elsewhere.ts');
        await sealWorkOf(userId, sealKey, await answersElsewhere());
        // Not before: a page that closes in between leaves it to the next one, which does all again.
        forgetSealKey(userId);
      }
    } catch (error) {
      // The next page does it.
      console.warn(error);
    }
    await dropFilesOfOthers();
  });
}
