import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { runProgram } from '../command/run-program.ts';

/** What is loaded once, by one in a hundred, is not worth the time of the build. */
const RARE = /^drawings-/;
const COMPRESSIBLE = /\.(?:css|html|js|json|svg|txt|webmanifest)$/;
/** Below this, a compressed file is hardly smaller, and travels in one packet anyhow. */
const SMALLEST_BYTES = 1_000;

/** Writes a `.br` and a `.gz` beside each text file in `folder`, so that the server compresses nothing twice. */
async function compressFiles(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && COMPRESSIBLE.test(entry.name) && !RARE.test(entry.name),
  );
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < SMALLEST_BYTES) return;
      // The best there is: twice the time of the step before, once a version, for two parts in a hundred of every load.
      const options = {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      };
      await writeFile(`${path}.br`, await brotli(content, options));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'dist/web');
const STAMP = `${CLIENT}.stamp`;
const SOURCES = ['web', 'core'];
const SETTINGS = ['vite.config.ts', 'lingui.config.ts', 'tsconfig.json', 'package-lock.json'];

/** Hashes all that the client is built from; the server's half of core counts, too, since separating them is frail. */
async function sourcesHash(): Promise<string> {
  const entries = await Promise.all(
    SOURCES.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })),
  );
  const files = entries.flat().filter((entry) => entry.isFile());
  const paths = [
    ...files.map((file) => join(file.parentPath, file.name)),
    ...SETTINGS.map((name) => join(ROOT, name)),
  ];
  const hash = createHash('sha256');
  for (const path of paths.sort())
    hash
      .update(path.slice(ROOT.length))
      .update('\0')
      .update(await readFile(path));
  return hash.digest('hex');
}

function build(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const args = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  return runProgram(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: ROOT,
    signal,
    env: { ...process.env, NODE_ENV: 'production' },
    failure: (output) => `The client could not be built: ${output}`,
  });
}

/** Beside the client, with the files of builds before it: pages that were opened then ask for their later parts. */
const EARLIER = `${CLIENT}.earlier`;
const KEPT_MS = 24 * 60 * 60_000;

/** Keeps the hashed files of this build for a day, and no longer those of builds before that. */
async function keepAssets(build: string): Promise<void> {
  const [from, kept] = [join(build, 'assets'), join(EARLIER, 'assets')];
  await mkdir(kept, { recursive: true });
  for (const name of await readdir(kept)) {
    const { mtimeMs } = await stat(join(kept, name));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(join(kept, name));
  }
  // A copy is as old as its being replaced.
  for (const name of existsSync(from) ? await readdir(from) : [])
    await copyFile(join(from, name), join(kept, name));
}

/** Builds the client into dist/web unless it was built from exactly these sources. */
export async function ensureClient(options: {
  signal?: AbortSignal;
  log: (line: string) => void;
}): Promise<void> {
  const hash = await sourcesHash();
  const built = existsSync(CLIENT) ? await readFile(STAMP, 'utf8').catch(() => '') : '';
  if (built === hash) return;
  options.log('Building the client …');
  // Built aside and swapped in: whatever is interrupted, dist/web is a whole client or none.
  const aside = `${CLIENT}.${process.pid}`;
  const before = `${aside}.before`;
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  try {
    await build(aside, options.signal);
    await compressFiles(aside);
    await keepAssets(CLIENT);
    await rm(STAMP, { force: true });
    // For less than a millisecond in between there is no client.
    if (existsSync(CLIENT)) await rename(CLIENT, before);
    await rename(aside, CLIENT);
    await writeFile(STAMP, hash);
  } finally {
    await rm(aside, { recursive: true, force: true });
    await rm(before, { recursive: true, force: true });
  }
}
