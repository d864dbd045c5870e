import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailure } from '../ui/feedback/use-failure.ts';
import { broughtBackText, useBringBack } from './bring-back.ts';

/** Brings back what was deleted a moment ago, and says how it went. */
export function useUndoOfDeletion() {
  const { i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const bringBack = useBringBack();
  const said = (work: Promise<void>, done: MessageDescriptor): void =>
    void work.then(
      () => notices.success(i18n._(done)),
      (reason) => failed(broughtBackText.failed, reason),
    );
  return {
    deck: (deckId: number) => said(bringBack.deck(deckId), broughtBackText.deck),
    cards: (deckId: number, ids: number[]) => said(bringBack.cards(deckId, ids), broughtBackText.cards),
  };
}
