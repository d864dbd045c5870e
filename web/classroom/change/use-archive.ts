import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { useClassesChanged } from '../classroom.queries.ts';

const archiveFailed = msg({ message: 'The class could not be archived: {message}' });
const bringBackFailed = msg({ message: 'The class could not be brought back: {message}' });

export function useArchive({ id, name }: Pick<Classroom, 'id' | 'name'>) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const classesChanged = useClassesChanged();
  const params = { classId: id };

  const done = async (notice: string) => {
    await classesChanged();
    notices.success(notice);
  };
  const [archive, isArchiving] = useAttempt(archiveFailed, async () => {
    await callApi('POST /api/classes/:classId/archive', { params });
    await done(t`The class is archived.`);
  });
  const [bringBack, isComingBack] = useAttempt(bringBackFailed, async () => {
    await callApi('DELETE /api/classes/:classId/archive', { params });
    await done(t`The class is in use again.`);
  });

  return {
    isRunning: isArchiving || isComingBack,
    async put() {
      const isSure = await confirm({
        title: t`Archive the class “${name}”?`,
        text: t`Its code ends, nobody joins any more, and nothing in it changes. You find it under “Archived classes” and can bring it back.`,
        confirmLabel: t`Archive class`,
      });
      if (isSure) await archive();
    },
    bringBack,
  };
}
