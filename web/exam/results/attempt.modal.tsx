import { useLingui } from '@lingui/react/macro';
import { Modal, Text } from '@mantine/core';
import type { ClassResult } from '../../../core/exam/submission.schema.ts';
import { useBackCloses } from '../../lib/use-back-closes.ts';
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
  const { t } = useLingui();
  useBackCloses(row !== null, onClose);
  return (
    <Modal
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
      radius="lg"
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <ErrorBoundary resetKey={row && rowKey(row)}>
        {row && <Attempt key={rowKey(row)} examId={row.exam_id} studentId={row.student_id} />}
      </ErrorBoundary>
    </Modal>
  );
}
