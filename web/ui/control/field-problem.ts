import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What is wrong with a text: it is missing, has too many letters, or the server does not take it. */
export type FieldProblem = 'required' | 'long' | 'refused';

export const fieldProblemText: Record<FieldProblem, MessageDescriptor> = {
  required: msg`Please fill in this field`,
  long: msg`This is too long`,
  refused: msg`This value is not accepted`,
};
