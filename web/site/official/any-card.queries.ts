import useSWR from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { Address } from '../../../core/api.ts';
import { seenCard } from '../../../core/card/seen-card.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import type { UpdateCard } from '../../deck/card.changes.ts';
import { toCardChanges } from '../../deck/card-rules.ts';
import { useDecksChanged } from '../../deck/deck.changes.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { getTogether } from '../../lib/call/gathered-get.ts';

export const FOUND_CARDS_PAGE = 20;

interface FoundCards {
  /** What they answer. */
  url: string;
  cards: Card[];
  /** How many there are on all pages. */
  total: number;
}

async function loadFoundCards(url: Address<'GET /api/admin/decks/:deckId/cards'>): Promise<FoundCards> {
  const { data, total } = await getTogether(url);
  return { url, cards: data, total };
}

/** A page, from 1, of any deck's cards; while another one is on its way, the one before stays with `isOld`. */
export function useFoundCards(deckId: number, search: string | undefined, page: number) {
  const url = addressOf('GET /api/admin/decks/:deckId/cards', {
    params: { deckId },
    query: { search, offset: (page - 1) * FOUND_CARDS_PAGE, limit: FOUND_CARDS_PAGE },
  });
  const { data, error, mutate } = useSWR(url, loadFoundCards, { keepPreviousData: true });
  return { data, error, mutate, isOld: data !== undefined && data.url !== url };
}

/** Changes of anybody's cards. */
export function useAnyCardChanges() {
  const decksChanged = useDecksChanged();
  const update: UpdateCard = async (card, values, audio, change) => {
    const { id: cardId } = card;
    const body = toCardChanges(values, audio, { seen: seenCard(card), change });
    await callApi('PATCH /api/admin/cards/:cardId', { params: { cardId }, body });
    await decksChanged();
  };
  return {
    update,
    async remove({ id: cardId }: Card): Promise<void> {
      await callApi('DELETE /api/admin/cards/:cardId', { params: { cardId } });
      await decksChanged();
    },
  };
}
