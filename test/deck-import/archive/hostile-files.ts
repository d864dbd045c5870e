import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import type { HostileArchive } from './hostile-directories.ts';
import { descriptorOf, extraField, u64, type ZipEntry, type ZipHeader, zipOf } from './zip-writer.ts';

const GOOD: ZipEntry = { name: 'a.mp3', content: 'audio' };
const MB = 1024 * 1024;

const central =
  (lies: Partial<ZipHeader>, entry: ZipEntry = GOOD): (() => Buffer) =>
  () =>
    zipOf([{ ...entry, central: lies }]);
const local =
  (lies: Partial<ZipHeader>, entry: ZipEntry = GOOD): (() => Buffer) =>
  () =>
    zipOf([{ ...entry, local: lies }]);
const both =
  (lies: Partial<ZipHeader>, entry: ZipEntry = GOOD): (() => Buffer) =>
  () =>
    zipOf([{ ...entry, local: lies, central: lies }]);
const containing =
  (content: Buffer, method = 8): (() => Buffer) =>
  () =>
    zipOf([{ name: 'audio.mp3', content, method }]);

const header = { flags: 0x800, method: 0, crc: crc32('x'), stored: 1, bytes: 1 };
const STORED: ZipEntry = { name: 'a.mp3', content: 'audio', method: 0 };
const LONG = Buffer.from('xin chào '.repeat(3_000));

/** A thousand names for the same megabytes. */
const overlapping = (): Buffer => {
  const content = Buffer.alloc(5 * MB, 'x'.repeat(99));
  const one: ZipEntry = { name: 'a.mp3', content, method: 0 };
  const others = Array.from({ length: 10 }, (_, index) => ({
    name: `${index}.mp3`,
    data: Buffer.alloc(0),
    method: 0,
    central: { offset: 0, crc: crc32(content), stored: content.length, bytes: content.length },
  }));
  return zipOf([one, ...others]);
};

/** Each file's content runs on over the next file's header, as in the quoted overlap of the best known bomb. */
const quoted = (): Buffer => {
  const inner = zipOf([{ name: 'b.mp3', content: 'x', method: 0 }]).subarray(0, 36);
  return zipOf([
    { name: 'a.mp3', content: inner, method: 0 },
    { name: 'b.mp3', data: Buffer.alloc(0), central: { ...header, offset: 35 } },
  ]);
};

/** Sizes and content that do not fit. */
const SIZES: HostileArchive[] = [
  ['20 MB of zeros', 'archive_bomb', () => zipOf([{ name: 'deck.json', content: Buffer.alloc(20 * MB) }])],
  [
    'zeros called text',
    'archive_bomb',
    () => zipOf([{ name: 'a.png/b.txt', content: Buffer.alloc(7 * MB) }]),
  ],
  [
    'pictures of one colour, more in all than the limit',
    'archive_inflates_too_much',
    () =>
      zipOf(
        Array.from({ length: 9 }, (_, index) => ({ name: `${index}.png`, content: Buffer.alloc(8 * MB) })),
      ),
  ],
  [
    'a bomb called smaller',
    'archive_size_lie',
    both({ bytes: 50_000 }, { name: 'a.mp3', content: Buffer.alloc(30 * MB) }),
  ],
  [
    'a bomb called empty',
    'archive_size_lie',
    both({ bytes: 0, crc: 0 }, { name: 'a.mp3', content: Buffer.alloc(30 * MB) }),
  ],
  [
    'an entry over its limit',
    'archive_entry_too_large',
    () => zipOf([{ name: 'a.mp3', content: Buffer.alloc(9 * MB), method: 0 }]),
  ],
  [
    'more in all than the limit',
    'archive_inflates_too_much',
    () =>
      zipOf(
        Array.from({ length: 9 }, (_, index) => ({
          name: `${index}.mp3`,
          data: Buffer.alloc(90_000),
          central: { bytes: 8 * MB },
        })),
      ),
  ],
  ['more content than said', 'archive_size_lie', both({ bytes: 20_000 }, { name: 'a.mp3', content: LONG })],
  [
    'a byte more than said',
    'archive_size_lie',
    both({ bytes: LONG.length - 1 }, { name: 'a.mp3', content: LONG }),
  ],
  [
    'less content than said',
    'archive_size_lie',
    both({ bytes: LONG.length + 1 }, { name: 'a.mp3', content: LONG }),
  ],
  ['much less content than said', 'archive_size_lie', both({ bytes: 1_000 })],
  [
    'something after the deflated content',
    'archive_size_lie',
    () =>
      zipOf([
        { ...GOOD, data: Buffer.concat([deflateRawSync(Buffer.from('audio')), Buffer.from('hidden')]) },
      ]),
  ],
  [
    'deflated content that is cut off',
    'archive_size_lie',
    () => zipOf([{ name: 'a.mp3', content: LONG, data: deflateRawSync(LONG).subarray(0, -3) }]),
  ],
  ['no deflated content at all', 'archive_size_lie', () => zipOf([{ ...GOOD, data: Buffer.alloc(0) }])],
  ['content that is not deflated', 'archive_crc', () => zipOf([{ ...GOOD, data: Buffer.alloc(40, 0xff) }])],
  ['a stored file of two sizes', 'archive_size_lie', both({ bytes: 4 }, STORED)],
  ['a folder with content', 'archive_size_lie', () => zipOf([{ name: 'audio/', content: 'x' }])],
  ['a wrong checksum', 'archive_crc', both({ crc: 1 })],
  ['a wrong checksum of a stored file', 'archive_crc', both({ crc: 1 }, STORED)],
  ['a checksum of zero', 'archive_crc', both({ crc: 0 })],
  ['a ZIP in the archive', 'archive_nested', containing(zipOf([GOOD]))],
  ['a stored ZIP in the archive', 'archive_nested', containing(zipOf([GOOD]), 0)],
  ['an empty ZIP in the archive', 'archive_nested', containing(zipOf([]))],
  ['gzip in the archive', 'archive_nested', containing(gzipSync('audio'))],
  ['bzip2 in the archive', 'archive_nested', containing(Buffer.from('BZh91AY&SY and more'))],
  ['xz in the archive', 'archive_nested', containing(Buffer.from('\xfd7zXZ\0 and more', 'latin1'))],
  ['7z in the archive', 'archive_nested', containing(Buffer.from('7z\xbc\xaf\x27\x1c and more', 'latin1'))],
  ['RAR in the archive', 'archive_nested', containing(Buffer.from('Rar!\x1a\x07\x01\0 and more'))],
];

