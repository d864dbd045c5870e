import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MainContentType } from '../../core/exam/exam.schema.ts';

/** What an exam is about, in a word. */
export const contentLabel: Record<MainContentType, MessageDescriptor> = {
  text: msg`Reading`,
  audio: msg`Listening`,
  none: msg`Questions Only`,
};
