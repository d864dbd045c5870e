import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { useMaking } from '../../deck/use-making.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { BackLink } from '../../ui/control/back-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { NewDeckCards } from './new-deck-cards.tsx';

/** Where a teacher, or a student who may, makes a deck of a pasted list. */
export default function NewDeckCardsPage() {
  const { t, i18n } = useLingui();
  usePageTitle(t`New deck of a list`);
  const { decks } = useAuthorPaths();
  const { mayMake } = useMaking();
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <BackLink to={decks()}>
            <Trans>Back to your decks</Trans>
          </BackLink>
          <Title order={1}>
            <Trans>New deck of a list</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>
              Paste a list from Excel, Google Sheets, Word or Quizlet. First you see what each line becomes.
            </Trans>
          </Text>
        </div>
        <ErrorBoundary>
          {mayMake ? <NewDeckCards /> : <Empty text={i18n._(errorMessages.own_decks_off)} />}
        </ErrorBoundary>
      </Stack>
    </Container>
  );
}
