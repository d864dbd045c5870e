import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useAnnouncedChanges } from '../../ui/use-announced-changes.ts';
import type { ProgressOfRange } from './class-progress.queries.ts';
import { changedStudents } from './progress-list.ts';

const sameRange = ({ range: a }: ProgressOfRange, { range: b }: ProgressOfRange) =>
  a.start_date === b.start_date && a.end_date === b.end_date;

/** What a live region says of figures that change by themselves; that other dates have others is no news. */
export function useAnnouncedProgress(progress: ProgressOfRange | undefined) {
  const { t } = useLingui();
  return useAnnouncedChanges(progress, {
    changed: (before, after) => (sameRange(before, after) ? changedStudents(before.data, after.data) : []),
    text: (students) =>
      t`${plural(students, { one: '# student has new figures', other: '# students have new figures' })}`,
  });
}
