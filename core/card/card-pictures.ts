import type { Pool } from 'pg';
import { CARD_PICTURE_MAX, CARD_PICTURE_PIXELS } from '../contract/card-limits.ts';
import type { Card, CardPicture } from '../contract/card-shape.schema.ts';
import { AppError, orThrow, refusedFile } from '../contract/errors.ts';
import { pictureKind } from '../files/picture-type.ts';
import type { Storage } from '../files/storage.ts';
import { type StoredPicture, storePicture } from '../files/stored-picture.ts';
import type { FileRule, Upload } from '../files/upload.ts';
import { tidyText } from '../text/tidy-text.ts';
import { changeCard } from './card-changes.ts';
import type { CardPlace } from './card-editor.ts';
import type { PictureSide } from './card-picture.schema.ts';
import { toCard } from './edits/card-rows.ts';
import { seenPicture } from './seen-card.ts';

const refusal = (code: 'not_a_picture' | 'picture_broken' | 'picture_too_large'): AppError =>
  refusedFile('picture', code, { megabytes: CARD_PICTURE_MAX / 1024 / 1024, pixels: CARD_PICTURE_PIXELS });

/** A picture on a card: whatever browsers draw. Throws `picture_too_large` or `not_a_picture`. */
export const CARD_PICTURE: FileRule = {
  field: 'picture',
  maxBytes: CARD_PICTURE_MAX,
  extensionOf: pictureKind,
  tooLarge: () => refusal('picture_too_large'),
  wrongContent: () => refusal('not_a_picture'),
};

/** Moves an uploaded picture into the storage, without its metadata. Throws `picture_too_large` or `picture_broken`. */
export async function storeCardPicture(storage: Storage, upload: Upload): Promise<StoredPicture> {
  const stored = await storePicture(storage, 'cards', upload, CARD_PICTURE_PIXELS);
  if (typeof stored === 'string') throw refusal(stored === 'large' ? 'picture_too_large' : 'picture_broken');
  return stored;
}

/** A side of a card, who changes it, and the picture that they saw there, if they say so. */
export interface PicturePlace extends CardPlace {
  side: PictureSide;
  seen?: string | undefined;
}

/**
 * Puts a picture on a side of a card, or changes the text of the one that is there. Throws `card_not_found`, or
 * `picture_not_found` for a text without a picture. Throws `card_changed_meanwhile`, with the card as it is, when the
 * picture is no longer the one that was seen. Throws as `updateCard` when the right to change the deck has just gone.
 */
export const setPicture = (
  pool: Pool,
  place: PicturePlace,
  { picture, alt }: { picture: StoredPicture | undefined; alt: string | undefined },
): Promise<Card> =>
  changePicture(pool, place, (before) => {
    const shown = orThrow(picture ?? before, 'picture_not_found');
    const { file, width, height } = shown;
    // Another picture shows something else.
    const said = alt ?? (picture ? '' : before?.alt);
    return { file, width, height, alt: tidyText(said ?? '') };
  });

/** Takes the picture off a side of a card, if it has one. Throws likewise. */
export const removePicture = (pool: Pool, place: PicturePlace): Promise<Card> =>
  changePicture(pool, place, () => null);

function changePicture(
  pool: Pool,
  place: PicturePlace,
  change: (before: CardPicture | null) => CardPicture | null,
): Promise<Card> {
  const column = `${place.side}_picture` as const;
  return changeCard(pool, place, (card) => {
    const before = card[column];
    if (place.seen !== undefined && place.seen !== seenPicture(before))
      throw new AppError('card_changed_meanwhile', { data: toCard(card) });
    return { [column]: change(before) };
  });
}
