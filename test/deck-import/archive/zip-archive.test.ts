import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import t from 'tap';
import { ZipFile } from 'yazl';
import { openArchive } from '../../../core/deck-import/archive/zip-archive.ts';
import type { ArchiveLimits } from '../../../core/deck-import/import-limits.ts';
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

const MB = 1024 * 1024;
const LIMITS: ArchiveLimits = {
  archiveBytes: 64 * MB,
  entries: 50_000,
  inflatedBytes: 64 * MB,
  entryBytes: () => 16 * MB,
};

const folder = t.testdir();
const archivePath = join(folder, 'archive.zip');

async function contentsAt(path: string, limits = LIMITS): Promise<[string, string][]> {
  const archive = await openArchive(path, limits);
  try {
    return archive.entries.map((entry) => {
      const content = archive.read(entry);
      if (content.length !== entry.bytes) throw new Error(`${entry.name} has ${content.length} bytes`);
      return [entry.name, content.toString()];
    });
  } finally {
    archive.close();
  }
}

function contents(archive: Buffer): Promise<[string, string][]> {
  writeFileSync(archivePath, archive);
  return contentsAt(archivePath);
}

const namesOf = async (entries: ZipEntry[], lies?: ZipLies): Promise<string[]> =>
  (await contents(zipOf(entries, lies))).map(([name]) => name);

t.test('SL-57 files come in the directory’s order, stored or deflated, also empty ones', async (t) => {
  const long = 'xin chào '.repeat(5_000);
  const archive = zipOf([
    { name: 'z.mp3', content: 'stored', method: 0 },
    { name: 'audio/', method: 0 },
    { name: 'audio/a.mp3', content: long },
    { name: 'empty.mp3', method: 0 },
    { name: 'b.mp3' },
  ]);
  t.same(await contents(archive), [
    ['z.mp3', 'stored'],
    ['audio/a.mp3', long],
    ['empty.mp3', ''],
    ['b.mp3', ''],
  ]);
  t.same(await contents(zipOf([])), [], 'an archive without files');
});

t.test('SL-57 entries are read in any order, again and again', async (t) => {
  const texts = [100, 5_000, 70_000, 2_000_000].map((length, index) => `${index}`.repeat(length));
  writeFileSync(
    archivePath,
    zipOf(texts.map((content, index) => ({ name: `${index}`, content, method: 0 }))),
  );
  const archive = await openArchive(archivePath, LIMITS);
  for (const index of [3, 0, 2, 2, 1, 3, 0]) {
    const entry = archive.entries[index]!;
    t.ok(archive.read(entry).equals(Buffer.from(texts[index]!)), entry.name);
  }
  t.throws(() => archive.read({ ...archive.entries[0]! }), 'an entry of nowhere');
  archive.close();
  archive.close();
});

t.test('SL-57 what macOS, Windows and network drives add is left out', async (t) => {
  const added =
    '__MACOSX/ __MACOSX/._a.mp3 deck/__MACOSX/._b.mp3 ._c.mp3 audio/._d.mp3 .DS_Store audio/.DS_Store'
      .concat(' Thumbs.db audio/thumbs.db ehthumbs.db Desktop.ini .fseventsd/x .Trashes/x @eaDir/a.mp3/x')
      .split(' ');
  const own = ['a.mp3', 'x.DS_Store', 'myThumbs.db', '_.mp3', 'a._b.mp3'];
  t.same(await namesOf([...added, ...own].map((name) => ({ name }))), own);
});

t.test('IMF-29 backslashes part folders where Windows has written them', async (t) => {
  const of = (name: string, more: Partial<ZipHeader> = {}) => ({
    ...{ name: Buffer.from(name), content: name.endsWith('\\') ? '' : 'x' },
    central: { system: 0, mode: 0, ...more },
  });
  t.same(await namesOf([of('audio\\'), of('audio\\meo.mp3'), of('audio\\x\\a.mp3'), of('b/c\\d.mp3')]), [
    'audio/meo.mp3',
    'audio/x/a.mp3',
    'b/c/d.mp3',
  ]);
  t.same(await namesOf([of('.\\a.mp3', { system: 10 })]), ['a.mp3'], 'NTFS');
  const folder = zipOf(
    [of('audio', { mode: 0 }), of('audio\\a.mp3')].map((entry) => ({ ...entry, content: '' })),
  );
  // The attribute of a folder, in a directory's entry that does not end with a slash.
  folder.writeUInt32LE(0x10, folder.indexOf('PK\x01\x02') + 38);
  t.same(await contents(folder), [['audio/a.mp3', '']]);
  for (const name of ['a\\..\\..\\x.mp3', '..\\x.mp3', '\\x.mp3', '\\\\server\\x.mp3', 'c:\\x.mp3'])
    await t.rejects(namesOf([of(name)]), { code: 'archive_path' }, name);
  for (const name of ['a\\\\b.mp3', 'a\\.'])
    await t.rejects(namesOf([of(name)]), { code: 'archive_name' }, name);
  const twice = [of('audio\\a.mp3'), of('audio/A.mp3')];
  await t.rejects(namesOf(twice), { code: 'archive_duplicate' });
});

