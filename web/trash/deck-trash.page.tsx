import { useLingui } from '@lingui/react/macro';
import { EditableDeckPage } from '../card/editable-deck-page.tsx';
import { useMaking } from '../deck/use-making.ts';
import { LazyTrashedCards } from './lazy-trash.tsx';

/** The deleted cards of a deck, for its owner and its editors. */
export default function DeckTrashPage() {
  const { t } = useLingui();
  const { isStudent } = useMaking();
  const text = isStudent
    ? t`Brought back, a card stands in its place again, with your progress.`
    : t`Brought back, a card stands in its place again, with its students’ progress.`;
  return (
    <EditableDeckPage title={t`Deleted cards`} text={text} isForAll>
      {(deck) => <LazyTrashedCards deckId={deck.id} />}
    </EditableDeckPage>
  );
}
