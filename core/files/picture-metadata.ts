import { crc32 } from 'node:zlib';
import {
  type Box,
  boxesIn,
  exifOfOrientation,
  fileBoxes,
  jpegSegments,
  jpegSize,
  orientationOf,
  type PictureKind,
  pngChunks,
} from './picture-type.ts';

/** What is kept of the boxes at each level. */
const KEPT_BOXES = {
  file: /^(ftyp|meta|mdat|moov)$/,
  meta: /^(hdlr|pitm|iinf|iloc|iprp|iref|idat|grpl|dinf|ipro)$/,
  moov: /^(mvhd|trak)$/,
  trak: /^(tkhd|tref|edts|mdia)$/,
};

/** Items that are no part of the picture: Exif, XMP, and what is named by an address. */
const METADATA_ITEM = /^(Exif|mime|uri )$/;

/** Bytes behind a box's name that give its version. */
const VERSION_BYTES = 4;

/**
 * Returns an AVIF with its metadata overwritten. All positions within it count from its start, so nothing is moved.
 * Returns undefined when it says of something only in a way that we do not follow where it is.
 */
function cleanAvif(bytes: Buffer): Buffer | undefined {
  // What stands behind the last box is none of the picture.
  const clean = Buffer.from(bytes.subarray(0, fileBoxes(bytes)?.at(-1)?.end));
  try {
    for (const box of keptBoxes(clean, 'file', 0, clean.length)) {
      if (box.name === 'meta')
        emptyItems(clean, keptBoxes(clean, 'meta', box.start + VERSION_BYTES, box.end));
      if (box.name === 'moov')
        for (const { name, start, end } of keptBoxes(clean, 'moov', box.start, box.end))
          if (name === 'trak') keptBoxes(clean, 'trak', start, end);
    }
    return clean;
  } catch (error) {
    // Also what Buffer throws for a position outside of the file.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the boxes to keep, and makes all others free room. */
function keptBoxes(bytes: Buffer, level: keyof typeof KEPT_BOXES, from: number, to: number): Box[] {
  const boxes = boxesIn(bytes, from, to);
  if (!boxes) throw new RangeError(`The boxes of ${level} do not fill it`);
  return boxes.filter(({ name, at, start, end }) => {
    if (KEPT_BOXES[level].test(name)) return true;
    bytes.write('free', at + 4, 'latin1');
    bytes.fill(0, start, end);
    return false;
  });
}

function emptyItems(bytes: Buffer, boxes: Box[]): void {
  const find = (name: string) => boxes.find((box) => box.name === name);
  const [items, places] = [find('iinf'), find('iloc')];
  if (!items || !places) return;
  const metadata = metadataItems(bytes, items);
  for (const { item, from, to } of itemPlaces(bytes, places, find('idat'))) {
    const type = metadata.get(item);
    if (type === undefined) continue;
    if (!(from < to && to <= bytes.length)) throw new RangeError(`Item ${item} is in no place of the file`);
    bytes.fill(type === 'Exif' ? emptyExif(to - from) : ' ', from, to);
  }
}

/** Exif without an entry, behind the four bytes that say where it begins: strict readers refuse what is none. */
function emptyExif(length: number): Buffer {
  const content = Buffer.alloc(length);
  Buffer.from('000000004d4d002a00000008000000000000', 'hex').copy(content);
  return content;
}

/** The type of each item of metadata, by its number. */
function metadataItems(bytes: Buffer, { start, end }: Box): Map<number, string> {
  const counted = VERSION_BYTES + (bytes[start] === 0 ? 2 : 4);
  const found = new Map<number, string>();
  for (const entry of boxesIn(bytes, start + counted, end) ?? []) {
    const read = new Reader(bytes, entry.start);
    const version = read.version();
    const item = read.number(version === 3 ? 4 : 2);
    read.number(2);
    // Before version 2 an item has a name and no type: no picture is said so.
    const type = version < 2 ? 'mime' : read.text(4);
    if (METADATA_ITEM.test(type)) found.set(item, type);
  }
  return found;
}

interface ItemPlace {
  item: number;
  from: number;
  to: number;
}

/** Where the content of each item is, which may be in several pieces; not a number where that is no place of the file. */
function itemPlaces(bytes: Buffer, { start }: Box, idat: Box | undefined): ItemPlace[] {
  const places: ItemPlace[] = [];
  const read = new Reader(bytes, start);
  const version = read.version();
  const sizes = read.number(2);
  const [ofOffset, ofLength, ofBase] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const ofIndex = version > 0 ? sizes & 15 : 0;
  const wide = version < 2 ? 2 : 4;
  for (let left = read.number(wide); left > 0; left--) {
    const item = read.number(wide);
    // 0 counts from the start of the file, 1 from that of `idat`, 2 within another item.
    const method = version > 0 ? read.number(2) & 15 : 0;
    const isElsewhere = read.number(2) !== 0;
    const origin = isElsewhere ? undefined : [0, idat?.start][method];
    const base = read.number(ofBase) + (origin ?? Number.NaN);
    for (let pieces = read.number(2); pieces > 0; pieces--) {
      read.number(ofIndex);
      const from = base + read.number(ofOffset);
      places.push({ item, from, to: from + read.number(ofLength) });
    }
  }
  return places;
}

/** Reads one number after another; throws a RangeError behind the end. */
class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Of so many bytes; of none it is 0. */
  number(size: number): number {
    this.#at += size;
    if (size === 0) return 0;
    const at = this.#at - size;
    return size === 8 ? Number(this.#bytes.readBigUInt64BE(at)) : this.#bytes.readUIntBE(at, size);
  }

  /** The version of a box, which its flags follow. */
  version(): number {
    return this.number(VERSION_BYTES) >>> 24;
  }

  text(size: number): string {
    this.#at += size;
    return this.#bytes.toString('latin1', this.#at - size, this.#at);
  }
}

/**
 * Returns a picture without what a camera or a program has written beside it: place, device, names, comments. The bytes
 * that browsers draw stay as they are. So do the orientation of a JPEG or PNG and profiles of colour. Nothing is
 * decoded. Returns undefined where the parts of a picture do not end where they say.
 */
export function withoutMetadata(kind: PictureKind, bytes: Buffer): Buffer | undefined {
  switch (kind) {
    case 'jpg':
      return cleanJpeg(bytes);
    case 'png':
      return cleanPng(bytes);
    case 'webp':
      return cleanWebp(bytes);
    case 'avif':
      return cleanAvif(bytes);
    default:
      return kind satisfies never;
  }
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const EMPTY_COMMENT = Buffer.from([0xff, 0xfe, 0, 2]);

/** The head with a picture's size, which readers look for behind a first segment: that may have been metadata. */
const isFrame = (segment: Buffer | undefined): boolean =>
  segment?.[1] !== undefined && (segment[1] & 0xfc) === 0xc0;

/** Keeps what decoding needs. Behind the end of the image telephones put films and further pictures, with places in them. */
function cleanJpeg(bytes: Buffer): Buffer | undefined {
  const segments = jpegSegments(bytes);
  if (!segments) return undefined;
  const { orientation } = jpegSize(bytes);
  const kept = [bytes.subarray(0, 2)];
  if (orientation > 1) kept.push(exifSegment(exifOfOrientation(orientation)));
  kept.push(...segments.map(({ whole }) => whole).filter(isDrawn));
  if (isFrame(kept[1])) kept.splice(1, 0, EMPTY_COMMENT);
  return Buffer.concat([...kept, END_OF_IMAGE]);
}

/**
 * Applications' segments are kept when a browser heeds them: JFIF's resolution, profiles of colour, Adobe's kind of
 * colours.
 */
function isDrawn(segment: Buffer): boolean {
  const marker = segment[1] as number;
  const isComment = marker === 0xfe;
  const isApplications = marker >= 0xe0 && marker <= 0xef;
  const name = `${(marker & 15).toString()}:${segment.toString('latin1', 4, 16)}`;
  return isApplications ? /^(0:JFIF\0|2:ICC_PROFILE\0|14:Adobe)/.test(name) : !isComment;
}

function exifSegment(exif: Buffer): Buffer {
  const head = Buffer.from('ffe10000457869660000', 'hex');
  head.writeUInt16BE(head.length - 2 + exif.length, 2);
  return Buffer.concat([head, exif]);
}

/** The chunks that change how a PNG is drawn, beside those whose name begins with a capital: these are its content. */
const DRAWN_CHUNKS =
  /^([A-Z]|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|pHYs|sPLT|hIST|acTL|fcTL|fdAT)/;

function cleanPng(bytes: Buffer): Buffer | undefined {
  const kept = pngChunks(bytes)?.flatMap(({ name, whole, content }) => {
    if (DRAWN_CHUNKS.test(name)) return whole;
    const orientation = name === 'eXIf' ? orientationOf(content) : 1;
    return orientation > 1 ? exifChunk(exifOfOrientation(orientation)) : [];
  });
  return kept && Buffer.concat([bytes.subarray(0, 8), ...kept]);
}

function exifChunk(exif: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('eXIf'), exif]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(exif.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** In the first chunk of a WebP: that there are chunks of Exif and XMP. */
const SAYS_METADATA = 0x0c;

function cleanWebp(bytes: Buffer): Buffer | undefined {
  const kept = [Buffer.from(bytes.subarray(0, 12))];
  const whole = 8 + bytes.readUInt32LE(4);
  let at = 12;
  while (at + 8 <= whole) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    // A chunk of an odd length is followed by a byte of 0.
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > whole) return undefined;
    if (/^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/.test(name)) {
      const chunk = Buffer.from(bytes.subarray(at, end));
      if (name === 'VP8X') chunk[8] = (chunk[8] as number) & ~SAYS_METADATA;
      kept.push(chunk);
    }
    at = end;
  }
  const clean = Buffer.concat(kept);
  clean.writeUInt32LE(clean.length - 8, 4);
  return clean;
}
