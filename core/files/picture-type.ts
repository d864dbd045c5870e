import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

/** A part of a PNG, from its length to its checksum. */
interface Chunk {
  name: string;
  whole: Buffer;
  content: Buffer;
}

/** Returns the parts of a PNG up to its end; undefined when that is missing. */
export function pngChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    chunks.push({ name, whole: bytes.subarray(at, end), content: bytes.subarray(at + 8, end - 4) });
    if (name === 'IEND') return chunks;
    at = end;
  }
  return undefined;
}

const ORIENTATION_TAG = 0x0112;

/** Returns how a picture is turned by its Exif, 1 to 8; 1 when that does not say so. */
export function orientationOf(exif: Buffer): number {
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const number = (at: number, size: 2 | 4) =>
    isLittle ? exif.readUIntLE(at, size) : exif.readUIntBE(at, size);
  try {
    const directory = number(4, 4);
    for (let left = number(directory, 2), at = directory + 2; left > 0; left--, at += 12)
      if (number(at, 2) === ORIENTATION_TAG) {
        const orientation = number(at + 8, 2);
        return orientation >= 1 && orientation <= 8 ? orientation : 1;
      }
  } catch (error) {
    // What Buffer throws for a position behind the end.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** In Motorola's order, with one entry, a short number. */
const ONE_ENTRY = '4d4d002a00000008' + '000101120003000000010000000000000000';

/** Returns Exif that says how a picture is turned, and nothing else. */
export function exifOfOrientation(orientation: number): Buffer {
  const exif = Buffer.from(ONE_ENTRY, 'hex');
  exif.writeUInt16BE(orientation, exif.length - 8);
  return exif;
}

/** Kinds of pictures that every browser draws. SVG is none of them: it may carry scripts. */
export type PictureKind = 'png' | 'jpg' | 'webp' | 'avif';

const KINDS = { png: PNG, jpg: JPG, webp: WEBP, avif: HEIF };

const AVIF_BRAND = /^avi[fs]$/;

/** A name of four letters that a file of the MP4 family has in its first bytes. */
const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/**
 * The first name says how a file is read best. Those from the sixteenth byte on say how else it can be: not all are
 * AVIF first.
 */
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
export function pictureSize(kind: PictureKind, bytes: Buffer): PictureSize | undefined {
  try {
    const { orientation = pngOrientation(kind, bytes), ...size } = KINDS[kind].calculate(bytes);
    const { width, height } = kind === 'avif' ? shownAvif(bytes, size) : size;
    if (!width || !height) return undefined;
    // From 5 on a camera was held upright: the browser turns such a picture by a quarter.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

function pngOrientation(kind: PictureKind, bytes: Buffer): number {
  const exif = kind === 'png' ? pngChunks(bytes)?.find(({ name }) => name === 'eXIf') : undefined;
  return exif ? orientationOf(exif.content) : 1;
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
      return pngChunks(bytes) !== undefined;
    case 'jpg':
      return isWholeJpeg(bytes);
    case 'webp':
      return bytes.length >= 8 + bytes.readUInt32LE(4);
    case 'avif':
      return boxesIn(bytes, 0, bytes.length) !== undefined;
    default:
      return kind satisfies never;
  }
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** Looks for the end behind the start of the scan: a small picture within the header has an end of its own. */
function isWholeJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    if (bytes[at + 1] === 0xda) return bytes.lastIndexOf(END_OF_IMAGE) > at;
    // Fill bytes may stand before a marker.
    at += bytes[at + 1] === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** A part of a file of the MP4 family, from `at` to `end`; what is in it begins at `start`. */
export interface Box {
  name: string;
  at: number;
  start: number;
  end: number;
}

/** Returns the boxes between two positions; undefined when they do not follow each other to the end. */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    const length = bytes.readUInt32BE(at);
    // A length of 1 means that one of 64 bits follows the name. A length of 0 means all that is left.
    const isLong = length === 1 && at + 16 <= to;
    const end = length === 0 ? to : at + (isLong ? Number(bytes.readBigUInt64BE(at + 8)) : length);
    const start = at + (isLong ? 16 : 8);
    if (end < start || end > to) return undefined;
    boxes.push({ name: nameAt(bytes, at + 4), at, start, end });
    at = end;
  }
  return at === to ? boxes : undefined;
}
