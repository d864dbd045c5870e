import { Trans } from '@lingui/react/macro';
import { IconUsers } from '@tabler/icons-react';
import { Empty } from '../../ui/empty.tsx';

/** A class to which nobody has come yet. */
export function NoStudents({ classId }: { classId: number }) {
  return (
    <Empty
      icon={<IconUsers size={28} aria-hidden />}
      text={
        <Trans>
          There are no students yet. Tell them the class number <strong>{classId}</strong>: they ask to join
          with it, and once you have approved them, you see here how they study.
        </Trans>
      }
    />
  );
}
