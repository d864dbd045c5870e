import { readFile } from 'node:fs/promises';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError, type ErrorDetails } from '../errors.ts';
import { isWholePicture, type PictureKind, pictureKind, pictureSize } from '../picture-type.ts';
import { type Storage, storeFileByContent } from '../storage.ts';
import { tidyText } from '../tidy-text.ts';
import type { FileRule, Upload } from '../upload.ts';
import { Card } from './card.entity.ts';
import type { Card as CardData, CardPicture } from './card.schema.ts';
import { type CardPlace, holdDeck, toCard } from './card-changes.ts';
import { CARD_PICTURE_MAX, CARD_PICTURE_PIXELS } from './card-limits.ts';
import type { PictureSide } from './card-picture.schema.ts';
import { seenPicture } from './seen-card.ts';

function refusal(code: 'not_a_picture' | 'picture_broken' | 'picture_too_large'): AppError {
  const details: ErrorDetails = {
    params: { megabytes: CARD_PICTURE_MAX / 1024 / 1024, pixels: CARD_PICTURE_PIXELS },
  };
  const { message } = new AppError(code, details);
  return new AppError(code, { ...details, errors: { picture: [message] } });
}

/** A picture on a card: whatever browsers draw. Throws `picture_too_large` or `not_a_picture`. */
export const CARD_PICTURE: FileRule = {
  field: 'picture',
  maxBytes: CARD_PICTURE_MAX,
  extensionOf: pictureKind,
  tooLarge: () => refusal('picture_too_large'),
  wrongContent: () => refusal('not_a_picture'),
};

export type StoredPicture = Omit<CardPicture, 'alt'>;

/** Moves an uploaded picture into the storage. Throws `picture_too_large`, or `picture_broken` when it says no size or its end is missing. */
export async function storeCardPicture(storage: Storage, upload: Upload): Promise<StoredPicture> {
  const kind = upload.extension as PictureKind;
  const bytes = await readFile(upload.path);
  const size = pictureSize(kind, bytes);
  if (!size || !isWholePicture(kind, bytes)) throw refusal('picture_broken');
  if (Math.max(size.width, size.height) > CARD_PICTURE_PIXELS) throw refusal('picture_too_large');
  return { file: `/storage/${await storeFileByContent(storage, 'cards', upload)}`, ...size };
}

/** A side of a card, who changes it, and the picture that they saw there, if they say so. */
export interface PicturePlace extends CardPlace {
  side: PictureSide;
  seen?: string | undefined;
}

/**
 * Puts a picture on a side of a card, or changes the text of the one that is there. Throws `card_not_found`,
 * `picture_not_found` for a text without a picture, `card_changed_meanwhile` with the card as it is when the picture is no
 * longer the one that was seen, or as `updateCard` when the right to change the deck has just gone.
 */
export const setPicture = (
  em: EntityManager,
  place: PicturePlace,
  { picture, alt }: { picture: StoredPicture | undefined; alt: string | undefined },
): Promise<CardData> =>
  changePicture(em, place, (before) => {
    const shown = picture ?? before;
    if (!shown) throw new AppError('picture_not_found');
    const { file, width, height } = shown;
    // Another picture shows something else.
    const said = alt ?? (picture ? '' : before?.alt);
    return { file, width, height, alt: tidyText(said ?? '') };
  });

/** Takes the picture off a side of a card, if it has one. Throws likewise. */
export const removePicture = (em: EntityManager, place: PicturePlace): Promise<CardData> =>
  changePicture(em, place, () => null);

function changePicture(
  em: EntityManager,
  place: PicturePlace,
  change: (before: CardPicture | null) => CardPicture | null,
): Promise<CardData> {
  const field = place.side === 'front' ? 'frontPicture' : 'backPicture';
  return em.transactional(async (tx) => {
    await holdDeck(tx, place);
    const card = await tx.findOne(
      Card,
      { id: place.cardId, deck: place.deckId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!card) throw new AppError('card_not_found');
    if (place.seen !== undefined && place.seen !== seenPicture(card[field] ?? null))
      throw new AppError('card_changed_meanwhile', { data: toCard(card) });
    card[field] = change(card[field] ?? null);
    await tx.flush();
    return toCard(card);
  });
}
