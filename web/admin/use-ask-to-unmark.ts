import { useLingui } from '@lingui/react/macro';
import type { ManagedDeck } from '../../core/deck/official-deck.schema.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useConfirmed } from '../ui/use-confirmed.ts';
import { useManagedDeckChanges } from './managed-deck.queries.ts';

/** Makes an official deck an ordinary one again, after a question; true when it is one. */
export function useAskToUnmark(): (deck: ManagedDeck) => Promise<boolean> {
  const { t } = useLingui();
  const { unmark } = useManagedDeckChanges();
  const { ask } = useConfirmed<ManagedDeck>({
    question: ({ title, owner }) => ({
      title: t`Remove “${title}” from the official decks?`,
      text: t`The deck stays with ${owner.name}, with all its cards. Students can then study it only in a class that has it.`,
      confirmLabel: t`Remove official`,
    }),
    run: ({ id }) => unmark(id),
    done: noticeText.deckRemoved,
    failed: failureText.deckRemoveFailed,
  });
  return ask;
}