t.test('IMF-29 a name that says no encoding is kept as the pages of other machines have it', async (t) => {
  const others = async (hex: string, system = 0, flags = 0) => {
    const archive = zipOf([{ name: Buffer.from(hex, 'hex'), central: { system, flags } }]);
    writeFileSync(archivePath, archive);
    const opened = await openArchive(archivePath, LIMITS);
    opened.close();
    return opened.entries.map((entry) => [entry.name, ...entry.others]);
  };
  const inCp1258 = Buffer.from('ti\xea\xecng.mp3', 'latin1').toString('hex');
  t.same(await others(inCp1258), [['tiΩ∞ng.mp3', 'tiÛýng.mp3', 'tiếng.mp3']]);
  const inCp850 = Buffer.from('p\xc6o.mp3', 'latin1').toString('hex');
  t.match(await others(inCp850), [['p╞o.mp3', 'pão.mp3']]);
  const inUtf8 = Buffer.from('tiếng.mp3').toString('hex');
  for (const system of [0, 3, 10, 11, 19])
    t.same(await others(inUtf8, system), [['tiếng.mp3']], `UTF-8, ${system}`);
  t.same(await others(inUtf8, 0, 0x800), [['tiếng.mp3']]);
  t.same(await others(Buffer.from('a.mp3').toString('hex')), [['a.mp3']]);
});

t.test('SL-57 names are read in every encoding that programs write, and become NFC', async (t) => {
  const utf8 = Buffer.from('tiếng.mp3');
  const dos = Buffer.from([0x82, 0x2e, 0x6d, 0x70, 0x33]);
  const unicodePath = Buffer.concat([Buffer.from([1]), u32(crc32('ti_ng.mp3')), utf8]);
  const cases: [name: string, entry: ZipEntry, expected: string][] = [
    ['UTF-8', { name: 'âm thanh/tiếng.mp3' }, 'âm thanh/tiếng.mp3'],
    ['NFD', { name: 'tiếng.mp3'.normalize('NFD') }, 'tiếng.mp3'],
    ['UTF-8 that is not said to be, from Unix', { name: utf8 }, 'tiếng.mp3'],
    ['UTF-8 that is not said to be, from macOS', { name: utf8, central: { system: 19 } }, 'tiếng.mp3'],
    ['CP437 from DOS', { name: dos, central: { system: 0 } }, 'é.mp3'],
    ['CP437 from Unix', { name: dos }, 'é.mp3'],
    [
      'the field of Info-ZIP',
      { name: Buffer.from('ti_ng.mp3'), central: { system: 0, extra: extraField(0x7075, unicodePath) } },
      'tiếng.mp3',
    ],
    ['a dot as folder', { name: './audio/./a.mp3' }, 'audio/a.mp3'],
  ];
  for (const [name, entry, expected] of cases) t.same(await namesOf([entry]), [expected], name);
  t.same(await namesOf([{ name: './', method: 0 }, { name: './a.mp3' }]), ['a.mp3'], 'the archive’s root');
});

t.test('SL-57 folders come twice, names begin alike, archives have comments and end marks', async (t) => {
  const names = ['audio/', 'Audio/', 'audio/a.mp3', 'audio.mp3', 'audio b/a.mp3', 'audi', 'Audio/b.mp3'];
  t.equal((await namesOf(names.map((name) => ({ name })))).length, 5);
  for (const length of [1, 300, 65_535])
    t.same(await namesOf([{ name: 'a' }], { end: { comment: Buffer.alloc(length, 'c') } }), ['a']);
  const content = 'text, PK\x05\x06 and what is no end record, however long it is';
  t.same(await contents(zipOf([{ name: 'a.mp3', content, method: 0 }])), [['a.mp3', content]]);
});

