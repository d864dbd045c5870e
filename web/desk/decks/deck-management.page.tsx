import { useLingui } from '@lingui/react/macro';
import { Container } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import { useDeck } from '../../deck/deck.queries.ts';
import { useMaking } from '../../deck/use-making.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { DeckManagement } from './deck-management.tsx';

/** Says why a deck can't be managed, and leads back to the list. */
function NotManageable({ error, reason }: { error?: unknown; reason?: string }) {
  const failed = useFailure();
  const { decks } = useAuthorPaths();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one notice is enough
  useEffect(() => failed(failureText.fetchDeckFailed, error, reason), []);
  return <Navigate to={decks()} replace />;
}

/** `asked` is the id as the address has it. */
export default function DeckManagementPage({ asked }: { asked: string }) {
  const { i18n } = useLingui();
  const { userId } = useSession();
  const { mayMake } = useMaking();
  const deckId = parseRowId(asked);
  const { data: deck, error } = useDeck(deckId);
  if (deckId === null) return <NotManageable reason={i18n._(errorMessages.deck_not_found)} />;
  if (deck?.shared?.may === 'use') return <NotManageable reason={i18n._(errorMessages.deck_only_used)} />;
  if (deck && deck.user_id !== userId && !deck.shared)
    return <NotManageable reason={i18n._(errorMessages.deck_not_owned)} />;
  if (deck && !mayMake) return <NotManageable reason={i18n._(errorMessages.own_decks_off)} />;
  if (deck) return <DeckManagement deck={deck} />;
  if (error) return <NotManageable error={error} />;
  return (
    <Container size="lg" py="xl">
      <Loading minHeight={320} />
    </Container>
  );
}
