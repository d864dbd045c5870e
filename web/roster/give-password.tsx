import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { ROSTER_PART_MAX } from '../../core/account/account-limits.ts';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import { useClasses } from '../classroom/classroom.queries.ts';
import { callApi } from '../lib/call/api-client.ts';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { MadeSlips } from './made-slips.tsx';

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

interface GivePasswordProps {
  classId: number;
  studentId: number;
  name: string;
}

/** A new password for a student who has forgotten theirs, shown once in a row of its own. */
export function GivePassword({ classId, studentId, name }: GivePasswordProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const classes = useClasses();
  const { slips, isGiving, give } = useGivePasswords(classId);

  const ask = async () => {
    const sure = await confirm({
      title: t`A new password for ${name}?`,
      text: t`The old one ends, and ${name} is logged out everywhere. The new one is shown to you once.`,
      confirmLabel: t`Give a new password`,
    });
    if (!sure) return;
    await give([studentId]);
  };

  if (slips.length > 0)
    return (
      <div style={{ flexBasis: '100%' }}>
        <MadeSlips slips={slips} className={classes.data?.find(({ id }) => id === classId)?.name ?? ''} />
      </div>
    );
  return (
    <Button
      variant="light"
      mih={44}
      leftSection={<IconKey size={18} aria-hidden />}
      loading={isGiving}
      onClick={() => void ask()}
    >
      {t`Give a new password`}
    </Button>
  );
}
