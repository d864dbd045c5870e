import { useLingui } from '@lingui/react/macro';
import { EditableDeckPage } from '../editable-deck-page.tsx';
import { DeckTable } from './deck-table.tsx';

/** Where a teacher works on all cards of a deck as in a spreadsheet. */
export default function DeckTablePage() {
  const { t } = useLingui();
  return (
    <EditableDeckPage title={t`Table of the cards`} size="xl" gap="md">
      {(deck) => <DeckTable deck={deck} />}
    </EditableDeckPage>
  );
}
