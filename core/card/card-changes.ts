import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Deck } from '../deck/deck.entity.ts';
import { AppError, type FieldErrors } from '../errors.ts';
import { tidyOptional, tidyText } from '../tidy-text.ts';
import { Card } from './card.entity.ts';
import type { CardChanges, Card as CardData, NewCardBody } from './card.schema.ts';
import { CARD_TEXT_NAMES, type CardTexts, forCardTexts, isCardSide } from './card-fields.ts';

/** Stores the audio that was sent with a card and returns its address. Called once everything else is in order. */
export type StoreAudio = () => Promise<string>;

/** Adds a card at the end of a deck. Throws `front_back_required`, or `deck_not_found` when it has just gone. */
export async function createCard(
  em: EntityManager,
  deckId: number,
  body: NewCardBody,
  storeAudio?: StoreAudio,
): Promise<CardData> {
  const { front, back } = requireSides({ front: body.front ?? '', back: body.back ?? '' });
  const audioFile = storeAudio ? await storeAudio() : null;
  return em.transactional(async (tx) => {
    // Of two cards added at once the later waits here, and then sees the earlier one's place.
    const deck = await tx.findOne(Deck, deckId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!deck) throw new AppError('deck_not_found');
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
    return toCard(card);
  });
}

/** Changes what is given of a deck's card. Throws `front_back_required` for a blank side, or `card_not_found`. */
export async function updateCard(
  em: EntityManager,
  place: { deckId: number; cardId: number },
  changes: CardChanges,
  storeAudio?: StoreAudio,
): Promise<CardData> {
  const sides = requireSides(changes);
  const where = { id: place.cardId, deck: place.deckId };
  if (storeAudio && !(await em.count(Card, where))) throw new AppError('card_not_found');
  const audioFile = storeAudio ? await storeAudio() : changes.audio_file;
  return em.transactional(async (tx) => {
    const card = await tx.findOne(Card, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!card) throw new AppError('card_not_found');
    for (const name of CARD_TEXT_NAMES)
      if (!isCardSide(name) && changes[name] !== undefined) card[name] = tidyOptional(changes[name]);
    Object.assign(card, sides);
    if (audioFile !== undefined) card.audioFile = audioFile;
    await tx.flush();
    return toCard(card);
  });
}

/** Deletes a deck's card. Throws `card_not_found`, also for the later of two that delete it at once. */
export async function deleteCard(
  em: EntityManager,
  place: { deckId: number; cardId: number },
): Promise<void> {
  if (!(await em.nativeDelete(Card, { id: place.cardId, deck: place.deckId })))
    throw new AppError('card_not_found');
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

const toCard = (card: Card): CardData => ({
  id: card.id,
  deck_id: card.deck.id,
  ...(forCardTexts((name) => card[name] ?? null) as CardTexts),
  audio_file: card.audioFile ?? null,
});
