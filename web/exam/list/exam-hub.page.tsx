import { useLingui } from '@lingui/react/macro';
import { Container } from '@mantine/core';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { ExamHub } from './exam-hub.tsx';

/** Where a teacher keeps exams, gives them to classes and sees the results. */
export default function ExamHubPage() {
  const { t } = useLingui();
  usePageTitle(t`Exams`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <ExamHub />
      </ErrorBoundary>
    </Container>
  );
}
