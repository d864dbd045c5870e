import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { EditAction } from '../../../../core/card/edits/card-edit.schema.ts';

/** What was done, by its action; each with `{count}` cards. */
export const editActionText: Record<EditAction, MessageDescriptor> = {
  texts: msg({ message: '{count, plural, one {# card was changed} other {# cards were changed}}' }),
  meaning: msg({
    message: '{count, plural, one {# card means something else now} other {# cards mean something else now}}',
  }),
  tags: msg({
    message:
      '{count, plural, one {The tags of # card were changed} other {The tags of # cards were changed}}',
  }),
  delete: msg({ message: '{count, plural, one {# card was deleted} other {# cards were deleted}}' }),
  place: msg({
    message: '{count, plural, one {# card has another place} other {# cards have another place}}',
  }),
  order: msg({
    message: '{count, plural, one {# card has another place} other {# cards have another place}}',
  }),
  copy: msg({ message: '{count, plural, one {# card was copied} other {# cards were copied}}' }),
  move: msg({ message: '{count, plural, one {# card was moved} other {# cards were moved}}' }),
};
