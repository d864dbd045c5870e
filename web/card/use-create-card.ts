import { useDecksChanged } from '../deck/use-decks-changed.ts';
import { callApi } from '../lib/api-client.ts';
import { type AudioChoice, type CardValues, toCardForm } from './card-rules.ts';

export function useCreateCard(deckId: number): (values: CardValues, audio: AudioChoice) => Promise<void> {
  const decksChanged = useDecksChanged();
  return async (values, audio) => {
    await callApi('POST', `/api/decks/${deckId}/cards`, { body: toCardForm(values, audio) });
    void decksChanged();
  };
}
