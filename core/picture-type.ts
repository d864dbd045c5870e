import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

/** Kinds of pictures that every browser draws. SVG is none of them: it may carry scripts. */
export type PictureKind = 'png' | 'jpg' | 'webp' | 'avif';

const KINDS = { png: PNG, jpg: JPG, webp: WEBP, avif: HEIF };

const AVIF_BRAND = /^avi[fs]$/;

/** A name of four letters that a file of the MP4 family has in its first bytes. */
const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The first name says how a file is read best, those from the sixteenth byte on how else it can be: not all are AVIF first. */
function isAvif(head: Uint8Array): boolean {
  const end = Math.min(Buffer.from(head).readUInt32BE(0), head.length, 256);
  const brands = [nameAt(head, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(nameAt(head, at));
  return brands.some((brand) => AVIF_BRAND.test(brand));
}

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
  if (nameAt(head, 4) === 'ftyp') return isAvif(head) ? 'avif' : undefined;
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
    const { orientation = 1, ...size } = KINDS[kind].calculate(bytes);
    const { width, height } = kind === 'avif' ? shownAvif(bytes, size) : size;
    if (!width || !height) return undefined;
    // From 5 on a camera was held upright: the browser turns such a picture by a quarter.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

/** Of an AVIF made of tiles the first size may be a tile's, and the whole is the largest. `irot` turns it by quarters. */
function shownAvif(bytes: Uint8Array, first: PictureSize & { images?: Partial<PictureSize>[] }): PictureSize {
  let [width, height] = [first.width, first.height];
  for (const { width: wide = 0, height: high = 0 } of first.images ?? [])
    if (wide * high > width * height) [width, height] = [wide, high];
  const turn = Buffer.from(bytes.subarray(0, 64 * 1024)).indexOf('irot');
  const isOnItsSide = turn > 0 && ((bytes[turn + 4] ?? 0) & 1) === 1;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}

/** Returns false for a picture whose end is missing, as after an upload or a download that was cut off. */
export function isWholePicture(kind: PictureKind, bytes: Buffer): boolean {
  switch (kind) {
    case 'png':
      return bytes.lastIndexOf('IEND') > 0;
    case 'jpg':
      return isWholeJpeg(bytes);
    case 'webp':
      return bytes.length >= 8 + bytes.readUInt32LE(4);
    case 'avif':
      return isWholeAvif(bytes);
    default:
      return kind satisfies never;
  }
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** A small picture within the header has an end of its own, so the end is looked for behind the start of the scan. */
function isWholeJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    if (bytes[at + 1] === 0xda) return bytes.lastIndexOf(END_OF_IMAGE) > at;
    // Fill bytes may stand before a marker.
    at += bytes[at + 1] === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** Its boxes follow each other to the end; a length of 0 is all that is left. */
function isWholeAvif(bytes: Buffer): boolean {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return true;
    // A length of 1 means that one of 64 bits follows the name.
    const isLong = length === 1 && at + 16 <= bytes.length;
    const step = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : length;
    if (step < 8) return false;
    at += step;
  }
  return at === bytes.length;
}
