import { addressOf } from '../../../core/address.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';

export type CardPlace = Pick<Card, 'id' | 'deck_id'>;

/** What a card is and was, the latest first. */
export const useCardVersions = ({ id, deck_id }: CardPlace) =>
  useRead(
    addressOf('GET /api/decks/:deckId/cards/:cardId/versions', { params: { deckId: deck_id, cardId: id } }),
  );

/** Makes a card what it was. Resolves when everything that shows it has it so. */
export function useBringBack() {
  const decksChanged = useDecksChanged();
  return async (
    { id: cardId, deck_id: deckId }: CardPlace,
    { version, seen }: { version: number; seen: number },
  ): Promise<void> => {
    try {
      await callApi('POST /api/decks/:deckId/cards/:cardId/versions/:version', {
        params: { deckId, cardId, version },
        body: { seen },
      });
    } finally {
      // Also when it is refused: the card may be another one by now.
      await decksChanged();
    }
  };
}
