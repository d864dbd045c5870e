import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { parseRowId } from '../../core/contract/row-id.ts';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { useDeck } from '../deck/deck.queries.ts';
import { useMaking } from '../deck/use-making.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import { useAuthorPaths } from '../lib/pages/author-paths.ts';
import { usePageTitle } from '../lib/pages/page-title.ts';
import { BackLink } from '../ui/control/back-link.tsx';
import { ButtonLink } from '../ui/control/button-link.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx';
import { Unread } from '../ui/feedback/load-error.tsx';
import { Loading } from '../ui/feedback/loading.tsx';

interface EditableDeckPageProps {
  title: string;
  text?: ReactNode;
  size?: 'md' | 'xl';
  gap?: 'md' | 'lg';
  /** Also for a student who may make no decks any more. */
  isForAll?: boolean;
  children: (deck: Deck) => ReactNode;
}

/** A page of tools for the cards of a deck, for users who may change them: its owner, and colleagues with the right. */
export function EditableDeckPage({ size = 'md', ...page }: EditableDeckPageProps) {
  const { deckId } = useParams();
  usePageTitle(page.title);
  return (
    <Container size={size} py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary>
        <OfDeck key={deckId} deckId={parseRowId(deckId)} {...page} />
      </ErrorBoundary>
    </Container>
  );
}

type OfDeckProps = Omit<EditableDeckPageProps, 'size'> & { deckId: number | null };

function OfDeck({ deckId, title, text, gap = 'lg', isForAll = false, children }: OfDeckProps) {
  const { t } = useLingui();
  const { userId } = useSession();
  const { deck: pathOf, decks } = useAuthorPaths();
  const { mayMake } = useMaking();
  const { data: deck, error, mutate } = useDeck(deckId);
  if (deckId !== null && !deck)
    return <Unread of={{ error, mutate }} loading={<Loading minHeight={320} />} />;
  const isEditable =
    deck && (mayMake || isForAll) && (deck.user_id === userId || deck.shared?.may === 'edit');
  if (!isEditable)
    return (
      <Empty
        text={t`You cannot change the cards of this deck.`}
        action={
          <ButtonLink to={decks()} variant="light">
            {t`Back to the decks`}
          </ButtonLink>
        }
      />
    );
  return (
    <Stack gap={gap}>
      <div>
        <BackLink to={pathOf(deck.id)}>{t`Back to the deck ${deck.title}`}</BackLink>
        <Title order={1}>{title}</Title>
        {text && <Text c="dimmed">{text}</Text>}
      </div>
      {children(deck)}
    </Stack>
  );
}
