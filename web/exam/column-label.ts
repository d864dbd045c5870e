import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The columns of the lists of exams, by name. */
export const columnLabel = {
  title: msg`Title`,
  questions: msg`Questions`,
  content: msg`Content`,
  minutes: msg`Minutes`,
  visible: msg`Visible`,
  classes: msg`Classes`,
  choice: msg`Results and assignment`,
  submissions: msg`Handed in`,
  actions: msg`Actions`,
} as const satisfies Record<string, MessageDescriptor>;

export type Column = keyof typeof columnLabel;
