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
