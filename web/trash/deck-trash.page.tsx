import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { parseRowId } from '../../core/row-id.ts';
import { NotYourCards } from '../card/not-your-cards.tsx';
import { useDeck } from '../deck/deck.queries.ts';
import { useMaking } from '../deck/own/use-making.ts';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { useSession } from '../lib/stored-session.ts';
import { usePageTitle } from '../site/page-title.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Loading } from '../ui/loading.tsx';
import { LateTrashedCards } from './late-trash.tsx';

function OfDeck({ deckId }: { deckId: number | null }) {
  const { t } = useLingui();
  const { userId } = useSession();
  const { deck: pathOf } = useAuthorPaths();
  const { isStudent } = useMaking();
  const { data: deck, error, mutate } = useDeck(deckId);
  if (deckId !== null && !deck && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (deckId !== null && !deck) return <Loading minHeight={320} />;
  const isEditable = deck && (deck.user_id === userId || deck.shared?.may === 'edit');
  if (!isEditable) return <NotYourCards />;
  return (
    <Stack gap="lg">
      <div>
        <BackLink to={pathOf(deck.id)}>{t`Back to the deck ${deck.title}`}</BackLink>
        <Title order={1}>
          <Trans>Deleted cards</Trans>
        </Title>
        <Text c="dimmed">
          {isStudent ? (
            <Trans>Brought back, a card stands in its place again, with your progress.</Trans>
          ) : (
            <Trans>Brought back, a card stands in its place again, with its students’ progress.</Trans>
          )}
        </Text>
      </div>
      <LateTrashedCards deckId={deck.id} />
    </Stack>
  );
}

/** The deleted cards of a deck, for its owner and its editors. */
export default function DeckTrashPage() {
  const { t } = useLingui();
  const { deckId } = useParams();
  usePageTitle(t`Deleted cards`);
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <OfDeck key={deckId} deckId={parseRowId(deckId)} />
      </ErrorBoundary>
    </Container>
  );
}
