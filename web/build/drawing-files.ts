import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORDS = join(import.meta.dirname, '../card/picture/drawing-words.json');
const MODULE = 'virtual:drawings';

/** Drawings of a file: a search shows some of many files, and each is a call. */
const PER_FILE = 25;

type Drawings = Record<string, { body: string }>;

/** The files that the drawings are loaded by, in the order of their names, and what their names begin with. */
function drawingFiles(): { prefix: string; files: string[] } {
  const { icons }: { icons: Drawings } = createRequire(import.meta.url)(
    '@iconify-json/fluent-emoji-flat/icons.json',
  );
  const names = Object.keys(JSON.parse(readFileSync(WORDS, 'utf8')));
  const files: string[] = [];
  for (let at = 0; at < names.length; at += PER_FILE) {
    const some = names.slice(at, at + PER_FILE).map((name) => [name, icons[name]!.body]);
    files.push(JSON.stringify(Object.fromEntries(some)));
  }
  const hash = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 8);
  return { prefix: `assets/drawings-${hash}-`, files };
}

/**
 * Puts the drawings that cards may have beside the client, a few in a file. Each is loaded when a search has found it.
 * `virtual:drawings` has the address of the file of each.
 */
export function drawings(): Plugin {
  const { prefix, files } = drawingFiles();
  const nameOf = (index: number) => `${prefix}${index}.json`;
  let isClient = false;
  return {
    name: 'drawings',
    configResolved: ({ command, build }) => {
      isClient = command === 'build' && !build.ssr;
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) =>
      id === `\0${MODULE}`
        ? `export const fileOf = (index) => \`/${prefix}\${Math.floor(index / ${PER_FILE})}.json\`;`
        : undefined,
    generateBundle() {
      if (!isClient) return;
      for (const [index, source] of files.entries())
        this.emitFile({ type: 'asset', fileName: nameOf(index), source });
    },
    configureServer: ({ middlewares }) => {
      for (const [index, source] of files.entries())
        middlewares.use(`/${nameOf(index)}`, (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end(source);
        });
    },
  };
}
