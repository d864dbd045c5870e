import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { STUDENT_CARDS_MAX } from '../../core/access/quota-limits.ts';
import { TEACHER_CARDS_MAX } from '../../core/deck-import/import-limits.ts';
import { useMaking } from '../deck/use-making.ts';
import { errorMessages } from '../lib/call/error-text.ts';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { usePageTitle } from '../lib/pages/page-title.ts';
import { BackLink } from '../ui/control/back-link.tsx';
import { lazyNamed } from '../ui/control/lazy-named.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { Loading } from '../ui/feedback/loading.tsx';

// As the administrator's page has it, so that no other page of teachers loads it.
const ImportSection = lazyNamed('ImportSection', () => import('./import-section.tsx'));

export default function TeacherImportPage() {
  const { t, i18n } = useLingui();
  usePageTitle(t`Import a file`);
  const { decks } = useAuthorPaths();
  const { isStudent, mayMake } = useMaking();
  const most = (isStudent ? STUDENT_CARDS_MAX : TEACHER_CARDS_MAX).toLocaleString(i18n.locale);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <BackLink to={decks()}>{t`Back to the decks`}</BackLink>
          <Title order={1}>{t`Import a file`}</Title>
          <Text c="dimmed">
            {t`A deck from a table, from Anki or from another school, with at most ${most} cards.`}
          </Text>
        </div>
        <ErrorBoundary>
          {mayMake ? (
            <Suspense fallback={<Loading minHeight={320} />}>
              <ImportSection />
            </Suspense>
          ) : (
            <Empty text={i18n._(errorMessages.own_decks_off)} />
          )}
        </ErrorBoundary>
      </Stack>
    </Container>
  );
}
