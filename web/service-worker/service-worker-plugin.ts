import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { type Area, audienceOf, lazyParts } from '../build/client-graph.ts';
import { PAGE, type Shell } from './shell.ts';

/** The parts of the client by the file that they begin with, and for whom each is. */
type Parts = ReturnType<typeof lazyParts>;

/** What is too large to be loaded before it is looked at. */
const LATER = /\/katex\//;

/** Returns whether a module is of others than students, or too large: it is kept once it was opened. */
function isLater(id: string, parts: Parts): boolean {
  const [, ofTexts] = /\?area=(\w+)$/.exec(id) ?? [];
  const area = parts.get(id) ?? (ofTexts as Area | undefined) ?? 'base';
  return LATER.test(id) || !['base', 'student'].includes(audienceOf(area));
}

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** Returns the names of all files that a student's pages need, the lazy ones included. */
function filesOfStudents(bundle: Record<string, Output>, parts: Parts): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const file = bundle[name];
    if (!file || found.has(name)) return;
    found.add(name);
    if (file.type !== 'chunk') return;
    const { importedCss = [], importedAssets = [] } = file.viteMetadata ?? {};
    for (const other of [...importedCss, ...importedAssets]) found.add(other);
    file.imports.forEach(visit);
    for (const other of file.dynamicImports) {
      const target = bundle[other];
      if (target?.type !== 'chunk' || !target.moduleIds.some((id) => isLater(id, parts))) visit(other);
    }
  };
  for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk' && file.isEntry) visit(name);
  return [...found].sort();
}

/** Returns what the worker keeps of this build, whose parts are those of the router. */
export function shellOf(bundle: Record<string, Output>, parts: Parts = lazyParts()): Shell {
  const page = bundle[PAGE.slice(1)];
  if (page?.type !== 'asset') throw new Error(`The build has no ${PAGE}`);
  const built = new Set(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
  );
  for (const part of parts.keys()) if (!built.has(part)) throw new Error(`The build has no ${part}`);
  const files = [PAGE, '/favicon.svg', ...filesOfStudents(bundle, parts).map((name) => `/${name}`)];
  const hash = createHash('sha256').update(files.join('\n')).update(page.source);
  return { version: hash.digest('hex').slice(0, 16), files };
}

/** Builds the service worker beside the client, as `sw.js`, with the names of the files that it keeps. */
export function serviceWorker(): Plugin {
  let isClient = false;
  return {
    name: 'nho-service-worker',
    // Not when pages are rendered ahead, which is a build of its own.
    apply: ({ build: { ssr } = {} }, { command }) => command === 'build' && !ssr,
    enforce: 'post',
    configResolved: ({ build: { ssr } }) => {
      isClient = !ssr;
    },
    async generateBundle(_options, bundle) {
      // What is built to render pages ahead has none itself.
      if (!isClient) return;
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { SHELL: JSON.stringify(shellOf(bundle)) },
        build: {
          write: false,
          target: 'es2023',
          rolldownOptions: {
            input: join(import.meta.dirname, 'service-worker.ts'),
            output: { format: 'iife' },
          },
        },
      });
      const [output] = [built].flat();
      if (!output || !('output' in output)) throw new Error('The service worker was not built');
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: output.output[0].code });
    },
  };
}
