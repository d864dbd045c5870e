import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

/** Kinds of pictures that every browser draws. SVG is none of them: it may carry scripts. */
export type PictureKind = 'png' | 'jpg' | 'webp' | 'avif';

const KINDS = { png: PNG, jpg: JPG, webp: WEBP, avif: HEIF };

const AVIF_BRAND = /^avi[fs]$/;

function isOf(kind: 'png' | 'webp', head: Uint8Array): boolean {
  try {
    return KINDS[kind].validate(head);
  } catch {
    return false;
  }
}

/** Returns the kind of a picture, recognised by its first bytes; undefined for anything else, whatever its name says. */
export function pictureKind(head: Uint8Array): PictureKind | undefined {
  if (head[0] === 0xff && head[1] === 0xd8) return 'jpg';
  // The others look into bytes that a short file does not have.
  if (head.length < 32) return undefined;
  const box = String.fromCharCode(...head.subarray(4, 12));
  if (box.startsWith('ftyp')) return AVIF_BRAND.test(box.slice(4)) ? 'avif' : undefined;
  return (['png', 'webp'] as const).find((kind) => isOf(kind, head));
}

export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Returns a picture's size in pixels as its header says; undefined when that is broken. Nothing is decoded: a picture of a
 * few kilobytes may unfold to gigabytes.
 */
export function pictureSize(kind: PictureKind, bytes: Uint8Array): PictureSize | undefined {
  try {
    const { width, height, orientation = 1 } = KINDS[kind].calculate(bytes);
    if (!width || !height) return undefined;
    // From 5 on a camera was held upright: the browser turns such a picture by a quarter.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}
