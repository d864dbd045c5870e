import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { PAGE, type Shell } from './shell.ts';

/** Pages that are no student's, and what is too large to be loaded before it is looked at: kept once they were opened. */
const LATER =
  /\/web\/(teacher|admin|log|deck-import)\/|\/web\/(deck\/teacher-decks|deck\/deck-management|classroom\/teacher-classes|exam\/(exam-hub|class-exams|exam-create|exam-edit))\.page|\/katex\/|\?area=(teacher|admin)$/;

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** Returns the names of all files that a student's pages need, the lazy ones included. */
function filesOfStudents(bundle: Record<string, Output>): string[] {
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
      if (target?.type !== 'chunk' || !target.moduleIds.some((id) => LATER.test(id))) visit(other);
    }
  };
  for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk' && file.isEntry) visit(name);
  return [...found].sort();
}

/** Returns what the worker keeps of this build. */
export function shellOf(bundle: Record<string, Output>): Shell {
  const page = bundle[PAGE.slice(1)];
  if (page?.type !== 'asset') throw new Error(`The build has no ${PAGE}`);
  const files = [PAGE, '/favicon.svg', ...filesOfStudents(bundle).map((name) => `/${name}`)];
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
