import { Text } from '@mantine/core';
import type { ClassResult } from '../../../core/exam/submission.schema.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Attempt } from './attempt.tsx';
import { rowKey } from './results-list.ts';

interface AttemptModalProps {
  /** Null while it is closed. Kept by the caller: the row may move or go meanwhile. */
  row: ClassResult | null;
  onClose: () => void;
  onClosed: () => void;
}

/** What one student has handed in. */
export function AttemptModal({ row, onClose, onClosed }: AttemptModalProps) {
  return (
    <Dialog
      opened={row !== null}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={
        row && (
          <>
            <Text component="span" fw={600} className="breakable">
              {row.name}
            </Text>{' '}
            <Text component="span" display="block" size="sm" c="dimmed" className="breakable">
              {row.email} · {row.exam_name}
            </Text>
          </>
        )
      }
      size="xl"
    >
      <ErrorBoundary resetKey={row && rowKey(row)}>
        {row && <Attempt key={rowKey(row)} examId={row.exam_id} studentId={row.student_id} />}
      </ErrorBoundary>
    </Dialog>
  );
}
