import type { Directory, KnownAccount, KnownDeck } from '../directory.ts';
import { AppError } from '../errors.ts';

/**
 * True when the account may read the deck. It is official, its own, of a class in which it is approved or that it
 * teaches, or the account is the administrator's.
 */
function mayRead(directory: Directory, account: KnownAccount, deck: KnownDeck): Promise<boolean> | boolean {
  if (deck.isOfficial || deck.ownerId === account.id || account.role === 'admin') return true;
  return directory.hasInClass(account.id, deck.id);
}

/** Returns the deck for an account that may read it. Throws `deck_not_found` or `deck_not_accessible`. */
export async function requireDeck(
  directory: Directory,
  account: KnownAccount,
  deckId: number,
): Promise<KnownDeck> {
  const deck = await directory.deck(deckId);
  if (!deck) throw new AppError('deck_not_found');
  if (!(await mayRead(directory, account, deck))) throw new AppError('deck_not_accessible');
  return deck;
}

/** Returns a card's deck for an account that may read it. Throws `card_not_found` or `deck_not_accessible`. */
export async function requireDeckOfCard(
  directory: Directory,
  account: KnownAccount,
  cardId: number,
): Promise<KnownDeck> {
  const deck = await directory.deckOfCard(cardId);
  if (!deck) throw new AppError('card_not_found');
  if (!(await mayRead(directory, account, deck))) throw new AppError('deck_not_accessible');
  return deck;
}

/** Returns the deck for the account that owns it. Throws `deck_not_found` or `deck_not_owned`. */
export async function requireOwnDeck(
  directory: Directory,
  account: KnownAccount,
  deckId: number,
): Promise<KnownDeck> {
  const deck = await directory.deck(deckId);
  if (!deck) throw new AppError('deck_not_found');
  if (deck.ownerId !== account.id) throw new AppError('deck_not_owned');
  return deck;
}
