import useSWR from 'swr';
import type { Card } from '../../core/card/card.schema.ts';
import { withQuery } from '../lib/api-client.ts';
import { getTogether } from '../lib/gathered-get.ts';

export const FOUND_CARDS_PAGE = 20;

interface FoundCards {
  /** What they answer. */
  url: string;
  cards: Card[];
  /** How many there are on all pages. */
  total: number;
}

async function loadFoundCards(url: string): Promise<FoundCards> {
  const { data, total } = await getTogether<{ data: Card[]; total: number }>(url);
  return { url, cards: data, total };
}

/** A page, from 1, of any deck's cards; while another one is on its way, the one before stays with `isOld`. */
export function useFoundCards(deckId: number, search: string | undefined, page: number) {
  const url = withQuery(`/api/admin/decks/${deckId}/cards`, {
    search,
    offset: (page - 1) * FOUND_CARDS_PAGE,
    limit: FOUND_CARDS_PAGE,
  });
  const { data, error, mutate } = useSWR(url, loadFoundCards, { keepPreviousData: true });
  return { data, error, mutate, isOld: data !== undefined && data.url !== url };
}
