import { HEIF } from 'image-size/types/heif';
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

/** A part of a JPEG, without bytes that stand before it and belong to none. That of a scan has what is drawn in it. */
interface Segment {
  marker: number;
  whole: Buffer;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Markers that stand alone: of restarts, of a second beginning, and one for private use in arithmetic coding. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Returns the parts of a JPEG up to its end, without its marker. As decoders do, passes over what stands between two
 * parts: fill bytes, and others that no marker announces. Undefined when a part runs over the end.
 */
export function jpegSegments(bytes: Buffer): Segment[] | undefined {
  const segments: Segment[] = [];
  for (let at = markerFrom(bytes, 2); at !== undefined; ) {
    const marker = bytes[at + 1]!;
    if (marker === END_OF_IMAGE) break;
    if (!isAlone(marker)) {
      if (at + 4 > bytes.length) return undefined;
      const length = bytes.readUInt16BE(at + 2);
      const end = at + 2 + length;
      if (length < 2 || end > bytes.length) return undefined;
      const next = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
      segments.push({ marker, whole: bytes.subarray(at, next) });
      at = markerFrom(bytes, next);
    } else at = markerFrom(bytes, at + 2);
  }
  return segments;
}

/** Where the next marker begins: 255 and what is neither 0 nor 255. */
function markerFrom(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return undefined;
    if (next !== 0 && next !== 0xff) return at;
  }
  return undefined;
}

/** Where the next marker is: within a scan a byte of 255 is followed by 0, or by the number of a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = markerFrom(bytes, start);
  while (at !== undefined && bytes[at + 1]! >= 0xd0 && bytes[at + 1]! <= 0xd7) at = markerFrom(bytes, at + 2);
  let end = at ?? bytes.length;
  while (at !== undefined && end > start && bytes[end - 1] === 0xff) end--;
  return end;
}

/** Markers of a frame, which has the size; the three others there are of tables. */
const isFrame = ({ marker }: Segment): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size of a JPEG, and how its Exif says that it is turned. */
export function jpegSize(bytes: Buffer): PictureSize & { orientation: number } {
  const segments = jpegSegments(bytes) ?? [];
  const frame = segments.find(isFrame)?.whole ?? Buffer.alloc(0);
  const exif = segments.find(
    ({ marker, whole }) => marker === 0xe1 && whole.toString('latin1', 4, 10) === 'Exif\0\0',
  );
  const [height, width] = frame.length >= 9 ? [frame.readUInt16BE(5), frame.readUInt16BE(7)] : [0, 0];
  return { width, height, orientation: exif ? orientationOf(exif.whole.subarray(10)) : 1 };
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

const KINDS = { png: PNG, webp: WEBP, avif: HEIF };

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
    const { orientation = pngOrientation(kind, bytes), ...size } =
      kind === 'jpg' ? jpegSize(bytes) : KINDS[kind].calculate(bytes);
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
      return fileBoxes(bytes) !== undefined;
    default:
      return kind satisfies never;
  }
}

const END_BYTES = Buffer.from([0xff, END_OF_IMAGE]);

/** Looks for the end behind the start of the scan: a small picture within the header has an end of its own. */
function isWholeJpeg(bytes: Buffer): boolean {
  const scan = jpegSegments(bytes)?.find(({ marker }) => marker === START_OF_SCAN);
  return scan !== undefined && bytes.lastIndexOf(END_BYTES) > scan.whole.byteOffset - bytes.byteOffset;
}

/** A part of a file of the MP4 family, from `at` to `end`; what is in it begins at `start`. */
export interface Box {
  name: string;
  at: number;
  start: number;
  end: number;
}

/** Boxes that a file of the MP4 family has at its first level: one that runs over the end is cut off. */
const FILE_BOX = /^(ftyp|meta|mdat|moov|moof|free|skip|uuid|wide|pdin|idat|styp|sidx)$/;

/**
 * Returns the boxes of a file, without bytes behind them that are none, which browsers pass over. Undefined when one runs
 * over the end, or when none says what is in the file.
 */
export function fileBoxes(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const box = boxAt(bytes, at, bytes.length);
    if (!box && FILE_BOX.test(nameAt(bytes, at + 4))) return undefined;
    if (!box) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes.some(({ name }) => name === 'meta' || name === 'moov') ? boxes : undefined;
}

/** Returns the boxes between two positions; undefined when they do not follow each other to the end. */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    const box = boxAt(bytes, at, to);
    if (!box) return undefined;
    boxes.push(box);
    at = box.end;
  }
  return at === to ? boxes : undefined;
}

/** Undefined for one that runs over the end. */
function boxAt(bytes: Buffer, at: number, to: number): Box | undefined {
  const length = bytes.readUInt32BE(at);
  // A length of 1 means that one of 64 bits follows the name. A length of 0 means all that is left.
  const isLong = length === 1 && at + 16 <= to;
  const end = length === 0 ? to : at + (isLong ? Number(bytes.readBigUInt64BE(at + 8)) : length);
  const start = at + (isLong ? 16 : 8);
  return end < start || end > to ? undefined : { name: nameAt(bytes, at + 4), at, start, end };
}
