import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Container, Stack, Title } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/row-id.ts';
import { useDeck } from '../../deck/deck.queries.ts';
import { paths } from '../../lib/pages/paths.ts';
import { useSession } from '../../lib/stored-session.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Loading } from '../../ui/loading.tsx';
import { DeckTable } from './deck-table.tsx';

function OfDeck({ deckId }: { deckId: number | null }) {
  const { t } = useLingui();
  const { userId } = useSession();
  const { data: deck, error, mutate } = useDeck(deckId);
  if (deckId !== null && !deck && error) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (deckId !== null && !deck) return <Loading minHeight={320} />;
  const isEditable = deck && (deck.user_id === userId || deck.shared?.may === 'edit');
  if (!isEditable) return <Empty text={<Trans>You cannot change the cards of this deck.</Trans>} />;
  return (
    <Stack gap="md">
      <div>
        <Anchor component={Link} to={paths.teacherDeck(deck.id)} size="sm" className="breakable">
          {t`Back to the deck ${deck.title}`}
        </Anchor>
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
