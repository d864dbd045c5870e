import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import type { ImportProblemCode } from '../../../core/deck-import/cards/import-problems.ts';
import {
  descriptorOf,
  endOf,
  extraField,
  u32,
  u64,
  type ZipEntry,
  type ZipHeader,
  type ZipLies,
  zipOf,
} from './zip-writer.ts';

/** What is wrong with it, what it is refused as, and the archive. */
type HostileArchive = [name: string, code: ImportProblemCode, archive: () => Buffer];

/** Archives that are refused for the same reason, by what is wrong with each. */
const as = (code: ImportProblemCode, archives: Record<string, () => Buffer>): HostileArchive[] =>
  Object.entries(archives).map(([name, archive]) => [name, code, archive]);

const MB = 1024 * 1024;
const GOOD: ZipEntry = { name: 'a.mp3', content: 'audio' };
const STORED: ZipEntry = { ...GOOD, method: 0 };
const LONG = Buffer.from('xin chào '.repeat(3_000));

const of =
  (...entries: ZipEntry[]): (() => Buffer) =>
  () =>
    zipOf(entries);
const lying =
  (lies: ZipLies): (() => Buffer) =>
  () =>
    zipOf([GOOD], lies);
const named = (name: string | Buffer) => of(GOOD, { name, content: 'x' });
const twice = (...names: string[]) =>
  of(...names.map((name) => ({ name, content: name.endsWith('/') ? '' : name })));
const withMode = (mode: number, system = 3) =>
  of({ name: 'a.mp3', content: '/etc/passwd', central: { mode, system } });
const central = (lies: Partial<ZipHeader>, entry = GOOD) => of({ ...entry, central: lies });
const local = (lies: Partial<ZipHeader>, entry = GOOD) => of({ ...entry, local: lies });
const both = (lies: Partial<ZipHeader>, entry = GOOD) => of({ ...entry, local: lies, central: lies });
const containing = (content: Buffer, method = 8) => of({ name: 'audio.mp3', content, method });

const HALF_CHARACTER = Buffer.concat([Buffer.from([1]), u32(crc32('a')), Buffer.from([0x61, 0xc3])]);

/** Names that are no names of files in the archive. */
const NAMES: HostileArchive[] = [
  ...as('archive_path', {
    'a name that climbs out': named('../evil.mp3'),
    'a name that climbs out from a folder': named('a/../../evil.mp3'),
    'a name that ends in “..”': named('a/..'),
    'a folder that climbs out': named('../'),
    'a name that climbs out with backslashes': named('..\\evil.mp3'),
    'an absolute name': named('/etc/passwd'),
    'an absolute name with a backslash': named('\\windows\\evil.mp3'),
    'a name on a server': named('//server/share/evil.mp3'),
    'a name on a drive': named('C:/evil.mp3'),
    'a name relative to a drive': named('c:evil.mp3'),
  }),
  ...as('archive_name', {
    'a backslash': named('audio\\a.mp3'),
    'a NUL': named('evil.exe\0.mp3'),
    'a NUL in a name of CP437': named(Buffer.from('evil.exe\0.mp3')),
    'a line feed in a name of CP437': of({
      name: Buffer.from('a\nb.mp3'),
      content: 'x',
      central: { system: 0 },
    }),
    'a half character in the field of Info-ZIP': of({
      name: 'a',
      central: { flags: 0, extra: extraField(0x7075, HALF_CHARACTER) },
    }),
    'a line feed': named('a\nb.mp3'),
    'an escape sequence': named('\x1b[2Ja.mp3'),
    DEL: named('a\x7f.mp3'),
    'a control character of two bytes': named('a\u009b31m.mp3'),
    'a turned direction, which hides the ending': named('gpj\u202e3pm.exe'),
    'no name': named(''),
    'only a dot': named('.'),
    'an empty folder name': named('audio//a.mp3'),
    'a name of 2,000 bytes': named('a'.repeat(2_000)),
    'a name of 65,535 bytes': named('á'.repeat(32_767)),
    'a name that is not the UTF-8 it is said to be': of({
      name: Buffer.from([0x61, 0xff, 0x2e]),
      content: 'x',
      central: { flags: 0x800 },
    }),
    'a half character in UTF-8': of({
      name: Buffer.from('a\xed\xa0\x80', 'latin1'),
      central: { flags: 0x800 },
    }),
  }),
  ...as('archive_duplicate', {
    'the same name twice': twice('a.mp3', 'a.mp3'),
    'the same name in another case': twice('audio/Chào.mp3', 'audio/CHÀO.MP3'),
    'the same name in another folder’s case': twice('Audio/a.mp3', 'audio/A.mp3'),
    'the same name with ß': twice('straße.mp3', 'STRASSE.mp3'),
    'the same name in NFC and NFD': twice('tiếng.mp3', 'tiếng.mp3'.normalize('NFD')),
    'the same name with a dot as folder': twice('a.mp3', './a.mp3'),
    'a file and a folder of one name': twice('audio', 'audio/'),
    'a file and a folder of one name, the folder first': twice('AUDIO/', 'audio'),
    'a file and files in it': twice('audio', 'audio/a.mp3'),
    'a file and files in it, with others between': () =>
      zipOf(['audio', 'audio.mp3', 'audio b', 'audio/x/a.mp3'].map((name) => ({ name, content: name }))),
  }),
  ...as('archive_special_file', {
    'a symbolic link': withMode(0o120777),
    'a symbolic link by macOS': withMode(0o120777, 19),
    'a device': withMode(0o020666),
    'a named pipe': withMode(0o010666),
    'a socket': withMode(0o140666),
    'a folder that is called a file': withMode(0o040755),
  }),
];