t.test('SL-57 checksum and sizes may follow the content', async (t) => {
  const known = { crc: crc32('audio'), stored: 5, bytes: 5 };
  const large = Buffer.concat([u32(known.crc), u64(5, 5)]);
  const descriptors = {
    usual: descriptorOf(known),
    unsigned: descriptorOf(known).subarray(4),
    'of 64 bits': Buffer.concat([u32(0x08074b50), large]),
    'of 64 bits, unsigned': large,
    missing: Buffer.alloc(0),
  };
  for (const [name, descriptor] of Object.entries(descriptors)) {
    const archive = zipOf([
      { name: 'a.mp3', content: 'audio', method: 0, descriptor },
      { name: 'b.mp3', content: 'audio', method: 0, descriptor },
    ]);
    const expected = ['a.mp3', 'b.mp3'].map((file) => [file, 'audio']);
    t.same(await contents(archive), expected, name);
  }
});

t.test('SL-57 ZIP64 is read, also where nothing is large', async (t) => {
  const sizes = { bytes: 0xffffffff, stored: 0xffffffff, extra: extraField(1, u64(5, 5)) };
  const offsetToo = { ...sizes, offset: 0xffffffff, extra: extraField(1, u64(5, 5, 0)) };
  const entry = { name: 'a.mp3', content: 'audio', method: 0 };
  const expected = [['a.mp3', 'audio']];
  t.same(await contents(zipOf([{ ...entry, local: sizes }])), expected, 'in the header alone');
  t.same(await contents(zipOf([{ ...entry, central: offsetToo, local: sizes }])), expected, 'in both');
  t.same(await contents(zipOf([entry], { zip64: {} })), expected, 'at the end');
  t.same(
    await contents(zipOf([entry], { zip64: {}, end: { entries: 1, entriesHere: 1, offset: 40, bytes: 51 } })),
    expected,
    'at the end, which says the same',
  );
});

t.test('SL-57 archives that yazl writes are read', async (t) => {
  const long = Array.from({ length: 50_000 }, (_, index) => `${index}\n`).join('');
  for (const zip64 of [false, true]) {
    const options = { forceZip64Format: zip64 };
    const zip = new ZipFile();
    zip.addEmptyDirectory('âm');
    zip.addBuffer(Buffer.from(long), 'âm/tiếng.mp3', options);
    zip.addBuffer(Buffer.from('stored'), 'b.mp3', { ...options, compress: false });
    zip.addReadStream(Readable.from([Buffer.from(long)]), 'c.mp3', options);
    zip.addReadStream(Readable.from([Buffer.from('stored')]), 'd.mp3', { ...options, compress: false });
    zip.addReadStream(Readable.from([]), 'e.mp3', options);
    zip.end({ forceZip64Format: zip64, comment: '' });
    const archive = await buffer(zip.outputStream);
    const files = { 'âm/tiếng.mp3': long, 'b.mp3': 'stored', 'c.mp3': long, 'd.mp3': 'stored', 'e.mp3': '' };
    t.same(await contents(archive), Object.entries(files), zip64 ? 'ZIP64' : 'plain');
  }
});

// Info-ZIP is on most machines; what it writes is also among the archives above.
for (const locale of existsSync('/usr/bin/zip') ? ['C', 'C.UTF-8'] : [])
  t.test(`SL-57 archives that Info-ZIP writes are read (${locale})`, async (t) => {
    const source = join(folder, `source-${locale}`);
    mkdirSync(join(source, 'âm thanh'), { recursive: true });
    const files = { 'âm thanh/tiếng.mp3': 'audio', 'deck.json': '{"cards": []}'.padEnd(5_000) };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(source, name), content);
    const zip = (...args: string[]): Buffer =>
      execFileSync('/usr/bin/zip', args, { cwd: source, env: { LC_ALL: locale } });
    zip('-qr', '../info.zip', '.');
    writeFileSync(join(folder, 'streamed.zip'), zip('-qr', '-', '.'));
    zip('-qr', '-fz', '-0', '../stored.zip', '.');
    for (const name of ['info.zip', 'streamed.zip', 'stored.zip'])
      t.same(Object.fromEntries(await contentsAt(join(folder, name))), files, name);
  });

