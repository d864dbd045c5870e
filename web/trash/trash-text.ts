import { msg } from '@lingui/core/macro';
import type { TrashedCard } from '../../core/trash/trash.schema.ts';

export const emptiedText = {
  done: msg`Deleted for good.`,
  failed: msg({ message: 'Nothing was deleted: {message}' }),
};

/** How a card came into the trash. */
export const causeText: Record<TrashedCard['cause'], ReturnType<typeof msg>> = {
  deleted: msg`Deleted`,
  moved: msg`Moved to another deck`,
  import: msg`Left out of an import`,
  undone: msg`Taken back`,
};
