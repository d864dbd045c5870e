import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { foundCards } from './card.queries.ts';

export interface CardSearch {
  /** What the list is narrowed to; undefined while all cards are shown. */
  searched: string | undefined;
  searching: boolean;
  /** Blank text searches for nothing. */
  search: (text: string) => Promise<void>;
  clear: () => void;
}

/** The search in a deck's cards. The list changes when the answer is here: a search that fails leaves it as it was. */
export function useCardSearch(
  deckId: number,
  onChanged: () => void,
): CardSearch & { /** As clear, of which the list of pages is not told. */ showAll: () => void } {
  const { i18n } = useLingui();
  const { mutate } = useSWRConfig();
  const notices = useNotices();
  const failed = useFailure();
  const [searched, setSearched] = useState<string>();
  const [searching, setSearching] = useState(false);

  const search = async (text: string) => {
    const wanted = text.trim();
    if (wanted === '' || searching) return;
    setSearching(true);
    try {
      const { key, load } = foundCards(deckId, wanted);
      const found = await load();
      await mutate(key, found, { revalidate: false });
      setSearched(wanted);
      onChanged();
      if (found.total === 0) notices.info(i18n._(noticeText.noCardsFound));
    } catch (error) {
      failed(failureText.searchCardsFailed, error);
    } finally {
      setSearching(false);
    }
  };

  const clear = () => {
    if (searched !== undefined) onChanged();
    setSearched(undefined);
  };

  const showAll = () => setSearched(undefined);
  return { searched, searching, search, clear, showAll };
}
