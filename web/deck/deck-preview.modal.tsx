import { Trans, useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { useCards } from '../card/use-cards.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Loading } from '../ui/loading.tsx';
import { DeckPreview } from './deck-preview.tsx';

function PreviewedDeck({ deck }: { deck: Deck }) {
  const { data, error, mutate } = useCards(deck.id);
  if (data?.length === 0) return <Empty text={<Trans>This deck has no cards yet.</Trans>} />;
  if (data) return <DeckPreview cards={data} backFirst={deck.display_back_first} />;
  if (error) return <LoadError error={error} onRetry={() => mutate()} />;
  return <Loading minHeight={346} />;
}

interface DeckPreviewModalProps {
  /** Null while it is closed. */
  deck: Deck | null;
  onClose: () => void;
}

/** The cards of a deck as a student sees them; nothing is recorded. */
export function DeckPreviewModal({ deck, onClose }: DeckPreviewModalProps) {
  const { t } = useLingui();
  return (
    <Modal
      opened={deck !== null}
      onClose={onClose}
      title={deck ? t`Preview: ${deck.title}` : ''}
      size="lg"
      radius="lg"
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <ErrorBoundary resetKey={deck?.id}>{deck && <PreviewedDeck key={deck.id} deck={deck} />}</ErrorBoundary>
    </Modal>
  );
}