/** A directory that says something else than the files' own headers, and files that share bytes. */
const HEADERS: HostileArchive[] = [
  ['an encrypted file', 'archive_encrypted', both({ flags: 0x801 })],
  ['a strongly encrypted file', 'archive_encrypted', both({ flags: 0x841 })],
  ['an encrypted directory', 'archive_encrypted', both({ flags: 0x2800 })],
  ['AES', 'archive_encrypted', both({ flags: 0x801, method: 99 })],
  ['a file that only its own header calls encrypted', 'archive_header', local({ flags: 0x801 })],
  ['LZMA', 'archive_method', both({ method: 14 })],
  ['Deflate64', 'archive_method', both({ method: 9 })],
  ['bzip2 as the method', 'archive_method', both({ method: 12 })],
  ['LZMA in the file’s header alone', 'archive_header', local({ method: 14 })],
  ['another name in the header', 'archive_header', local({ name: Buffer.from('b.exe') })],
  ['a longer name in the header', 'archive_header', local({ name: Buffer.from('../../a.mp3') })],
  ['another checksum in the header', 'archive_header', local({ crc: 1 })],
  ['another size in the header', 'archive_header', local({ bytes: 6 })],
  ['no size in the header, and no descriptor', 'archive_header', local({ bytes: 0, stored: 0 })],
  [
    'nothing by the directory, content by the header',
    'archive_header',
    central({ bytes: 0, stored: 0, crc: 0 }, STORED),
  ],
  [
    'nothing by the directory, content by the descriptor',
    'archive_header',
    central({ bytes: 0, stored: 0, crc: 0, flags: 0x808 }, { ...STORED, descriptor: true }),
  ],
  [
    'another size in the descriptor',
    'archive_header',
    () => zipOf([{ ...STORED, descriptor: descriptorOf({ crc: crc32('audio'), stored: 5, bytes: 6 }) }]),
  ],
  [
    'another checksum in the descriptor',
    'archive_header',
    () => zipOf([{ ...STORED, descriptor: descriptorOf({ crc: 1, stored: 5, bytes: 5 }) }]),
  ],
  [
    'no descriptor where it is said to be',
    'archive_header',
    () => zipOf([{ ...STORED, descriptor: Buffer.from('something else follows') }]),
  ],
  [
    'another ZIP64 size in the header',
    'archive_header',
    local({ bytes: 0xffffffff, extra: extraField(1, u64(6)) }),
  ],
  ['a ZIP64 size missing in the header', 'archive_header', local({ bytes: 0xffffffff })],
  ['no header where it is said to be', 'archive_header', central({ offset: 3 })],
  ['a header behind the end', 'archive_header', central({ offset: 0xfffffffe })],
  ['a header in the directory', 'archive_header', central({ offset: 44 })],
  [
    'a damaged header',
    'archive_header',
    () => zipOf([GOOD, { name: 'b.mp3', local: { signature: 0x12345678 } }]),
  ],
  [
    'two names for one file',
    'archive_overlap',
    () => zipOf([GOOD, { name: 'b.mp3', central: { offset: 0 } }]),
  ],
  ['eleven names for the same megabytes', 'archive_overlap', overlapping],
  ['a file in another file', 'archive_overlap', quoted],
  ['content that runs on into the directory', 'archive_overlap', both({ stored: 60, bytes: 60 }, STORED)],
  [
    'content said to run on behind the end',
    'archive_overlap',
    both({ stored: 8 * MB, bytes: 8 * MB }, STORED),
  ],
  [
    'extra fields of a header over the directory',
    'archive_overlap',
    () => Buffer.from(zipOf([STORED]).fill(60, 28, 29)),
  ],
];

/** Archives whose directory looks right. */
export const HOSTILE_FILES: HostileArchive[] = [...SIZES, ...HEADERS];
