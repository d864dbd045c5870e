import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useState } from 'react';
import type { StudentWindowProps } from '../../classroom/progress/progress-tab.tsx';
import type { Student } from '../../classroom/progress/students-table.tsx';
import { callApi } from '../../lib/call/api-client.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { StudentStatsView } from './student-stats.tsx';

const removeFailed = msg({ message: 'The student could not be removed: {message}' });

/** How one student is doing, and the way out of the class. */
export function StudentStatsModal({ classId, student, range, ...on }: StudentWindowProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const failure = useFailure();
  const [asking, setAsking] = useState(false);

  const remove = async ({ student_id, name }: Student) => {
    setAsking(true);
    const sure = await confirm({
      title: t`Remove ${name} from the class?`,
      text: (
        <Trans>
          What {name} has studied is kept, and comes back when you approve {name} again.
        </Trans>
      ),
      confirmLabel: t`Remove from the class`,
      danger: true,
    });
    setAsking(false);
    if (!sure) return;
    try {
      const params = { classId, studentId: student_id };
      await callApi('DELETE /api/classes/:classId/students/:studentId', { params });
      notices.success(t`${name} is no longer in the class.`);
      on.onClose();
    } catch (error) {
      failure(removeFailed, error);
    }
    on.onRemoved();
  };

  return (
    <Dialog
      opened={student !== null}
      onClose={on.onClose}
      onExitTransitionEnd={on.onClosed}
      title={
        student && (
          <>
            <Text component="span" fw={600} className="breakable">
              {student.name}
            </Text>
            <Text component="span" display="block" size="sm" c="dimmed" className="breakable">
              {student.email}
            </Text>
          </>
        )
      }
      size="lg"
      // Escape closes the question first.
      closeOnEscape={!asking}
    >
      <ErrorBoundary resetKey={student?.student_id}>
        {student && (
          <StudentStatsView
            key={student.student_id}
            classId={classId}
            studentId={student.student_id}
            range={range}
            onRenamed={(name) => on.onRenamed({ ...student, name })}
            onRemove={() => remove(student)}
          />
        )}
      </ErrorBoundary>
    </Dialog>
  );
}
