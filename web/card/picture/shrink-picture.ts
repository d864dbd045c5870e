import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CARD_PICTURE_MAX, CARD_PICTURE_PIXELS } from '../../../core/contract/card-limits.ts';
import { ApiError } from '../../lib/call/api-client.ts';
import { errorMessages, errorText } from '../../lib/call/error-text.ts';

/** Pixels of the longer side that a card has use for, on a large screen too. */
const LONGEST = 1_280;
/** Bytes below which a picture of few pixels is sent as it is. */
const SMALL_BYTES = 400_000;
/** Pixels in all beyond which a phone has no memory to draw a picture. */
const DRAWABLE = 120_000_000;
const QUALITY = 0.85;
const SENT_AS_IT_IS = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];

/** Bytes in which it is seen what a file is. */
const LOOKED_AT = 64 * 1024;

export const beginningOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());

/** How pictures begin, as letters of one byte each. */
const BEGINNINGS: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF....WEBP/s],
  ['image/avif', /^....ftypavi[fs]/s],
  ['image/heic', /^....ftyp(hei[cxms]|hev[cx]|mif1)/s],
  ['image/gif', /^GIF8[79]a/],
  ['image/bmp', /^BM.{4}\0{4}/s],
];

/** The type of a picture by its first bytes. Some systems know none for the endings of HEIC and AVIF. */
export function pictureTypeOf(head: Uint8Array): string | undefined {
  const letters = String.fromCharCode(...head.subarray(0, 16));
  return BEGINNINGS.find(([, beginning]) => beginning.test(letters))?.[0];
}

export type PictureProblem = 'not_a_picture' | 'picture_too_large';

export class PictureError extends Error {
  readonly code: PictureProblem;

  constructor(code: PictureProblem) {
    super(code);
    this.code = code;
  }
}

/** The picture at an address. Its size is in its header: it is known before anything is decoded. */
export function opened(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.decoding = 'async';
    image.onload = () => resolve(image);
    image.onerror = () => reject(new PictureError('not_a_picture'));
    image.src = url;
  });
}

/** Whether some of it is see-through, as what is drawn on nothing. */
const isOnNothing = (canvas: CanvasRenderingContext2D, width: number, height: number): boolean =>
  canvas.getImageData(0, 0, width, height).data.some((value, index) => index % 4 === 3 && value < 255);

/** A picture of this size, as WebP where the browser can write it. */
export async function drawn(image: HTMLImageElement, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('picture_too_large');
  context.drawImage(image, 0, 0, width, height);
  const encoded = (type: string) =>
    new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, QUALITY);
    });
  const webp = await encoded('image/webp');
  if (webp?.type === 'image/webp') return webp;
  // A browser that cannot write WebP gives PNG instead, which is right for what is drawn on nothing.
  if (isOnNothing(context, width, height)) {
    if (webp && webp.size <= CARD_PICTURE_MAX) return webp;
    // A JPEG would have it on black.
    Object.assign(context, { globalCompositeOperation: 'destination-over', fillStyle: 'white' });
    context.fillRect(0, 0, width, height);
  }
  const blob = await encoded('image/jpeg');
  if (!blob) throw new PictureError('picture_too_large');
  return blob;
}

/**
 * Returns a picture that is small enough for a card and a slow line: at most 1,280 pixels wide and high. Rejects with a
 * PictureError for what is no picture to this browser, or is too large to be drawn.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const url = URL.createObjectURL(file);
  try {
    // An SVG would be drawn as well, and is none of the kinds that cards have.
    const isNamed = file.type.startsWith('image/');
    const type = isNamed ? file.type : (pictureTypeOf(await beginningOf(file)) ?? '');
    if (!SENT_AS_IT_IS.includes(type) && !/^image\/(bmp|gif|hei[cf])$/.test(type))
      throw new PictureError('not_a_picture');
    const image = await opened(url);
    const { naturalWidth, naturalHeight } = image;
    if (naturalWidth * naturalHeight > DRAWABLE) throw new PictureError('picture_too_large');
    const scale = Math.min(1, LONGEST / Math.max(naturalWidth, naturalHeight));
    if (scale === 1 && file.size <= SMALL_BYTES && SENT_AS_IT_IS.includes(type)) return file;
    const [width, height] = [naturalWidth, naturalHeight].map((side) =>
      Math.max(1, Math.round(side * scale)),
    );
    const blob = await drawn(image, width as number, height as number);
    if (blob.size > CARD_PICTURE_MAX) throw new PictureError('picture_too_large');
    return new File([blob], file.name, { type: blob.type });
  } finally {
    URL.revokeObjectURL(url);
  }
}

export const pictureIn = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));

/** Said below the other one's picture. */
const changedMeanwhile = msg`Somebody else has changed this picture meanwhile, and you see it now. Nothing was overwritten: do it again if you want yours in its place.`;

export const isChanged = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'card_changed_meanwhile';

export function pictureProblem(i18n: I18n, error: unknown): string {
  if (error instanceof PictureError) {
    const values = { megabytes: CARD_PICTURE_MAX / 1024 / 1024, pixels: CARD_PICTURE_PIXELS };
    return i18n._({ ...errorMessages[error.code], values });
  }
  return isChanged(error) ? i18n._(changedMeanwhile) : errorText(i18n, error);
}
