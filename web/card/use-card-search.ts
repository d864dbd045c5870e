import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { foundCards } from '../deck/card.queries.ts';
import { failureText, noticeText } from '../lib/call/notice-text.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useAttempt } from '../ui/feedback/use-submit.ts';

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
  const [searched, setSearched] = useState<string>();

  const [find, searching] = useAttempt(failureText.searchCardsFailed, async (wanted: string) => {
    const { key, load } = foundCards(deckId, wanted);
    const found = await load();
    await mutate(key, found, { revalidate: false });
    setSearched(wanted);
    onChanged();
    if (found.total === 0) notices.info(i18n._(noticeText.noCardsFound));
  });
  const search = async (text: string) => {
    const wanted = text.trim();
    if (wanted !== '' && !searching) await find(wanted);
  };

  const clear = () => {
    if (searched !== undefined) onChanged();
    setSearched(undefined);
  };

  const showAll = () => setSearched(undefined);
  return { searched, searching, search, clear, showAll };
}
