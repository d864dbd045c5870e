import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Stack, Title } from '@mantine/core';
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
import { DeckTable } from './deck-table.tsx';

function OfDeck({ deckId }: { deckId: number | null }) {
  const { t } = useLingui();
  const { userId } = useSession();
  const { deck: pathOf } = useAuthorPaths();
  const { mayMake } = useMaking();
  const { data: deck, error, mutate } = useDeck(deckId);
  if (deckId !== null && !deck && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (deckId !== null && !deck) return <Loading minHeight={320} />;
  const isEditable = deck && mayMake && (deck.user_id === userId || deck.shared?.may === 'edit');
  if (!isEditable) return <NotYourCards />;
  return (
    <Stack gap="md">
      <div>
        <BackLink to={pathOf(deck.id)}>{t`Back to the deck ${deck.title}`}</BackLink>
        <Title order={1}>
          <Trans>Table of the cards</Trans>
        </Title>
      </div>
      <DeckTable deck={deck} />
    </Stack>
  );
}

/** Where a teacher works on all cards of a deck as in a spreadsheet. */
export default function DeckTablePage() {
  const { t } = useLingui();
  const { deckId } = useParams();
  usePageTitle(t`Table of the cards`);
  return (
    <Container size="xl" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <OfDeck key={deckId} deckId={parseRowId(deckId)} />
      </ErrorBoundary>
    </Container>
  );
}
