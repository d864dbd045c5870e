import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import t from 'tap';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { ArchiveWriter } from '../../core/files/archive-writer.ts';
import { unzip } from '../deck-export/exported-deck.ts';

const NOW = new Date('2026-11-21T10:20:30Z');

/** A file that is its parts, of which several may be one and the same piece of memory. */
class Parts extends RandomAccessReader {
  readonly #parts: Uint8Array[];
  readonly size: number;

  constructor(parts: Uint8Array[]) {
    super();
    this.#parts = parts;
    this.size = parts.reduce((sum, { length }) => sum + length, 0);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const found: Uint8Array[] = [];
    let at = 0;
    for (const part of this.#parts) {
      if (at < end && at + part.length > start)
        found.push(part.subarray(Math.max(0, start - at), Math.min(part.length, end - at)));
      at += part.length;
    }
    return Readable.from(found, { objectMode: false });
  }
}

t.test('names, contents and times are as they were given', async (t) => {
  const archive = new ArchiveWriter(NOW);
  const parts = [
    ...archive.stored('âm thanh/mèo.mp3', Buffer.from('meow')),
    ...archive.stored('empty', Buffer.of()),
  ];
  for await (const part of archive.deflated('a.json', async function* () {
    yield 'nhớ '.repeat(100_000);
    yield Buffer.from('!');
  }))
    parts.push(part);
  parts.push(...archive.end());
  const files = await unzip(Buffer.concat(parts));
  t.same(
    [...files].map(([name, { content, isDeflated }]) => [name, content.length, isDeflated]),
    [
      ['âm thanh/mèo.mp3', 4, false],
      ['empty', 0, false],
      ['a.json', 600_001, true],
    ],
  );
  const zip = await fromRandomAccessReaderPromise(new Parts(parts), new Parts(parts).size);
  for await (const entry of zip.eachEntry()) t.same(entry.getLastModDate({ timezone: 'UTC' }), NOW);
});

t.test('an archive may have more than 65,535 files', async (t) => {
  const archive = new ArchiveWriter(NOW);
  const parts: Uint8Array[] = [];
  for (let number = 0; number < 70_000; number++)
    parts.push(...archive.stored(String(number), Buffer.from([number])));
  const reader = new Parts([Buffer.concat([...parts, ...archive.end()])]);
  const zip = await fromRandomAccessReaderPromise(reader, reader.size);
  let count = 0;
  for await (const entry of zip.eachEntry()) if (entry.fileName === String(count)) count++;
  t.equal(count, 70_000);
});

t.test('an archive may be larger than 4 GiB', async (t) => {
  const archive = new ArchiveWriter(NOW);
  const large = new Uint8Array(480 * 1024 * 1024);
  const parts: Uint8Array[] = [];
  for (let number = 0; number < 9; number++) parts.push(...archive.stored(`large ${number}`, large));
  parts.push(...archive.stored('far', Buffer.from('beyond')));
  parts.push(...archive.end());
  const reader = new Parts(parts);
  t.ok(reader.size > 2 ** 32);
  const zip = await fromRandomAccessReaderPromise(reader, reader.size);
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    if (entry.fileName !== 'far') continue;
    t.ok(entry.relativeOffsetOfLocalHeader > 2 ** 32);
    t.equal(String(await buffer(await zip.openReadStreamPromise(entry))), 'beyond');
  }
  t.equal(names.length, 10);
});

t.test('content that breaks off breaks the archive off, and one that nobody takes is closed', async (t) => {
  const archive = new ArchiveWriter(NOW);
  const broken = archive.deflated('a', async function* () {
    yield 'x';
    throw new Error('the disk is gone');
  });
  await t.rejects(buffer(Readable.from(broken)), { message: 'the disk is gone' });

  let isClosed = false;
  const endless = archive.deflated('b', async function* () {
    try {
      for (;;) yield crypto.getRandomValues(new Uint8Array(50_000));
    } finally {
      isClosed = true;
    }
  });
  let parts = 0;
  for await (const _ of endless) if (++parts === 3) break;
  await new Promise((resolve) => setImmediate(resolve));
  t.ok(isClosed);
});
