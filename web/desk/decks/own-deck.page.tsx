import { lazy } from 'react';
import { useParams } from 'react-router-dom';

// As teachers have it: later than the page, and not with every page of theirs.
const DeckManagement = lazy(() => import('./deck-management.page.tsx'));

export default function OwnDeckPage() {
  const { deckId = '' } = useParams();
  return <DeckManagement key={deckId} asked={deckId} />;
}
