import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NEXT_VERSION, nameEditor } from '../card-editor.ts';
import { Deck } from '../deck/deck.entity.ts';
import { DeckShare } from '../deck/sharing/deck-share.entity.ts';
import { AppError, type FieldErrors } from '../errors.ts';
import { requireRoomInDeck } from '../room-for-cards.ts';
import { statementsOf } from '../statements.ts';
import { tidyOptional, tidyText } from '../tidy-text.ts';
import { throwAwayCards } from '../trash/trash-cards.ts';
import { Card } from './card.entity.ts';
import type { CardChanges, Card as CardData, NewCardBody } from './card.schema.ts';
import { CARD_TEXT_NAMES, type CardTexts, forCardTexts, isCardSide } from './card-fields.ts';
import { hasOtherSides, seenCard } from './seen-card.ts';

/** Stores the audio that was sent with a card and returns its address. Called once everything else is in order. */
export type StoreAudio = () => Promise<string>;

/**
 * Adds a card at the end of a deck. Throws `front_back_required`, or `deck_not_found` and `deck_not_owned` when the deck, or
 * the right to it, has just gone, and `too_many_cards` for a student's own that is full.
 */
export async function createCard(
  em: EntityManager,
  { deckId, editorId }: { deckId: number; editorId?: number },
  body: NewCardBody,
  storeAudio?: StoreAudio,
): Promise<CardData> {
  const { front, back } = requireSides({ front: body.front ?? '', back: body.back ?? '' });
  const audioFile = storeAudio ? await storeAudio() : null;
  return em.transactional(async (tx) => {
    // Of two cards added at once the later waits here, and then sees the earlier one's place.
    const deck = await holdEditableDeck(tx, deckId, { editorId, lockMode: LockMode.PESSIMISTIC_WRITE });
    const last = await tx.findOne(Card, { deck }, { orderBy: { ordinal: 'desc' } });
    const card = tx.create(Card, {
      deck,
      ordinal: (last?.ordinal ?? 0) + 1,
      ...forCardTexts((name) => tidyOptional(body[name])),
      front,
      back,
      audioFile,
    });
    await tx.persist(card).flush();
    await requireRoomInDeck(tx, deck);
    return toCard(card);
  });
}

/** Where a card is, and who changes it; without an editor the administrator does. */
export interface CardPlace {
  deckId: number;
  cardId: number;
  editorId?: number;
}

/**
 * Changes what is given of a deck's card. Throws `front_back_required` for a blank side, `card_not_found`, or
 * `card_changed_meanwhile` with the card as it is, when it is no longer the one that was seen.
 */
export async function updateCard(
  em: EntityManager,
  place: CardPlace,
  { seen, change, ...changes }: CardChanges,
  storeAudio?: StoreAudio,
): Promise<CardData> {
  const sides = requireSides(changes);
  const where = { id: place.cardId, deck: place.deckId };
  if (storeAudio && !(await em.count(Card, where))) throw new AppError('card_not_found');
  const audioFile = storeAudio ? await storeAudio() : changes.audio_file;
  return em.transactional(async (tx) => {
    await holdDeck(tx, place);
    const card = await tx.findOne(Card, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!card) throw new AppError('card_not_found');
    if (seen !== undefined && seen !== seenCard(toCard(card)))
      throw new AppError('card_changed_meanwhile', { data: toCard(card) });
    for (const name of CARD_TEXT_NAMES)
      if (!isCardSide(name) && changes[name] !== undefined) card[name] = tidyOptional(changes[name]);
    const isOther = hasOtherSides(card, sides);
    Object.assign(card, sides);
    if (change === 'meaning' && isOther) card.meaning = await nextMeaning(tx, card.id);
    if (audioFile !== undefined) card.audioFile = audioFile;
    await tx.flush();
    return toCard(card);
  });
}

/** The version of a card that the next change makes. */
async function nextMeaning(tx: EntityManager, cardId: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`select ${sql.raw(NEXT_VERSION)} as next
    from (select ${cardId}::integer as id) c`.execute(tx.getKysely());
  return rows[0]!.next;
}

/**
 * Puts a deck's card into the trash; `by` is the administrator who does it. Throws `card_not_found`, also for the later of
 * two that delete it at once.
 */
export function deleteCard(em: EntityManager, place: CardPlace & { by?: number }): Promise<void> {
  return em.transactional(async (tx) => {
    await holdDeck(tx, place);
    const { deckId, cardId, editorId, by = editorId } = place;
    const thrown = await throwAwayCards(statementsOf(tx), { deckId, ids: [cardId], by, cause: 'deleted' });
    if (thrown === 0) throw new AppError('card_not_found');
  });
}

/**
 * Returns the deck within a transaction, for an account that may still change its cards. Until the transaction ends
 * nobody takes that away. Without an editor it is the administrator who changes them. Throws `deck_not_found` or
 * `deck_not_owned`.
 */
async function holdEditableDeck(
  tx: EntityManager,
  deckId: number,
  { editorId, lockMode }: { editorId: number | undefined; lockMode: LockMode },
): Promise<Deck> {
  const deck = await tx.findOne(Deck, deckId, { lockMode });
  if (!deck) throw new AppError('deck_not_found');
  if (editorId === undefined || deck.user.id === editorId) return deck;
  // A statement after the lock: it sees what its last holder has done.
  if (await tx.count(DeckShare, { deckId, teacherId: editorId, may: 'edit' })) return deck;
  throw new AppError('deck_not_owned');
}

/** Two may change different cards at once. A deck that is gone has no card either. */
export async function holdDeck(tx: EntityManager, { deckId, editorId }: CardPlace): Promise<void> {
  if (editorId === undefined) return;
  await holdEditableDeck(tx, deckId, { editorId, lockMode: LockMode.PESSIMISTIC_READ });
  await nameEditor(tx, editorId);
}

/** Those of the two sides that are given, as they are kept. */
function requireSides<T extends Pick<NewCardBody, 'front' | 'back'>>(given: T): Pick<T, 'front' | 'back'> {
  const sides: Pick<NewCardBody, 'front' | 'back'> = {};
  const errors: FieldErrors = {};
  for (const side of ['front', 'back'] as const) {
    const text = given[side];
    if (text === undefined) continue;
    sides[side] = tidyText(text);
    if (!sides[side]) errors[side] = [`The ${side} is required`];
  }
  if (Object.keys(errors).length) throw new AppError('front_back_required', { errors });
  return sides as Pick<T, 'front' | 'back'>;
}

export const toCard = (card: Card): CardData => ({
  id: card.id,
  deck_id: card.deck.id,
  ...(forCardTexts((name) => card[name] ?? null) as CardTexts),
  audio_file: card.audioFile ?? null,
  front_picture: card.frontPicture ?? null,
  back_picture: card.backPicture ?? null,
});
