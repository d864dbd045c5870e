import { useLingui } from '@lingui/react/macro';
import { EditableDeckPage } from '../editable-deck-page.tsx';
import { ManyCards } from './many-cards.tsx';

export default function ManyCardsPage() {
  const { t } = useLingui();
  const text = t`Paste a list from Excel, Google Sheets, Word or Quizlet. First you see what each line becomes.`;
  return (
    <EditableDeckPage title={t`Add many cards`} text={text}>
      {(deck) => <ManyCards deck={deck} />}
    </EditableDeckPage>
  );
}
