import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import type { ExamClass, ExamSummary } from '../../../core/exam/exam.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { ExamResultsList } from './exam-results-list.tsx';

/** Whose results of what. */
export interface Viewed {
  exam: Pick<ExamSummary, 'id' | 'title'>;
  classroom: ExamClass;
}

interface ExamResultsModalProps {
  /** Null while it is closed. */
  viewed: Viewed | null;
  onClose: () => void;
}

export function ExamResultsModal({ viewed, onClose }: ExamResultsModalProps) {
  return (
    <Dialog
      opened={viewed !== null}
      onClose={onClose}
      title={
        viewed && (
          <>
            <Text component="span" fw={600} className="breakable">
              <Trans>Results: {viewed.exam.title}</Trans>
            </Text>{' '}
            <Text component="span" display="block" size="sm" c="dimmed" className="breakable">
              {viewed.classroom.name}
            </Text>
          </>
        )
      }
      size="lg"
    >
      {viewed && (
        <ErrorBoundary resetKey={`${viewed.exam.id} ${viewed.classroom.id}`}>
          <Stack>
            <ExamResultsList classId={viewed.classroom.id} examId={viewed.exam.id} />
            <ButtonLink to={paths.classResults(viewed.classroom.id)} variant="light">
              <Trans>All results of the class</Trans>
            </ButtonLink>
          </Stack>
        </ErrorBoundary>
      )}
    </Dialog>
  );
}
