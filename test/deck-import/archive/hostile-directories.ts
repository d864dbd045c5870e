import { crc32 } from 'node:zlib';
import type { ImportProblemCode } from '../../../core/deck-import/cards/import-problems.ts';
import { endOf, extraField, u32, u64, type ZipEntry, zipOf } from './zip-writer.ts';

/** What is wrong with it, what it is refused as, and the archive. */
export type HostileArchive = [name: string, code: ImportProblemCode, archive: () => Buffer];

const GOOD: ZipEntry = { name: 'a.mp3', content: 'audio' };
const named =
  (name: string | Buffer): (() => Buffer) =>
  () =>
    zipOf([GOOD, { name, content: 'x' }]);
const twice =
  (first: string, second: string): (() => Buffer) =>
  () =>
    zipOf([first, second].map((name) => ({ name, content: name.endsWith('/') ? '' : name })));
const withMode =
  (mode: number, system = 3): (() => Buffer) =>
  () =>
    zipOf([{ name: 'a.mp3', content: '/etc/passwd', central: { mode, system } }]);

const HALF_CHARACTER = Buffer.concat([Buffer.from([1]), u32(crc32('a')), Buffer.from([0x61, 0xc3])]);

/** Names that are no names of files in the archive. */
const NAMES: HostileArchive[] = [
  ['a name that climbs out', 'archive_path', named('../evil.mp3')],
  ['a name that climbs out from a folder', 'archive_path', named('a/../../evil.mp3')],
  ['a name that ends in “..”', 'archive_path', named('a/..')],
  ['a folder that climbs out', 'archive_path', named('../')],
  ['a name that climbs out with backslashes', 'archive_path', named('..\\evil.mp3')],
  ['an absolute name', 'archive_path', named('/etc/passwd')],
  ['an absolute name with a backslash', 'archive_path', named('\\windows\\evil.mp3')],
  ['a name on a server', 'archive_path', named('//server/share/evil.mp3')],
  ['a name on a drive', 'archive_path', named('C:/evil.mp3')],
  ['a name relative to a drive', 'archive_path', named('c:evil.mp3')],
  ['a backslash', 'archive_name', named('audio\\a.mp3')],
  ['a NUL', 'archive_name', named('evil.exe\0.mp3')],
  ['a NUL in a name of CP437', 'archive_name', named(Buffer.from('evil.exe\0.mp3'))],
  [
    'a line feed in a name of CP437',
    'archive_name',
    () => zipOf([{ name: Buffer.from('a\nb.mp3'), content: 'x', central: { system: 0 } }]),
  ],
  [
    'a half character in the field of Info-ZIP',
    'archive_name',
    () => zipOf([{ name: 'a', central: { flags: 0, extra: extraField(0x7075, HALF_CHARACTER) } }]),
  ],
  ['a line feed', 'archive_name', named('a\nb.mp3')],
  ['an escape sequence', 'archive_name', named('\x1b[2Ja.mp3')],
  ['DEL', 'archive_name', named('a\x7f.mp3')],
  ['a control character of two bytes', 'archive_name', named('a\u009b31m.mp3')],
  ['a turned direction, which hides the ending', 'archive_name', named('gpj\u202e3pm.exe')],
  ['no name', 'archive_name', named('')],
  ['only a dot', 'archive_name', named('.')],
  ['an empty folder name', 'archive_name', named('audio//a.mp3')],
  ['a name of 2,000 bytes', 'archive_name', named('a'.repeat(2_000))],
  ['a name of 65,535 bytes', 'archive_name', named('á'.repeat(32_767))],
  [
    'a name that is not the UTF-8 it is said to be',
    'archive_name',
    () => zipOf([{ name: Buffer.from([0x61, 0xff, 0x2e]), content: 'x', central: { flags: 0x800 } }]),
  ],
  [
    'a half character in UTF-8',
    'archive_name',
    () => zipOf([{ name: Buffer.from('a\xed\xa0\x80', 'latin1'), central: { flags: 0x800 } }]),
  ],
  ['the same name twice', 'archive_duplicate', twice('a.mp3', 'a.mp3')],
  ['the same name in another case', 'archive_duplicate', twice('audio/Chào.mp3', 'audio/CHÀO.MP3')],
  ['the same name in another folder’s case', 'archive_duplicate', twice('Audio/a.mp3', 'audio/A.mp3')],
  ['the same name with ß', 'archive_duplicate', twice('straße.mp3', 'STRASSE.mp3')],
  ['the same name in NFC and NFD', 'archive_duplicate', twice('tiếng.mp3', 'tiếng.mp3'.normalize('NFD'))],
  ['the same name with a dot as folder', 'archive_duplicate', twice('a.mp3', './a.mp3')],
  ['a file and a folder of one name', 'archive_duplicate', twice('audio', 'audio/')],
  ['a file and a folder of one name, the folder first', 'archive_duplicate', twice('AUDIO/', 'audio')],
  ['a file and files in it', 'archive_duplicate', twice('audio', 'audio/a.mp3')],
  [
    'a file and files in it, with others between',
    'archive_duplicate',
    () => zipOf(['audio', 'audio.mp3', 'audio b', 'audio/x/a.mp3'].map((name) => ({ name, content: name }))),
  ],
  ['a symbolic link', 'archive_special_file', withMode(0o120777)],
  ['a symbolic link by macOS', 'archive_special_file', withMode(0o120777, 19)],
  ['a device', 'archive_special_file', withMode(0o020666)],
  ['a named pipe', 'archive_special_file', withMode(0o010666)],
  ['a socket', 'archive_special_file', withMode(0o140666)],
  ['a folder that is called a file', 'archive_special_file', withMode(0o040755)],
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
  ['an empty file', 'archive_not_zip', () => Buffer.alloc(0)],
  ['a text', 'archive_not_zip', () => Buffer.from('front,back\nxin chào,hello\n'.repeat(9_000))],
  ['zeros', 'archive_not_zip', () => Buffer.alloc(200_000)],
  ['four bytes of a ZIP', 'archive_truncated', () => Buffer.from('PK\x03\x04')],
  ['a million signatures', 'archive_truncated', () => Buffer.alloc(4_000_000, 'PK\x05\x06')],
  [
    'a program before the archive',
    'archive_malformed',
    () => zipOf([GOOD], { prefix: Buffer.from('MZ program') }),
  ],
  [
    'a program before the archive, with offsets that count it',
    'archive_not_zip',
    () => zipOf([GOOD], { prefix: Buffer.from('MZ program'), prefixCounted: true }),
  ],
  [
    'something after the archive',
    'archive_malformed',
    () => zipOf([GOOD], { suffix: Buffer.from('<script>') }),
  ],
  ['a second archive after the first', 'archive_ambiguous', () => concatenated(false)],
  [
    'a second archive after the first, with offsets that count it',
    'archive_ambiguous',
    () => concatenated(true),
  ],
  ['an end record in the comment', 'archive_ambiguous', () => endInComment(true)],
  ['an end record within the comment', 'archive_ambiguous', () => endInComment(false)],
  ['a comment said to be longer', 'archive_truncated', () => zipOf([GOOD], { end: { commentLength: 9 } })],
  [
    'a comment said to be shorter',
    'archive_malformed',
    () => zipOf([GOOD], { end: { comment: Buffer.from('comment'), commentLength: 3 } }),
  ],
  ['a part of several disks', 'archive_malformed', () => zipOf([GOOD], { end: { disk: 1 } })],
  ['a directory on another disk', 'archive_malformed', () => zipOf([GOOD], { end: { directoryDisk: 1 } })],
  ['counts that differ', 'archive_malformed', () => zipOf([GOOD], { end: { entriesHere: 2 } })],
  [
    'more entries said than there are',
    'archive_malformed',
    () => zipOf([GOOD], { end: { entries: 2, entriesHere: 2 } }),
  ],
  [
    'fewer entries said than there are',
    'archive_malformed',
    () => zipOf([GOOD, { name: 'b.mp3' }], { end: { entries: 1, entriesHere: 1 } }),
  ],
  ['no entries said', 'archive_malformed', () => zipOf([GOOD], { end: { entries: 0, entriesHere: 0 } })],
  [
    '40,000 entries said',
    'archive_malformed',
    () => zipOf([GOOD], { end: { entries: 40_000, entriesHere: 40_000 } }),
  ],
  [
    '65,535 entries said',
    'archive_too_many_entries',
    () => zipOf([GOOD], { end: { entries: 65_535, entriesHere: 65_535 } }),
  ],
  ['50,001 entries', 'archive_too_many_entries', () => zipOf(many(50_001))],
  ['a directory said to be longer', 'archive_malformed', () => zipOf([GOOD], { end: { bytes: 60 } })],
  [
    'a directory said to be enormous',
    'archive_malformed',
    () => zipOf([GOOD], { end: { bytes: 0xfffffffe } }),
  ],
  [
    'a directory said to lie behind the end',
    'archive_malformed',
    () => zipOf([GOOD], { end: { offset: 0xfffffffe } }),
  ],
  ['a directory said to lie one byte off', 'archive_malformed', () => zipOf([GOOD], { end: { offset: 41 } })],
  [
    'a gap said to be part of the directory',
    'archive_malformed',
    () => zipOf([GOOD], { gap: Buffer.alloc(99), end: { offset: 42, bytes: 150 } }),
  ],
  [
    'a comment of an entry over the directory’s end',
    'archive_malformed',
    () => zipOf([{ ...GOOD, central: { comment: Buffer.alloc(7_000) } }], { end: { bytes: 51 } }),
  ],
  [
    'a directory of comments',
    'archive_malformed',
    () => zipOf([1, 2, 3].map((n) => ({ name: `${n}.mp3`, central: { comment: Buffer.alloc(65_000) } }))),
  ],
  [
    'a damaged directory',
    'archive_malformed',
    () => zipOf([{ ...GOOD, central: { signature: 0x12345678 } }]),
  ],
  [
    'an extra field longer than all extra fields',
    'archive_malformed',
    () => zipOf([{ ...GOOD, central: { extra: Buffer.from([1, 0, 99, 0, 1]) } }]),
  ],
];

