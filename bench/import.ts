import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DeckImport } from '../core/deck-import/deck-import.schema.ts';
import { answerRequests, tokenSigner } from './load/answer-requests.ts';
import { generateLoad } from './load/load-generator.ts';
import { startServer } from './load/server-process.ts';
import { addStudents, openBenchDatabase } from './school/bench-database.ts';
import { makeBigDeck } from './school/big-deck.ts';

/**
 * The import of 30,000 cards with 30,000 files in a ZIP of about 600 MB. Counts from the first byte of the upload until
 * the deck is there. Compared with `unzip` to the same disk and COPY of the same rows, both flushed. Then once more
 * while students answer, against their answering alone.
 */
const CARDS = Number(process.argv[2] ?? 30_000);
/** With `pictures` as the second argument each card has a picture instead of audio. */
const FILES = process.argv[3] === 'pictures' ? 'pictures' : 'audio';
const FILE_BYTES = 20_000;
const LOAD_SECONDS = 15;
const CONNECTIONS = 200;
const STUDENTS = 8_000;

const run = promisify(execFile);
const { pool, ...bench } = await openBenchDatabase();
const folder = await mkdtemp(join(tmpdir(), 'nho-deck-'));
await chmod(folder, 0o755);
const deck = await makeBigDeck(folder, CARDS, FILE_BYTES, FILES);
const megabytes = (await stat(deck.archive)).size / 1e6;
console.log(`${CARDS} cards, an archive of ${Math.round(megabytes)} MB`);

const { rows: admins } = await pool.query<{ id: number }>(`select id from users where role = 'admin'`);
const token = (await tokenSigner())(admins[0]!.id);
const requests = await answerRequests(bench.database, await addStudents(bench.database, STUDENTS));
const api = await startServer(bench, 'api/server.ts');
bench.run('workers/main.ts');
const peaks = watchMemory();

const baseline = await unzipAndCopy();
console.log(`unzip and COPY, flushed: ${seconds(baseline)}`);
const first = await importDeck('Once');
console.log(
  `import: ${seconds(first.total)} (asked: 210), of which the upload ${seconds(first.upload)}; ` +
    `${(baseline / (first.total - first.upload)).toFixed(2)} of the speed of unzip and COPY (asked: 0.50), ` +
    `${(baseline / first.total).toFixed(2)} with the upload`,
);
console.log(`memory: API ${peaks.api} MB at most (asked: 250), import ${peaks.import} MB (asked: 350)`);
const again = await importDeck('Once');
console.log(`the same again: ${seconds(again.total)}`, JSON.stringify(again.report));

const load = { port: api.port, connections: CONNECTIONS, requests, seconds: LOAD_SECONDS };
await generateLoad({ ...load, seconds: 3 });
const alone = await generateLoad(load);
let isImporting = true;
const imported = importDeck('Twice').finally(() => {
  isImporting = false;
});
// From the beginning of the upload on.
const during = await generateLoad(load);
console.log(
  isImporting ? 'the import was still running when the load ended' : 'the import ended before the load',
);
await imported;
console.log(
  `progress alone ${Math.round(alone.perSecond)}/s p99 ${alone.p99} ms; during an import ` +
    `${Math.round(during.perSecond)}/s p99 ${during.p99} ms: ${(during.perSecond / alone.perSecond).toFixed(2)} (asked: 0.70), ` +
    `errors ${alone.failed + during.failed}`,
);
await bench.close();
await rm(folder, { recursive: true });
process.exit(0);

/** Uploads the deck and waits until it is there. Milliseconds. */
async function importDeck(title: string) {
  const form = new FormData();
  form.set('title', title);
  form.set('json_file', await openAsBlob(deck.json), 'deck.json');
  form.set('audio_archive', await openAsBlob(deck.archive), 'audio.zip');
  const headers = { authorization: `Bearer ${token}` };
  const url = `http://127.0.0.1:${api.port}/api/admin/imports`;
  const begun = performance.now();
  const answer = await fetch(url, { method: 'POST', body: form, headers });
  const { data } = (await answer.json()) as { data: { id: number } };
  if (answer.status !== 202) throw new Error(`the upload was answered ${answer.status}`);
  const upload = performance.now() - begun;
  for (;;) {
    const { data: state } = (await (await fetch(`${url}/${data.id}`, { headers })).json()) as {
      data: DeckImport;
    };
    if (state.status === 'completed')
      return { total: performance.now() - begun, upload, report: state.report };
    if (state.status !== 'queued' && state.status !== 'running') throw new Error(JSON.stringify(state));
    await pause(100);
  }
}

/** What nobody could do with less: the files on the disk, the rows in a table. */
async function unzipAndCopy(): Promise<number> {
  const { cards } = JSON.parse(await readFile(deck.json, 'utf8')) as { cards: Record<string, string>[] };
  const quoted = (text: string | undefined): string => `"${(text ?? '').replaceAll('"', '""')}"`;
  const table = join(folder, 'cards.csv');
  await writeFile(
    table,
    cards
      .map((card, index) =>
        [
          '1',
          String(100_000 + index),
          ...['front', 'back', 'example_sentence', 'definition', 'part_of_speech', 'level', 'audio'].map(
            (field) => quoted(card[field]),
          ),
        ].join(','),
      )
      .join('\n'),
  );
  const target = join(bench.dataDir, 'unzipped');
  await mkdir(target);
  await pool.query('create table copied (like cards including all)');
  const begun = performance.now();
  await run('unzip', ['-q', deck.archive, '-d', target]);
  await run('sync', ['-f', target]);
  await pool.query(
    `copy copied (deck_id, ordinal, front, back, example_sentence, definition, part_of_speech, level, audio_file)
     from '${table}' with (format csv)`,
  );
  const elapsed = performance.now() - begun;
  await rm(target, { recursive: true });
  return elapsed;
}

/** The most resident memory, in millions of bytes, of the API and of what imports. */
function watchMemory(): { api: number; import: number } {
  const peaks = { api: 0, import: 0 };
  const poll = async (): Promise<void> => {
    for (const pid of await readdir('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const kind = command.includes('deck-import')
        ? 'import'
        : Number(pid) === api.process.pid
          ? 'api'
          : undefined;
      if (!kind) continue;
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
      peaks[kind] = Math.max(peaks[kind], Math.round((kilobytes * 1_024) / 1e6));
    }
  };
  setInterval(() => void poll(), 200).unref();
  return peaks;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