t.test('SL-57 as many entries as the limit are read, 65,535 where it allows them', async (t) => {
  const many = (count: number) =>
    zipOf(
      Array.from({ length: count }, (_, index) => ({
        name: `audio/${index}.mp3`,
        content: `${index}`,
        method: 0,
      })),
    );
  const read = await contents(many(50_000));
  t.equal(read.length, 50_000);
  t.ok(read.every(([name, content], index) => content === `${index}` && name === `audio/${index}.mp3`));
  writeFileSync(archivePath, many(65_535));
  await t.rejects(contentsAt(archivePath), { code: 'archive_too_many_entries', params: { max: 50_000 } });
  t.equal((await contentsAt(archivePath, { ...LIMITS, entries: 65_535 })).length, 65_535);
});

t.test('SL-57 a file beyond 4 GiB is found', async (t) => {
  const far = 5 * 1024 * MB;
  const entry = { name: 'far.mp3', content: 'audio', method: 0 };
  const header = zipOf([entry]).subarray(0, 30 + 7 + 5);
  const whole = zipOf([
    { name: 'near.mp3', content: 'audio', method: 0 },
    { ...entry, central: { offset: 0xffffffff, extra: extraField(1, u64(far)) } },
  ]);
  const near = whole.subarray(0, 30 + 8 + 5);
  const directory = whole.subarray(near.length + header.length, -22);
  const at = { entries: 2, offset: far + header.length, bytes: directory.length };
  // Almost all of it is a hole.
  const fd = openSync(archivePath, 'w');
  writeSync(fd, near, 0, near.length, 0);
  const end = Buffer.concat([header, directory, endOf(at, { zip64: {} })]);
  writeSync(fd, end, 0, end.length, far);
  closeSync(fd);
  t.same(await contentsAt(archivePath, { ...LIMITS, archiveBytes: 2 * far }), [
    ['near.mp3', 'audio'],
    ['far.mp3', 'audio'],
  ]);
  writeFileSync(archivePath, '');
});

t.test('SL-57 a large entry is extracted to a file', async (t) => {
  const content = Buffer.from(Array.from({ length: 400_000 }, (_, index) => `${index * index}\n`).join(''));
  const path = join(folder, 'collection.anki2');
  for (const method of [0, 8]) {
    writeFileSync(
      archivePath,
      zipOf([
        { name: 'collection.anki2', content, method },
        { name: 'empty', method },
      ]),
    );
    const archive = await openArchive(archivePath, LIMITS);
    for (const entry of archive.entries) {
      await archive.extract(entry, path);
      const expected = entry.bytes === 0 ? Buffer.alloc(0) : content;
      t.ok(readFileSync(path).equals(expected), `${entry.name}, ${method}`);
    }
    await t.rejects(archive.extract(archive.entries[0]!, join(folder, 'no/such/folder')), { code: 'ENOENT' });
    archive.close();
  }
});

t.test('SL-57 a large entry with a fault is not left behind', async (t) => {
  const content = Buffer.alloc(3 * MB, 'audio and more');
  const path = join(folder, 'faulty');
  const lie = { crc: 1 };
  const archive = zipOf([
    { name: 'good.mp3', content, method: 0 },
    { name: 'bad.mp3', content, method: 0, central: lie, local: lie },
  ]);
  writeFileSync(archivePath, archive);
  const opened = await openArchive(archivePath, LIMITS);
  await opened.extract(opened.entries[0]!, path);
  t.ok(existsSync(path));
  await t.rejects(opened.extract(opened.entries[1]!, path), { code: 'archive_crc' });
  t.notOk(existsSync(path));
  opened.close();
});

t.test('SL-57 a bomb that is extracted stops at the size that it is said to have', async (t) => {
  const path = join(folder, 'bomb');
  // The second name keeps what was written when the first is removed.
  const kept = join(folder, 'kept');
  writeFileSync(path, '');
  linkSync(path, kept);
  const lie = { bytes: 500_000 };
  const content = Buffer.alloc(40 * MB);
  writeFileSync(archivePath, zipOf([{ name: 'a.mp3', content, central: lie, local: lie }]));
  const archive = await openArchive(archivePath, LIMITS);
  await t.rejects(archive.extract(archive.entries[0]!, path), { code: 'archive_size_lie' });
  t.ok(statSync(kept).size <= 500_000);
  t.notOk(existsSync(path));
  archive.close();
});

t.test('SL-57 a missing archive is the system’s error', async (t) => {
  await t.rejects(openArchive(join(folder, 'missing.zip'), LIMITS), { code: 'ENOENT' });
});
