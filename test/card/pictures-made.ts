import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of one grey, that says it has this size; above a thousand pixels it has no content of that size. */
export function pngOf(width: number, height: number, grey = 128): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Math.min(height, 1_000);
  const data = Buffer.alloc(rows * (Math.min(width, 1_000) + 1), grey);
  for (let row = 0; row < rows; row++) data[row * (Math.min(width, 1_000) + 1)] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The header of a JPEG of this size, a small picture within it, a scan of nothing and its end. */
export function jpegOf(width: number, height: number, { turned = false, whole = true } = {}): Buffer {
  const size = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  size.writeUInt16BE(height, 5);
  size.writeUInt16BE(width, 7);
  // Exif in Motorola's order, with one entry: orientation 6, a quarter to the right.
  const tiff = Buffer.from(`4d4d002a0000000800010112000300000001000${turned ? 6 : 1}0000`, 'hex');
  const thumbnail = Buffer.from([0, 0, 0, 0, 0xff, 0xd8, 0xff, 0xd9]);
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), Buffer.from('Exif\0\0'), tiff, thumbnail]);
  exif.writeUInt16BE(exif.length - 2, 2);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3]);
  const end = Buffer.from(whole ? [0xff, 0xd9] : []);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), exif, size, scan, end]);
}

/** The header of a WebP without loss, of this size. */
export function webpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(32, 4);
  bytes.write('WEBPVP8L', 8);
  bytes.writeUInt32LE(20, 16);
  bytes[20] = 0x2f;
  bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  return bytes;
}

/** A part of a file of the MP4 family. */
export const box = (name: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
};

interface AvifShape {
  /** The kind as which it is read best. */
  first?: string;
  /** Its size, when the first one is a tile's. */
  whole?: readonly [width: number, height: number];
  turned?: boolean;
}

function sizeBox(width: number, height: number): Buffer {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  return box('ispe', size);
}

/** The boxes of an AVIF of this size, without a picture in them. */
export function avifOf(
  width: number,
  height: number,
  { first = 'avif', whole, turned = false }: AvifShape = {},
): Buffer {
  const properties = [sizeBox(width, height)];
  if (whole) properties.push(sizeBox(...whole));
  if (turned) properties.push(box('irot', Buffer.from([1])));
  return Buffer.concat([
    box('ftyp', Buffer.from(`${first}\0\0\0\0mif1avif`, 'latin1')),
    box('meta', Buffer.alloc(4), box('iprp', box('ipco', ...properties))),
    box('mdat', Buffer.alloc(16)),
  ]);
}
