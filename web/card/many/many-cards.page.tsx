import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/row-id.ts';
import { useDeck } from '../../deck/deck.queries.ts';
import { useMaking } from '../../deck/own/use-making.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { useSession } from '../../lib/stored-session.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NotYourCards } from '../not-your-cards.tsx';
import { ManyCards } from './many-cards.tsx';

function OfDeck({ deckId }: { deckId: number | null }) {
  const { userId } = useSession();
  const { deck: pathOf } = useAuthorPaths();
  const { mayMake } = useMaking();
  const { data: deck, error, mutate } = useDeck(deckId);
  if (deckId !== null && !deck && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (deckId !== null && !deck) return <Loading minHeight={320} />;
  const isEditable = deck && mayMake && (deck.user_id === userId || deck.shared?.may === 'edit');
  if (!isEditable) return <NotYourCards />;
  return (
    <Stack gap="lg">
      <div>
        <BackLink to={pathOf(deck.id)}>
          <Trans>Back to the deck {deck.title}</Trans>
        </BackLink>
        <Title order={1}>
          <Trans>Add many cards</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>
            Paste a list from Excel, Google Sheets, Word or Quizlet. First you see what each line becomes.
          </Trans>
        </Text>
      </div>
      <ManyCards deck={deck} />
    </Stack>
  );
}

/** Where a teacher adds a list of cards to a deck. */
export default function ManyCardsPage() {
  const { t } = useLingui();
  const { deckId } = useParams();
  usePageTitle(t`Add many cards`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <OfDeck key={deckId} deckId={parseRowId(deckId)} />
      </ErrorBoundary>
    </Container>
  );
}
