import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Title } from '@mantine/core';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { StudentClasses } from './student-classes.tsx';

export default function StudentClassesPage() {
  const { t } = useLingui();
  usePageTitle(t`Classes`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <Title order={1}>{t`Classes`}</Title>
        <ErrorBoundary>
          <StudentClasses withEnded />
        </ErrorBoundary>
      </Stack>
    </Container>
  );
}
