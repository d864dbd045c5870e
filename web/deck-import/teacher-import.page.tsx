import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Container, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { TEACHER_CARDS_MAX } from '../../core/deck-import/import-limits.ts';
import { paths } from '../lib/pages/paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';

// As the administrator's page has it, so that no other page of teachers loads it.
const ImportSection = lazy(async () => {
  const { ImportSection } = await import('./import-section.tsx');
  return { default: ImportSection };
});

/** Where a teacher makes a deck of a file, or brings an own one up to date. */
export default function TeacherImportPage() {
  const { t, i18n } = useLingui();
  usePageTitle(t`Import a file`);
  const most = TEACHER_CARDS_MAX.toLocaleString(i18n.locale);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <Anchor component={Link} to={paths.teacherDecks()} size="sm">
            <Trans>Back to your decks</Trans>
          </Anchor>
          <Title order={1}>
            <Trans>Import a file</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>A deck from a table, from Anki or from another school, with at most {most} cards.</Trans>
          </Text>
        </div>
        <ErrorBoundary>
          <Suspense fallback={<Loading minHeight={320} />}>
            <ImportSection />
          </Suspense>
        </ErrorBoundary>
      </Stack>
    </Container>
  );
}
