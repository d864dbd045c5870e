import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { LoginSlip } from '../../core/roster/roster.schema.ts';
import { useClasses } from '../classroom/classroom.queries.ts';
import { callApi } from '../lib/api-client.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { MadeSlips } from './made-slips.tsx';

const giveFailed = msg({ message: 'No new password was given: {message}' });

/** It comes at the end of a window that may be scrolled. */
const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' });

interface GivePasswordProps {
  classId: number;
  studentId: number;
  name: string;
}

/** A new password for a student who has forgotten theirs, shown once. */
export function GivePassword({ classId, studentId, name }: GivePasswordProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const failed = useFailure();
  const classes = useClasses();
  const [slips, setSlips] = useState<readonly LoginSlip[]>([]);
  const [isGiving, setGiving] = useState(false);

  const give = async () => {
    const sure = await confirm({
      title: t`A new password for ${name}?`,
      text: t`The old one ends, and ${name} is logged out everywhere. The new one is shown to you once.`,
      confirmLabel: t`Give a new password`,
    });
    if (!sure) return;
    setGiving(true);
    try {
      const { data } = await callApi('POST /api/classes/:classId/passwords', {
        params: { classId },
        body: { student_ids: [studentId] },
      });
      setSlips(data);
    } catch (error) {
      failed(giveFailed, error);
    } finally {
      setGiving(false);
    }
  };

  if (slips.length > 0)
    return (
      <div ref={showWhole}>
        <MadeSlips slips={slips} className={classes.data?.find(({ id }) => id === classId)?.name ?? ''} />
      </div>
    );
  return (
    <Button
      variant="light"
      leftSection={<IconKey size={18} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
      loading={isGiving}
      onClick={() => void give()}
    >
      {t`Give a new password`}
    </Button>
  );
}
