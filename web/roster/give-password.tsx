import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useClasses } from '../classroom/classroom.queries.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { MadeSlips } from './made-slips.tsx';
import { useGivePasswords } from './use-give-passwords.ts';

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
      onClick={() => void ask()}
    >
      {t`Give a new password`}
    </Button>
  );
}
