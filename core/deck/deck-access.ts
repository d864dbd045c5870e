import type { ShareRight } from '../deck-rights.ts';
import type { Directory, KnownAccount, KnownDeck } from '../directory.ts';
import { AppError, type ErrorCode } from '../errors.ts';

/** What the owner lets the account do with the deck; undefined when it is not shared with it. */
const rightOf = (account: KnownAccount, deck: KnownDeck): ShareRight | undefined =>
  account.role === 'teacher' ? deck.shares[account.id] : undefined;

/**
 * True when the account may read and study the deck. It is official, its own, shared with it, of a class in which it is
 * approved, or the account is the administrator's.
 */
function mayRead(directory: Directory, account: KnownAccount, deck: KnownDeck): Promise<boolean> | boolean {
  if (deck.isOfficial || deck.ownerId === account.id || account.role === 'admin') return true;
  if (rightOf(account, deck)) return true;
  return account.role === 'student' && directory.studiesInClass(account.id, deck.id);
}

/** Throws `refusal` unless the account may. Of a teacher a no is asked of the database itself. */
async function requireRight(
  directory: Directory,
  account: KnownAccount,
  deck: KnownDeck,
  { may, refusal }: { may: (deck: KnownDeck) => Promise<boolean> | boolean; refusal: ErrorCode },
): Promise<KnownDeck> {
  if (await may(deck)) return deck;
  // Shared or handed over a moment ago, perhaps, and not heard of yet.
  const now = account.role === 'teacher' ? await directory.reloadDeck(deck.id) : undefined;
  if (now && (await may(now))) return now;
  throw new AppError(refusal);
}

const requireReading = (directory: Directory, account: KnownAccount, deck: KnownDeck): Promise<KnownDeck> =>
  requireRight(directory, account, deck, {
    may: (known) => mayRead(directory, account, known),
    refusal: 'deck_not_accessible',
  });

async function knownDeck(directory: Directory, deckId: number): Promise<KnownDeck> {
  const deck = await directory.deck(deckId);
  if (!deck) throw new AppError('deck_not_found');
  return deck;
}

/** Returns the deck for an account that may read it. Throws `deck_not_found` or `deck_not_accessible`. */
export async function requireDeck(
  directory: Directory,
  account: KnownAccount,
  deckId: number,
): Promise<KnownDeck> {
  return requireReading(directory, account, await knownDeck(directory, deckId));
}

/** Returns a card's deck for an account that may read it. Throws `card_not_found` or `deck_not_accessible`. */
export async function requireDeckOfCard(
  directory: Directory,
  account: KnownAccount,
  cardId: number,
): Promise<KnownDeck> {
  const deck = await directory.deckOfCard(cardId);
  if (!deck) throw new AppError('card_not_found');
  return requireReading(directory, account, deck);
}

/** Returns the deck for the account that owns it. Throws `deck_not_found` or `deck_not_owned`. */
export async function requireOwnDeck(
  directory: Directory,
  account: KnownAccount,
  deckId: number,
): Promise<KnownDeck> {
  return requireRight(directory, account, await knownDeck(directory, deckId), {
    may: (deck) => deck.ownerId === account.id,
    refusal: 'deck_not_owned',
  });
}

/**
 * Returns the deck for an account that may change its cards: its owner, or a colleague who may edit it. Throws
 * `deck_not_found`, `deck_not_owned`, or `deck_only_used` for a colleague who may not.
 */
export async function requireEditableDeck(
  directory: Directory,
  account: KnownAccount,
  deckId: number,
): Promise<KnownDeck> {
  const deck = await knownDeck(directory, deckId);
  return requireRight(directory, account, deck, {
    may: (known) => known.ownerId === account.id || rightOf(account, known) === 'edit',
    refusal: rightOf(account, deck) ? 'deck_only_used' : 'deck_not_owned',
  });
}
