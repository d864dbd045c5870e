import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useClasses } from '../classroom/classroom.queries.ts';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { MadeSlips } from './made-slips.tsx';
import { useGivePasswords } from './use-give-passwords.ts';

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
