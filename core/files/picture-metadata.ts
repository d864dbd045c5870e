import { crc32 } from 'node:zlib';
import { JPG } from 'image-size/types/jpg';
import { cleanAvif } from './avif-metadata.ts';
import { exifOfOrientation, orientationOf } from './exif-orientation.ts';
import type { PictureKind } from './picture-type.ts';
import { pngChunks } from './png-chunks.ts';

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
  const { orientation = 1 } = JPG.calculate(bytes);
  const kept = [bytes.subarray(0, 2)];
  if (orientation > 1 && orientation <= 8) kept.push(exifSegment(exifOfOrientation(orientation)));
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at + 1] !== 0xd9) {
    if (bytes[at] !== 0xff) return undefined;
    // Fill bytes may stand before a marker.
    if (bytes[at + 1] === 0xff) {
      at++;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const next = bytes[at + 1] === 0xda ? endOfScan(bytes, end) : end;
    const segment = bytes.subarray(at, next);
    if (isDrawn(segment)) kept.push(segment);
    at = next;
  }
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

/** Where the next marker is: within a scan a byte of 255 is followed by 0, or by the number of a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
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
