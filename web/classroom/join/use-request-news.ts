import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { OwnJoinRequest } from '../../../core/classroom/classroom.schema.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { type useClasses, useMembershipChanged } from '../classroom.queries.ts';

/**
 * Notifies the student of the outcome of a request that is no longer there. A request that the student withdraws here
 * is no news: `expect` announces it beforehand.
 */
export function useRequestNews(
  requests: readonly OwnJoinRequest[] | undefined,
  classes: Pick<ReturnType<typeof useClasses>, 'mutate'>,
) {
  const { t } = useLingui();
  const notices = useNotices();
  const membershipChanged = useMembershipChanged();
  const before = useRef<readonly OwnJoinRequest[]>([]);
  const expected = useRef(new Set<number>());

  const notify = useEffectEvent(async (answered: OwnJoinRequest[]) => {
    void membershipChanged();
    const joined = (await classes.mutate()) ?? [];
    for (const { class_id, class_name } of answered) {
      const into = joined.find(({ id }) => id === class_id);
      if (into) notices.success(t`You are now in the class ${into.name}.`);
      else if (class_name === null)
        notices.info(t`Your request to join class ${class_id} is no longer open.`);
      else notices.info(t`Your request to join ${class_name} is no longer open.`);
    }
  });

  useEffect(() => {
    if (!requests) return;
    const gone = before.current.filter((old) => !requests.some(({ id }) => id === old.id));
    // Each only once: the student may ask again.
    const answered = gone.filter((old) => !expected.current.delete(old.id));
    before.current = requests;
    if (answered.length > 0) void notify(answered);
  }, [requests]);

  return { expect: (request: OwnJoinRequest) => void expected.current.add(request.id) };
}
