import type { ErrorCode } from '../contract/error-codes.ts';
import { AppError, orThrow } from '../contract/errors.ts';
import { administers, teaches } from '../contract/roles.ts';
import type { ShareRight } from './deck-rights-sql.ts';
import type { Directory, KnownAccount, KnownCard, KnownDeck, Requires } from './directory.ts';

/** What the owner lets the account do with the deck; undefined when it is not shared with it. */
const rightOf = (account: KnownAccount, deck: KnownDeck): ShareRight | undefined =>
  teaches(account.role) ? deck.shares[account.id] : undefined;

/** Throws `own_decks_off` for a student whose school does not let students make decks. */
export async function requireMaking(directory: Directory, { role }: KnownAccount): Promise<void> {
  if (!(await directory.mayMake(role))) throw new AppError('own_decks_off');
}

/**
 * True when the deck is official, the account's own or shared with it. For the administrator true unless the deck is a
 * student's own.
 */
const isOneOfTheirs = (account: KnownAccount, deck: KnownDeck): boolean =>
  deck.isOfficial ||
  deck.ownerId === account.id ||
  (administers(account.role) && !deck.isPrivate) ||
  rightOf(account, deck) !== undefined;

/**
 * True when the account may read the deck. It is official, its own, shared with it, or of a class that it teaches or is
 * approved in. The administrator may read all but students' own.
 */
function mayRead(directory: Directory, account: KnownAccount, deck: KnownDeck): Promise<boolean> | boolean {
  return isOneOfTheirs(account, deck) || directory.hasInClass(account.id, deck.id);
}

interface Right {
  may(directory: Directory, account: KnownAccount, deck: KnownDeck): Promise<boolean> | boolean;
  refusal(account: KnownAccount, deck: KnownDeck): ErrorCode;
}

async function knownDeck(directory: Directory, deckId: number): Promise<KnownDeck> {
  return orThrow(await directory.deck(deckId), 'deck_not_found');
}

/** Returns the deck for an account that may; else throws the refusal. A no is asked of the database itself. */
async function requireRight(
  directory: Directory,
  account: KnownAccount,
  deck: KnownDeck,
  { may, refusal }: Right,
): Promise<KnownDeck> {
  if (await may(directory, account, deck)) return deck;
  // Shared, handed over or made official a moment ago, perhaps, and not heard of yet.
  const now = orThrow(await directory.reload('decks', deck.id), 'deck_not_found');
  if (!(await may(directory, account, now))) throw new AppError(refusal(account, now));
  return now;
}

const requires =
  (right: Right): Requires<KnownDeck> =>
  async (directory, account, deckId) =>
    requireRight(directory, account, await knownDeck(directory, deckId), right);

const READING: Right = { may: mayRead, refusal: () => 'deck_not_accessible' };

/** Returns the deck for an account that may read it. Throws `deck_not_found` or `deck_not_accessible`. */
export const requireDeck = requires(READING);

/**
 * Returns the deck for an account that may give it to a class or copy it. A class alone gives no such right: an owner
 * who takes a deck back does not want it to spread. Throws as `requireDeck`.
 */
export const requireDeckToGive = requires({
  may: (_, account, deck) => isOneOfTheirs(account, deck),
  refusal: () => 'deck_not_accessible',
});

/** Returns a deck in which the administrator changes things, which is no student's own. Throws `deck_not_found`. */
export const requireManagedDeck = requires({
  may: (_, __, { isPrivate }) => !isPrivate,
  refusal: () => 'deck_not_found',
});

/** Returns a card for an account that may read its deck. Throws `card_not_found` or `deck_not_accessible`. */
export const requireCard: Requires<KnownCard> = async (directory, account, cardId) => {
  const card = orThrow(await directory.card(cardId), 'card_not_found');
  return { ...card, deck: await requireRight(directory, account, card.deck, READING) };
};

/** Returns the deck for the account that owns it. Throws `deck_not_found` or `deck_not_owned`. */
export const requireOwnDeck = requires({
  may: (_, account, deck) => deck.ownerId === account.id,
  refusal: () => 'deck_not_owned',
});

const whileMaking =
  (required: Requires<KnownDeck>): Requires<KnownDeck> =>
  async (directory, account, deckId) => {
    const deck = await required(directory, account, deckId);
    await requireMaking(directory, account);
    return deck;
  };

/** Returns an own deck for an account that may change it. Throws as `requireOwnDeck`, and `own_decks_off`. */
export const requireOwnDeckToChange = whileMaking(requireOwnDeck);

/**
 * Returns the deck for an account that may change its cards: its owner, or a colleague who may edit it. Throws
 * `deck_not_found`, `deck_not_owned`, `deck_only_used` for a colleague who may not, or as `requireMaking`.
 */
export const requireEditableDeck = whileMaking(
  requires({
    may: (_, account, known) => known.ownerId === account.id || rightOf(account, known) === 'edit',
    refusal: (account, known) => (rightOf(account, known) ? 'deck_only_used' : 'deck_not_owned'),
  }),
);
