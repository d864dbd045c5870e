import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CardTextName } from '../../core/contract/card-fields.ts';

/** What the texts of a card and its audio are called where one is chosen. */
export const cardFieldText: Record<CardTextName | 'audio', MessageDescriptor> = {
  front: msg`Front`,
  back: msg`Back`,
  example_sentence: msg`Example sentence`,
  definition: msg`Definition`,
  part_of_speech: msg`Part of speech`,
  level: msg`Level`,
  audio: msg`Audio`,
};
