/** First bytes of ZIP (with files, empty, in parts), gzip, bzip2, xz, 7z and RAR. */
const SIGNATURES = [
  'PK\x03\x04',
  'PK\x05\x06',
  'PK\x07\x08',
  '\x1f\x8b\x08',
  'BZh',
  '\xfd7zXZ\0',
  '7z\xbc\xaf\x27\x1c',
  'Rar!\x1a\x07',
].map((signature) => Buffer.from(signature, 'latin1'));

/** How many bytes `isNestedArchive` needs. */
export const NESTED_HEAD_BYTES = 10;

// Three letters may begin a text as well; the level and the first block's mark (its length, pi) may not.
const BZIP2 = /^BZh[1-9]1AY&SY/;

/** Whether a content is an archive itself, by its first bytes and whatever its name says. */
export const isNestedArchive = (head: Buffer): boolean =>
  SIGNATURES.some((signature) => head.subarray(0, signature.length).equals(signature)) &&
  (head[0] !== 0x42 || BZIP2.test(head.toString('latin1', 0, NESTED_HEAD_BYTES)));
