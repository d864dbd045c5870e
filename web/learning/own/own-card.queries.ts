import useSWR, { useSWRConfig } from 'swr';
import { addressOf } from '../../../core/address.ts';
import type { CardMarkChanges, OwnCardsKind } from '../../../core/learning/choosing/card-mark.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { isBelow } from '../../lib/call/read-keys.ts';

/** Cards of a page of the list. */
export const OWN_CARDS_PAGE = 20;

export interface OwnCardsAsked {
  deckId: number;
  kind: OwnCardsKind;
  search: string;
  /** From 1. */
  page: number;
}

/** A part of a deck's cards as they stand with the student; the part before stays until the next one is here. */
export function useOwnCards({ deckId, kind, search, page }: OwnCardsAsked) {
  const params = { deckId };
  const offset = (page - 1) * OWN_CARDS_PAGE;
  const query = { kind, limit: OWN_CARDS_PAGE, offset, ...(search && { search }) };
  return useSWR(
    addressOf('GET /api/decks/:deckId/own-cards', { params, query }),
    async () => {
      const { data, total } = await callApi('GET /api/decks/:deckId/own-cards', { params, query });
      return { cards: data, total };
    },
    { keepPreviousData: true },
  );
}

/** Notes of a card what the student wants; what is left today is read again, and so is every list that shows it. */
export function useMarkCard(deckId: number) {
  const { mutate } = useSWRConfig();
  return async (cardId: number, body: CardMarkChanges) => {
    await callApi('POST /api/cards/:cardId/mark', { params: { cardId }, body });
    const changed = [
      addressOf('GET /api/decks/:deckId', { params: { deckId } }),
      addressOf('GET /api/today'),
    ];
    await mutate((key) => isBelow(key, changed));
  };
}
