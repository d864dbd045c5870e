import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LogRun } from '../../../core/log/log.schema.ts';

/** Says in a sentence what came of a run; null while it is open, and when rows were never compared. */
export function useRunResult(): (run: LogRun) => string | null {
  const { t } = useLingui();
  return ({ kind, status, differences }) => {
    if (status === 'cancelled') return t`It was cancelled; live tables are as they were.`;
    if (status !== 'completed' || differences === null) return null;
    if (kind === 'rebuild')
      return differences === 0
        ? t`Rebuilt; no row had to be changed.`
        : t`${plural(differences, {
            one: 'Rebuilt; # row differed and was put right.',
            other: 'Rebuilt; # rows differed and were put right.',
          })}`;
    return differences === 0
      ? t`No row differs.`
      : t`${plural(differences, { one: '# row differs.', other: '# rows differ.' })}`;
  };
}
