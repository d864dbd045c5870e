import { requireClass, requireClassOwner, requireOwnClass } from '../../core/access/class-access.ts';
import {
  requireCard,
  requireDeck,
  requireEditableDeck,
  requireMaking,
  requireManagedDeck,
  requireOwnDeck,
  requireOwnDeckToChange,
} from '../../core/access/deck-access.ts';
import type { Directory, KnownAccount } from '../../core/access/directory.ts';
import { requireOwnExam } from '../../core/access/exam-access.ts';
import { administers } from '../../core/contract/roles.ts';

interface Of<P> {
  account: KnownAccount;
  params: P;
}
type OfClass = Of<{ classId: number }>;
type OfDeck = Of<{ deckId: number }>;

/** Returns who may make which calls: each throws as the function that it calls. */
export const guards = (directory: Directory) => ({
  anyClass: ({ params }: OfClass) => requireClass(directory, params.classId),
  ownClass: ({ account, params }: OfClass) => requireOwnClass(directory, account, params.classId),
  classOwner: ({ account, params }: OfClass) => requireClassOwner(directory, account, params.classId),

  making: ({ account }: { account: KnownAccount }) => requireMaking(directory, account),
  readableDeck: ({ account, params }: OfDeck) => requireDeck(directory, account, params.deckId),
  ownDeck: ({ account, params }: OfDeck) => requireOwnDeck(directory, account, params.deckId),
  ownDeckToChange: ({ account, params }: OfDeck) => requireOwnDeckToChange(directory, account, params.deckId),
  editableDeck: ({ account, params }: OfDeck) => requireEditableDeck(directory, account, params.deckId),
  administeredDeck: ({ account, params }: OfDeck) => requireManagedDeck(directory, account, params.deckId),
  /** The administrator changes the cards of any deck but a student's own. */
  changeableDeck: ({ account, params }: OfDeck) =>
    administers(account.role)
      ? requireManagedDeck(directory, account, params.deckId)
      : requireEditableDeck(directory, account, params.deckId),
  readableCard: ({ account, params }: Of<{ cardId: number }>) =>
    requireCard(directory, account, params.cardId),

  ownExam: ({ account, params }: Of<{ examId: number }>) => requireOwnExam(directory, account, params.examId),
});
