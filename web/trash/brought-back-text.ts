import { msg } from '@lingui/core/macro';

/** What is said of bringing back, also where something was deleted a moment ago. */
export const broughtBackText = {
  deck: msg`The deck is back.`,
  cards: msg`Brought back.`,
  failed: msg({ message: 'Nothing was brought back: {message}' }),
};
