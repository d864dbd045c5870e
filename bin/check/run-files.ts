/**
 * Runs the test files of TEST_FILES one after the other in this process, each as one test of its own. What a file gives
 * to tap's `t`, such as beforeEach or teardown, ends with the file. Most of the speed comes from loading the product
 * once for many files.
 */
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync as transformByBabel } from '@babel/core';
// Loaded first: Babel cannot require by name what a test is importing at the moment.
import '@lingui/babel-plugin-lingui-macro';
import { transformSync } from 'rolldown/utils';
import root, { type Test } from 'tap';
import { report } from './process-report.ts';

/** How long a file may take to let go of what it has opened, when all its tests are over. */
const PATIENCE_MS = 60_000;

/** Where the client's own files are, as addresses. */
const CLIENT = new URL('../../web/', import.meta.url).href;

/** What only the build makes: the address of each drawing's file. */
const DRAWINGS = 'virtual:drawings';

function withoutMacros(source: string, filename: string): string {
  const result = transformByBabel(source, {
    filename,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: ['@lingui/babel-plugin-lingui-macro'],
  });
  return result?.code ?? source;
}

/** Lets tests import files of the client: what Vite does to Lingui's macros, to JSX and to assets, Node does here. */
function loadClientFiles(): void {
  registerHooks({
    resolve: (name, context, next) =>
      name === DRAWINGS ? { url: name, shortCircuit: true } : next(name, context),
    load(url, context, next) {
      if (url === DRAWINGS)
        return { format: 'module', source: 'export const fileOf = {}', shortCircuit: true };
      if (!url.startsWith(CLIENT)) return next(url, context);
      if (/\.css$|\?url$/.test(url))
        return { format: 'module', source: 'export default {}', shortCircuit: true };
      const loaded = next(url, { ...context, format: 'module-typescript' });
      const file = fileURLToPath(url);
      let source = String(loaded.source);
      if (/from '@lingui\/\w+\/macro'/.test(source)) source = withoutMacros(source, file);
      if (!file.endsWith('.tsx')) return { ...loaded, source };
      const { code, errors } = transformSync(file, source, {
        jsx: { runtime: 'automatic' },
        define: { 'import.meta.env.DEV': 'false' },
      });
      if (errors[0]) throw errors[0];
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}

// Not as arguments, which tap makes the names of its folders of.
const files = (process.env.TEST_FILES ?? '').split(' ');
const tests = new Map<string, Test>();
/** Whose tests are made now: files come one after the other. */
let running: Test = root;
Object.assign(globalThis, { testOfFile: (url: string) => tests.get(url), runningFile: () => running });

// A test file's own `import t from 'tap'` gets the test of that file. Helpers outlive it and get the process's; those that
// make tests ask for `runningFile`.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (specifier !== 'tap' || parentURL === undefined || !tests.has(parentURL))
      return next(specifier, context);
    return { url: `test-of:${parentURL}`, shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith('test-of:')) return next(url, context);
    const source = `export default testOfFile(${JSON.stringify(url.slice('test-of:'.length))});`;
    return { format: 'module', source, shortCircuit: true };
  },
});

loadClientFiles();

for (const file of files) {
  const { href } = pathToFileURL(resolve(file));
  // Fails in a file of its own, not in all that follow: what was not awaited there is thrown here.
  void root.test(file, async (t) => {
    tests.set(href, t);
    running = t;
    t.on('complete', () => {
      const { pass: passed, fail: failed, skip, todo } = t.counts;
      report({ file, count: { passed, failed, skipped: skip + todo } });
    });
    await import(href);
  });
}

root.teardown(() => {
  setTimeout(() => {
    console.error(`After all tests something is still open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(1);
  }, PATIENCE_MS).unref();
});

// After tap's own, which settles the exit code.
process.on('exit', (code) => report({ leavingWith: Number(process.exitCode ?? code) }));
