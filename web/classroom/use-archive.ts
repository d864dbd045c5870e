import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { callApi } from '../lib/api-client.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useClassesChanged } from './classroom.queries.ts';

const archiveFailed = msg({ message: 'The class could not be archived: {message}' });
const bringBackFailed = msg({ message: 'The class could not be brought back: {message}' });

/** Returns what puts a class away, after a question, and what brings it back. */
export function useArchive({ id, name }: Pick<Classroom, 'id' | 'name'>) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const classesChanged = useClassesChanged();
  const [isRunning, setRunning] = useState(false);
  const params = { classId: id };

  const run = async (work: () => Promise<unknown>, told: string, failure: typeof archiveFailed) => {
    setRunning(true);
    try {
      await work();
      await classesChanged();
      notices.success(told);
    } catch (error) {
      failed(failure, error);
    } finally {
      setRunning(false);
    }
  };

  return {
    isRunning,
    async put() {
      const isSure = await confirm({
        title: t`Archive the class “${name}”?`,
        text: t`Its code ends, nobody joins any more, and nothing in it changes. You find it under “Archived classes” and can bring it back.`,
        confirmLabel: t`Archive class`,
      });
      if (!isSure) return;
      await run(
        () => callApi('POST /api/classes/:classId/archive', { params }),
        t`The class is archived.`,
        archiveFailed,
      );
    },
    bringBack: () =>
      run(
        () => callApi('DELETE /api/classes/:classId/archive', { params }),
        t`The class is in use again.`,
        bringBackFailed,
      ),
  };
}
