import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Way } from '../../core/deck/deck.schema.ts';

/** The ways to practise, in the order in which they are offered. */
export const wayTexts: Record<Way, MessageDescriptor> = {
  turning: msg`Turn the card`,
  typing: msg`Type the answer`,
  dictation: msg`Listen and type`,
  choice: msg`Choose from four`,
};
