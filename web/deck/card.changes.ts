import type { CardChange } from '../../core/card/card.schema.ts';
import type { PictureSide } from '../../core/card/card-picture.schema.ts';
import { seenCard } from '../../core/card/seen-card.ts';
import { fileUseOf } from '../../core/contract/card-fields.ts';
import type { Card, FurtherFile } from '../../core/contract/card-shape.schema.ts';
import { callApi } from '../lib/call/api-client.ts';
import { formOf } from '../lib/call/form-of.ts';
import { forgetDeckCards } from './card.queries.ts';
import { type AudioChoice, type CardValues, toCardChanges, toCardForm } from './card-rules.ts';
import { useDecksChanged } from './deck.changes.ts';

/** Changes the card that its editor saw. Resolves when the list shows it as it is now. */
export type UpdateCard = (
  card: Card,
  values: CardValues,
  audio: AudioChoice,
  change: CardChange,
) => Promise<void>;

/** What becomes of the picture on a side: another one, another text for it, or none. */
export type PictureChange = { file?: File; alt?: string } | null;

/** Changes the picture on a side of a card, if it is the one that was seen. */
export async function changePicture(
  { id: cardId, deck_id: deckId }: Pick<Card, 'id' | 'deck_id'>,
  side: PictureSide,
  change: PictureChange,
  seen: string,
): Promise<Card> {
  const params = { deckId, cardId, side };
  const sent = change
    ? callApi('POST /api/decks/:deckId/cards/:cardId/pictures/:side', {
        params,
        body: formOf<{ alt?: string; seen?: string }>({ alt: change.alt, seen }, { picture: [change.file] }),
      })
    : callApi('DELETE /api/decks/:deckId/cards/:cardId/pictures/:side', { params, query: { seen } });
  return (await sent.finally(forgetDeckCards)).data;
}

/** Changes the picture, and resolves once the lists show the card as it is now. */
export function useChangePicture(): typeof changePicture {
  const decksChanged = useDecksChanged();
  return async (...change) => {
    const card = await changePicture(...change);
    await decksChanged();
    return card;
  };
}

/** Takes a further file off a card, and resolves once the lists show the card as it is now. */
export function useRemoveFurther() {
  const decksChanged = useDecksChanged();
  return async ({ id: cardId, deck_id: deckId }: Pick<Card, 'id' | 'deck_id'>, further: FurtherFile) => {
    const query = { use: fileUseOf(further), file: further.file };
    const { data } = await callApi('DELETE /api/decks/:deckId/cards/:cardId/further-files', {
      params: { deckId, cardId },
      query,
    }).finally(forgetDeckCards);
    await decksChanged();
    return data;
  };
}

export function useCardChanges() {
  const decksChanged = useDecksChanged();
  const update: UpdateCard = async (card, values, audio, change) => {
    const { id: cardId, deck_id: deckId } = card;
    const body = toCardChanges(values, audio, { seen: seenCard(card), change });
    const params = { deckId, cardId };
    // Also when it is refused: a card that is gone is not to come back from the cache.
    await callApi('PATCH /api/decks/:deckId/cards/:cardId', { params, body }).finally(forgetDeckCards);
    await decksChanged();
  };
  return {
    update,
    /** Resolves to the new card's id. */
    async create(deckId: number, values: CardValues, audio: AudioChoice): Promise<number> {
      const body = toCardForm(values, audio);
      const { data } = await callApi('POST /api/decks/:deckId/cards', { params: { deckId }, body });
      void decksChanged();
      return data.id;
    },
    async remove({ id: cardId, deck_id: deckId }: Card): Promise<void> {
      const params = { deckId, cardId };
      // Also when it is refused, as above.
      await callApi('DELETE /api/decks/:deckId/cards/:cardId', { params }).finally(forgetDeckCards);
      await decksChanged();
    },
  };
}
