import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { useMaking } from '../deck/use-making.ts';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { usePageTitle } from '../lib/pages/page-title.ts';
import { BackLink } from '../ui/control/back-link.tsx';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { LazyTrashedDecks } from './lazy-trash.tsx';

/** The deleted decks of a teacher, or of a student who makes decks. */
export default function TeacherTrashPage() {
  const { t } = useLingui();
  const { decks } = useAuthorPaths();
  const { isStudent } = useMaking();
  usePageTitle(t`Deleted decks`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <BackLink to={decks()}>{t`Back to the decks`}</BackLink>
          <Title order={1}>{t`Deleted decks`}</Title>
          <Text c="dimmed">
            {isStudent
              ? t`Brought back, a deck has its cards again, and you have your progress. Until it is deleted for good it counts as one of your decks.`
              : t`Brought back, a deck has its cards, classes and colleagues again, and its students their progress. Until it is deleted for good it counts as one of your decks.`}
          </Text>
        </div>
        <ErrorBoundary>
          <LazyTrashedDecks />
        </ErrorBoundary>
      </Stack>
    </Container>
  );
}
