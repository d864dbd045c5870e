import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { openArchive } from '../../../core/deck-import/archive/zip-archive.ts';
import { ImportError, type ImportProblemCode } from '../../../core/deck-import/cards/import-problems.ts';
import type { ArchiveLimits } from '../../../core/deck-import/import-limits.ts';
import { runs } from '../../harness/depth.ts';
import { HOSTILE_ARCHIVES } from './hostile-archives.ts';
import { zipOf } from './zip-writer.ts';

const MB = 1024 * 1024;
const LIMITS: ArchiveLimits = {
  archiveBytes: 16 * MB,
  entries: 50_000,
  inflatedBytes: 64 * MB,
  entryBytes: (name) => (name.endsWith('.json') ? 32 * MB : 8 * MB),
};

type Archive = Awaited<ReturnType<typeof openArchive>>;

const folder = t.testdir();
const archivePath = join(folder, 'archive.zip');
const extractedPath = join(folder, 'extracted');

const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(join('/proc/self/fd', fd));
      return target.startsWith(folder) ? [target] : [];
    } catch {
      // The handle of this listing itself.
      return [];
    }
  });

async function opened<T>(archive: Buffer, limits: ArchiveLimits, work: (archive: Archive) => Promise<T>) {
  writeFileSync(archivePath, archive);
  const archiveOpened = await openArchive(archivePath, limits);
  return work(archiveOpened).finally(() => archiveOpened.close());
}
const contentOf = (archive: Buffer, limits = LIMITS) =>
  opened(
    archive,
    limits,
    async (from) => new Map(from.entries.map((entry) => [entry.name, from.read(entry).toString('latin1')])),
  );
const extractAll = (archive: Buffer) =>
  opened(archive, LIMITS, async (from) => {
    for (const entry of from.entries) await from.extract(entry, extractedPath);
  });

/** Processor time, in microseconds. */
const CPU_MAX_US = 5_000_000;

async function problemOf(work: Promise<unknown>): Promise<ImportError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
}

for (const [name, code, archive] of HOSTILE_ARCHIVES)
  t.test(`SL-57 refused with little work: ${name}`, async (t) => {
    const bytes = archive();
    const before = process.cpuUsage();
    const error = await problemOf(contentOf(bytes));
    const { user, system } = process.cpuUsage(before);
    t.equal(error?.code, code, error?.message ?? 'it was read');
    // Inflating any of them would take far longer; a busy machine makes this longer too, hence the room.
    t.ok(user + system < CPU_MAX_US, `${user + system} µs`);
    t.ok(String(error?.params.name ?? '').length <= 100, 'the name is short');
    t.notMatch(error?.message ?? '', /\p{Cc}|\{/u, 'the text is complete and can be shown');
    t.equal((await problemOf(extractAll(bytes)))?.code, code, 'the same when it is extracted');
    t.same(openFiles(), []);
    t.same(readdirSync(folder), ['archive.zip'], 'nothing else was written');
  });

t.test('SL-57 an archive cut off anywhere is refused', async (t) => {
  const whole = zipOf(
    [
      { name: 'deck.json', content: '{"cards": []}' },
      { name: 'tiếng.mp3', content: 'x'.repeat(300), method: 0 },
      { name: 'b.mp3', content: 'y'.repeat(300), descriptor: true },
    ],
    { zip64: {}, end: { comment: Buffer.from('a comment') } },
  );
  t.equal((await contentOf(whole)).size, 3);
  for (let length = 0; length < whole.length; length++) {
    const error = await problemOf(contentOf(whole.subarray(0, length)));
    const expected: ImportProblemCode = length < 4 ? 'archive_not_zip' : 'archive_truncated';
    if (error?.code !== expected) t.equal(error?.code, expected, `${length} bytes`);
  }
  t.same(openFiles(), []);
});

t.test('SL-57 an archive with damaged bytes is refused or read the same', async (t) => {
  const files = [
    { name: 'deck.json', content: '{"cards": [{"front": "xin chào", "back": "hello"}]}' },
    { name: 'âm/chào.mp3', content: 'x'.repeat(500), method: 0 },
    { name: 'âm/', method: 0 },
    { name: 'b.mp3', content: 'yz'.repeat(200), descriptor: true as const },
  ];
  const archives = [zipOf(files), zipOf(files, { zip64: {}, end: { comment: Buffer.from('a comment') } })];
  const contents = new Set((await contentOf(archives[0]!)).values());
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...archives),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
      async (archive, changes) => {
        const damaged = Buffer.from(archive);
        for (const [at, value] of changes) damaged[at % damaged.length] = value;
        // A name may turn into another one; content may not.
        const reading = contentOf(damaged);
        if (await problemOf(reading)) return true;
        return [...(await reading).values()].every((content) => contents.has(content));
      },
    ),
    { numRuns: runs(300, 3_000) },
  );
  t.same(openFiles(), []);
});

t.test('SL-57 an archive may be as large as the limits say, and not larger', async (t) => {
  const archive = zipOf([
    { name: 'a.mp3', content: 'a'.repeat(1_000) },
    { name: 'b.mp3', content: 'b'.repeat(1_000) },
  ]);
  const exact: ArchiveLimits = {
    archiveBytes: archive.length,
    entries: 2,
    inflatedBytes: 2_000,
    entryBytes: () => 1_000,
  };
  t.equal((await contentOf(archive, exact)).size, 2);
  const codes: [Partial<ArchiveLimits>, ImportProblemCode][] = [
    [{ archiveBytes: archive.length - 1 }, 'archive_too_large'],
    [{ entries: 1 }, 'archive_too_many_entries'],
    [{ inflatedBytes: 1_999 }, 'archive_inflates_too_much'],
    [{ entryBytes: (name) => (name === 'b.mp3' ? 999 : 1_000) }, 'archive_entry_too_large'],
  ];
  for (const [less, code] of codes)
    t.equal((await problemOf(contentOf(archive, { ...exact, ...less })))?.code, code);
  t.equal(readFileSync(archivePath).length, archive.length);
});
