import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import { ROSTER_PART_MAX } from '../../core/roster/roster-limits.ts';
import { callApi } from '../lib/call/api-client.ts';
import { useAttempt } from '../ui/feedback/use-submit.ts';

const giveFailed = msg({ message: 'No new password was given: {message}' });

/** Gives new passwords, a part after the other. What was given stays to be shown, also when a later part fails. */
export function useGivePasswords(classId: number) {
  const [slips, setSlips] = useState<readonly LoginSlip[]>([]);
  const [give, isGiving] = useAttempt(giveFailed, async (studentIds: readonly number[]) => {
    for (let start = 0; start < studentIds.length; start += ROSTER_PART_MAX) {
      const student_ids = studentIds.slice(start, start + ROSTER_PART_MAX);
      const { data } = await callApi('POST /api/classes/:classId/passwords', {
        params: { classId },
        body: { student_ids },
      });
      setSlips((before) => [...before, ...data]);
    }
  });
  return { slips, isGiving, give };
}