const zip64 =
  (lies: Parameters<typeof zipOf>[1] & object): (() => Buffer) =>
  () =>
    zipOf([GOOD], { zip64: {}, ...lies });
const ENTRIES64 =
  (entries: bigint): (() => Buffer) =>
  () =>
    zipOf([{ name: 'ab', method: 0 }], { zip64: { entries, entriesHere: Number(entries % 2n ** 32n) } });

/** Lies of the records for what is too large for the old ones. */
const ZIP64: HostileArchive[] = [
  ['50,000,000 entries said in 178 bytes of ZIP64', 'archive_too_many_entries', ENTRIES64(50_000_000n)],
  ['2^32 - 1 entries said by ZIP64', 'archive_too_many_entries', ENTRIES64(2n ** 32n - 1n)],
  [
    '2^64 - 1 entries said by ZIP64',
    'archive_too_many_entries',
    zip64({ zip64: { entries: 2n ** 64n - 1n } }),
  ],
  ['50,000 entries said by ZIP64', 'archive_malformed', ENTRIES64(50_000n)],
  [
    'ZIP64 that disagrees with the end on the count',
    'archive_malformed',
    zip64({ end: { entries: 2, entriesHere: 2 } }),
  ],
  ['ZIP64 that disagrees with the end on the length', 'archive_malformed', zip64({ end: { bytes: 7 } })],
  ['ZIP64 that disagrees with the end on the place', 'archive_malformed', zip64({ end: { offset: 7 } })],
  ['ZIP64 counts that differ', 'archive_malformed', zip64({ zip64: { entriesHere: 0 } })],
  ['a ZIP64 record elsewhere', 'archive_malformed', zip64({ zip64: { recordOffset: 0n } })],
  ['a ZIP64 record behind the end', 'archive_malformed', zip64({ zip64: { recordOffset: 2n ** 63n } })],
  ['a ZIP64 record of another length', 'archive_malformed', zip64({ zip64: { recordBytes: 45 } })],
  ['a ZIP64 directory behind the end', 'archive_malformed', zip64({ zip64: { offset: 2n ** 60n } })],
  ['a ZIP64 directory of 2^60 bytes', 'archive_malformed', zip64({ zip64: { bytes: 2n ** 60n } })],
  ['ZIP64 on several disks', 'archive_malformed', zip64({ zip64: { disks: 3 } })],
  ['a ZIP64 record of another disk', 'archive_malformed', zip64({ zip64: { disk: 1 } })],
  [
    'marks of ZIP64 without its record',
    'archive_malformed',
    () => zipOf([GOOD], { end: { offset: 0xffffffff } }),
  ],
  [
    'a ZIP64 size without its field',
    'archive_malformed',
    () => zipOf([{ ...GOOD, central: { bytes: 0xffffffff, extra: extraField(1, Buffer.alloc(0)) } }]),
  ],
  [
    'a ZIP64 size of 2^62',
    'archive_entry_too_large',
    () => zipOf([{ ...GOOD, central: { bytes: 0xffffffff, extra: extraField(1, u64(2n ** 62n)) } }]),
  ],
  [
    'a ZIP64 offset of 2^62',
    'archive_header',
    () => zipOf([{ ...GOOD, central: { offset: 0xffffffff, extra: extraField(1, u64(2n ** 62n)) } }]),
  ],
];

export const HOSTILE_DIRECTORIES: HostileArchive[] = [...NAMES, ...ENDS, ...ZIP64];
