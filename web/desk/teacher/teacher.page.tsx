import { lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import TeacherDashboard from './teacher-dashboard.page.tsx';

const DeckManagement = lazy(() => import('../decks/deck-management.page.tsx'));

/** The welcome page or, with a deck in the query, the management of that deck. */
export default function TeacherPage() {
  const [query] = useSearchParams();
  const deckId = query.get('deckId');
  return deckId === null ? <TeacherDashboard /> : <DeckManagement key={deckId} asked={deckId} />;
}
