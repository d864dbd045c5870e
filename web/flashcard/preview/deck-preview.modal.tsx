import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { useCards } from '../../deck/card.queries.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { DeckPreview } from './deck-preview.tsx';

function PreviewedDeck({ deck }: { deck: Deck }) {
  const [place, setPlace] = useState(0);
  const { data, error, mutate } = useCards(deck.id, { place });
  if (data?.total === 0) return <Empty text={<Trans>This deck has no cards yet.</Trans>} />;
  if (data) {
    // While the next cards are on their way the one before stays; and the deck may have become shorter since.
    const within = Math.min(Math.max(0, place - data.offset), data.cards.length - 1);
    return (
      <DeckPreview
        card={data.cards[within] as Card}
        index={data.offset + within}
        total={data.total}
        backFirst={deck.display_back_first}
        onMove={setPlace}
      />
    );
  }
  return <Unread of={{ error, mutate }} loading={<Loading minHeight={346} />} />;
}

interface DeckPreviewModalProps {
  /** Null while it is closed. */
  deck: Deck | null;
  onClose: () => void;
}

/** The cards of a deck as a student sees them; nothing is recorded. */
export default function DeckPreviewModal({ deck, onClose }: DeckPreviewModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={deck !== null} onClose={onClose} title={deck ? t`Preview: ${deck.title}` : ''} size="lg">
      <ErrorBoundary resetKey={deck?.id}>{deck && <PreviewedDeck key={deck.id} deck={deck} />}</ErrorBoundary>
    </Dialog>
  );
}