/** Two directories, each with files of its own. */
function concatenated(counted: boolean): Buffer {
  const first = zipOf([{ name: 'first.mp3', content: 'first' }]);
  return zipOf([{ name: 'second.mp3', content: 'second' }], { prefix: first, prefixCounted: counted });
}

/** An archive whose comment is the end record of another directory. */
function endInComment(ends: boolean): Buffer {
  const inner = endOf({ entries: 0, offset: 0, bytes: 0 });
  const comment = ends ? inner : Buffer.concat([inner, Buffer.from('and more')]);
  return zipOf([GOOD], { end: { comment } });
}

const many = (count: number): ZipEntry[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}.mp3`, method: 0 }));

/** Records at the end that lie. */
const ENDS: HostileArchive[] = [
  ...as('archive_not_zip', {
    'an empty file': () => Buffer.alloc(0),
    'a text': () => Buffer.from('front,back\nxin chào,hello\n'.repeat(9_000)),
    zeros: () => Buffer.alloc(200_000),
    'a program before the archive, with offsets that count it': lying({
      prefix: Buffer.from('MZ program'),
      prefixCounted: true,
    }),
  }),
  ...as('archive_truncated', {
    'four bytes of a ZIP': () => Buffer.from('PK\x03\x04'),
    'a million signatures': () => Buffer.alloc(4_000_000, 'PK\x05\x06'),
    'a comment said to be longer': lying({ end: { commentLength: 9 } }),
  }),
  ...as('archive_malformed', {
    'a program before the archive': lying({ prefix: Buffer.from('MZ program') }),
    'something after the archive': lying({ suffix: Buffer.from('<script>') }),
    'a comment said to be shorter': lying({ end: { comment: Buffer.from('comment'), commentLength: 3 } }),
    'a part of several disks': lying({ end: { disk: 1 } }),
    'a directory on another disk': lying({ end: { directoryDisk: 1 } }),
    'counts that differ': lying({ end: { entriesHere: 2 } }),
    'more entries said than there are': lying({ end: { entries: 2, entriesHere: 2 } }),
    'fewer entries said than there are': () =>
      zipOf([GOOD, { name: 'b.mp3' }], { end: { entries: 1, entriesHere: 1 } }),
    'no entries said': lying({ end: { entries: 0, entriesHere: 0 } }),
    '40,000 entries said': lying({ end: { entries: 40_000, entriesHere: 40_000 } }),
    'a directory said to be longer': lying({ end: { bytes: 60 } }),
    'a directory said to be enormous': lying({ end: { bytes: 0xfffffffe } }),
    'a directory said to lie behind the end': lying({ end: { offset: 0xfffffffe } }),
    'a directory said to lie one byte off': lying({ end: { offset: 41 } }),
    'a gap said to be part of the directory': lying({
      gap: Buffer.alloc(99),
      end: { offset: 42, bytes: 150 },
    }),
    'a comment of an entry over the directory’s end': () =>
      zipOf([{ ...GOOD, central: { comment: Buffer.alloc(7_000) } }], { end: { bytes: 51 } }),
    'a directory of comments': () =>
      zipOf([1, 2, 3].map((n) => ({ name: `${n}.mp3`, central: { comment: Buffer.alloc(65_000) } }))),
    'a damaged directory': of({ ...GOOD, central: { signature: 0x12345678 } }),
    'an extra field longer than all extra fields': of({
      ...GOOD,
      central: { extra: Buffer.from([1, 0, 99, 0, 1]) },
    }),
  }),
  ...as('archive_ambiguous', {
    'a second archive after the first': () => concatenated(false),
    'a second archive after the first, with offsets that count it': () => concatenated(true),
    'an end record in the comment': () => endInComment(true),
    'an end record within the comment': () => endInComment(false),
  }),
  ...as('archive_too_many_entries', {
    '65,535 entries said': lying({ end: { entries: 65_535, entriesHere: 65_535 } }),
    '50,001 entries': () => zipOf(many(50_001)),
  }),
];

const zip64 = (lies: ZipLies) => lying({ zip64: {}, ...lies });
const entries64 =
  (entries: bigint): (() => Buffer) =>
  () =>
    zipOf([{ name: 'ab', method: 0 }], { zip64: { entries, entriesHere: Number(entries % 2n ** 32n) } });

/** Lies of the records for what is too large for the old ones. */
const ZIP64: HostileArchive[] = [
  ...as('archive_too_many_entries', {
    '50,000,000 entries said in 178 bytes of ZIP64': entries64(50_000_000n),
    '2^32 - 1 entries said by ZIP64': entries64(2n ** 32n - 1n),
    '2^64 - 1 entries said by ZIP64': zip64({ zip64: { entries: 2n ** 64n - 1n } }),
  }),
  ...as('archive_malformed', {
    '50,000 entries said by ZIP64': entries64(50_000n),
    'ZIP64 that disagrees with the end on the count': zip64({ end: { entries: 2, entriesHere: 2 } }),
    'ZIP64 that disagrees with the end on the length': zip64({ end: { bytes: 7 } }),
    'ZIP64 that disagrees with the end on the place': zip64({ end: { offset: 7 } }),
    'ZIP64 counts that differ': zip64({ zip64: { entriesHere: 0 } }),
    'a ZIP64 record elsewhere': zip64({ zip64: { recordOffset: 0n } }),
    'a ZIP64 record behind the end': zip64({ zip64: { recordOffset: 2n ** 63n } }),
    'a ZIP64 record of another length': zip64({ zip64: { recordBytes: 45 } }),
    'a ZIP64 directory behind the end': zip64({ zip64: { offset: 2n ** 60n } }),
    'a ZIP64 directory of 2^60 bytes': zip64({ zip64: { bytes: 2n ** 60n } }),
    'ZIP64 on several disks': zip64({ zip64: { disks: 3 } }),
    'a ZIP64 record of another disk': zip64({ zip64: { disk: 1 } }),
    'marks of ZIP64 without its record': lying({ end: { offset: 0xffffffff } }),
    'a ZIP64 size without its field': of({
      ...GOOD,
      central: { bytes: 0xffffffff, extra: extraField(1, Buffer.alloc(0)) },
    }),
  }),
  ...as('archive_entry_too_large', {
    'a ZIP64 size of 2^62': of({
      ...GOOD,
      central: { bytes: 0xffffffff, extra: extraField(1, u64(2n ** 62n)) },
    }),
  }),
  ...as('archive_header', {
    'a ZIP64 offset of 2^62': of({
      ...GOOD,
      central: { offset: 0xffffffff, extra: extraField(1, u64(2n ** 62n)) },
    }),
  }),
];

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
  const header = { method: 0, crc: crc32('x'), stored: 1, bytes: 1, offset: 35 };
  const outer = { name: 'a.mp3', content: inner, method: 0 };
  return zipOf([outer, { name: 'b.mp3', data: Buffer.alloc(0), central: header }]);
};

/** Sizes and content that do not fit. */
const SIZES: HostileArchive[] = [
  ...as('archive_bomb', {
    '20 MB of zeros': of({ name: 'deck.json', content: Buffer.alloc(20 * MB) }),
    'zeros called text': of({ name: 'a.png/b.txt', content: Buffer.alloc(7 * MB) }),
  }),
  ...as('archive_inflates_too_much', {
    'pictures of one colour, more in all than the limit': () =>
      zipOf(
        Array.from({ length: 9 }, (_, index) => ({ name: `${index}.png`, content: Buffer.alloc(8 * MB) })),
      ),
    'more in all than the limit': () =>
      zipOf(
        Array.from({ length: 9 }, (_, index) => ({
          name: `${index}.mp3`,
          data: Buffer.alloc(90_000),
          central: { bytes: 8 * MB },
        })),
      ),
  }),
  ...as('archive_size_lie', {
    'a bomb called smaller': both({ bytes: 50_000 }, { name: 'a.mp3', content: Buffer.alloc(30 * MB) }),
    'a bomb called empty': both({ bytes: 0, crc: 0 }, { name: 'a.mp3', content: Buffer.alloc(30 * MB) }),
    'more content than said': both({ bytes: 20_000 }, { name: 'a.mp3', content: LONG }),
    'a byte more than said': both({ bytes: LONG.length - 1 }, { name: 'a.mp3', content: LONG }),
    'less content than said': both({ bytes: LONG.length + 1 }, { name: 'a.mp3', content: LONG }),
    'much less content than said': both({ bytes: 1_000 }),
    'something after the deflated content': of({
      ...GOOD,
      data: Buffer.concat([deflateRawSync(Buffer.from('audio')), Buffer.from('hidden')]),
    }),
    'deflated content that is cut off': of({
      name: 'a.mp3',
      content: LONG,
      data: deflateRawSync(LONG).subarray(0, -3),
    }),
    'no deflated content at all': of({ ...GOOD, data: Buffer.alloc(0) }),
    'a stored file of two sizes': both({ bytes: 4 }, STORED),
    'a folder with content': of({ name: 'audio/', content: 'x' }),
  }),
  ...as('archive_entry_too_large', {
    'an entry over its limit': of({ name: 'a.mp3', content: Buffer.alloc(9 * MB), method: 0 }),
  }),
  ...as('archive_crc', {
    'content that is not deflated': of({ ...GOOD, data: Buffer.alloc(40, 0xff) }),
    'a wrong checksum': both({ crc: 1 }),
    'a wrong checksum of a stored file': both({ crc: 1 }, STORED),
    'a checksum of zero': both({ crc: 0 }),
  }),
  ...as('archive_nested', {
    'a ZIP in the archive': containing(zipOf([GOOD])),
    'a stored ZIP in the archive': containing(zipOf([GOOD]), 0),
    'an empty ZIP in the archive': containing(zipOf([])),
    'gzip in the archive': containing(gzipSync('audio')),
    'bzip2 in the archive': containing(Buffer.from('BZh91AY&SY and more')),
    'xz in the archive': containing(Buffer.from('\xfd7zXZ\0 and more', 'latin1')),
    '7z in the archive': containing(Buffer.from('7z\xbc\xaf\x27\x1c and more', 'latin1')),
    'RAR in the archive': containing(Buffer.from('Rar!\x1a\x07\x01\0 and more')),
  }),
];

/** A directory that says something else than the files' own headers, and files that share bytes. */
const HEADERS: HostileArchive[] = [
  ...as('archive_encrypted', {
    'an encrypted file': both({ flags: 0x801 }),
    'a strongly encrypted file': both({ flags: 0x841 }),
    'an encrypted directory': both({ flags: 0x2800 }),
    AES: both({ flags: 0x801, method: 99 }),
  }),
  ...as('archive_header', {
    'a file that only its own header calls encrypted': local({ flags: 0x801 }),
    'LZMA in the file’s header alone': local({ method: 14 }),
    'another name in the header': local({ name: Buffer.from('b.exe') }),
    'a longer name in the header': local({ name: Buffer.from('../../a.mp3') }),
    'another checksum in the header': local({ crc: 1 }),
    'another size in the header': local({ bytes: 6 }),
    'no size in the header, and no descriptor': local({ bytes: 0, stored: 0 }),
    'nothing by the directory, content by the header': central({ bytes: 0, stored: 0, crc: 0 }, STORED),
    'nothing by the directory, content by the descriptor': central(
      { bytes: 0, stored: 0, crc: 0, flags: 0x808 },
      { ...STORED, descriptor: true },
    ),
    'another size in the descriptor': of({
      ...STORED,
      descriptor: descriptorOf({ crc: crc32('audio'), stored: 5, bytes: 6 }),
    }),
    'another checksum in the descriptor': of({
      ...STORED,
      descriptor: descriptorOf({ crc: 1, stored: 5, bytes: 5 }),
    }),
    'no descriptor where it is said to be': of({
      ...STORED,
      descriptor: Buffer.from('something else follows'),
    }),
    'another ZIP64 size in the header': local({ bytes: 0xffffffff, extra: extraField(1, u64(6)) }),
    'a ZIP64 size missing in the header': local({ bytes: 0xffffffff }),
    'no header where it is said to be': central({ offset: 3 }),
    'a header behind the end': central({ offset: 0xfffffffe }),
    'a header in the directory': central({ offset: 44 }),
    'a damaged header': of(GOOD, { name: 'b.mp3', local: { signature: 0x12345678 } }),
  }),
  ...as('archive_method', {
    LZMA: both({ method: 14 }),
    Deflate64: both({ method: 9 }),
    'bzip2 as the method': both({ method: 12 }),
  }),
  ...as('archive_overlap', {
    'two names for one file': of(GOOD, { name: 'b.mp3', central: { offset: 0 } }),
    'eleven names for the same megabytes': overlapping,
    'a file in another file': quoted,
    'content that runs on into the directory': both({ stored: 60, bytes: 60 }, STORED),
    'content said to run on behind the end': both({ stored: 8 * MB, bytes: 8 * MB }, STORED),
    'extra fields of a header over the directory': () => Buffer.from(zipOf([STORED]).fill(60, 28, 29)),
  }),
];

export const HOSTILE_ARCHIVES: HostileArchive[] = [...NAMES, ...ENDS, ...ZIP64, ...SIZES, ...HEADERS];
