import { useLingui } from '@lingui/react/macro';
import type { ShareRight } from '../../../core/access/deck-rights-sql.ts';

/** The rights to a deck as a select offers them. */
export function useRightOptions(): { value: ShareRight; label: string }[] {
  const { t } = useLingui();
  return [
    { value: 'use', label: t`Use it: read it, copy it, give it to classes` },
    { value: 'edit', label: t`Edit it: change its cards as well` },
  ];
}
