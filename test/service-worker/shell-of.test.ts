import t from 'tap';
import type { Rolldown } from 'vite';
import { AREAS, type Area, lazyParts } from '../../web/build/client-graph.ts';
import { shellOf } from '../../web/service-worker/service-worker-plugin.ts';

interface Chunk {
  modules?: string[];
  isEntry?: boolean;
  imports?: string[];
  lazy?: string[];
  css?: string[];
  assets?: string[];
}

/** A build with a page and these chunks, by their files' names. */
const bundleOf = (chunks: Record<string, Chunk>, page = '<html>') =>
  ({
    'index.html': { type: 'asset', source: page },
    ...Object.fromEntries(
      Object.entries(chunks).map(
        ([name, { modules = [], isEntry = false, imports = [], lazy = [], css, assets }]) => [
          name,
          {
            type: 'chunk',
            isEntry,
            imports,
            dynamicImports: lazy,
            moduleIds: modules,
            viteMetadata: { importedCss: new Set(css), importedAssets: new Set(assets) },
          },
        ],
      ),
    ),
  }) as unknown as Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

const [STUDENT, ADMIN] = ['/web/student.page.tsx', '/web/admin.page.tsx'];
const PARTS = new Map<string, Area>([
  [STUDENT, 'student'],
  [ADMIN, 'admin'],
]);

t.test('what students open is kept with all that it needs, other roles’ pages are not', async (t) => {
  const { files } = shellOf(
    bundleOf({
      'assets/main.js': {
        isEntry: true,
        imports: ['assets/common.js'],
        lazy: ['assets/student.js', 'assets/admin.js'],
        css: ['assets/main.css'],
        assets: ['assets/font.woff2'],
      },
      'assets/common.js': {},
      'assets/student.js': { modules: [STUDENT], imports: ['assets/cards.js'], css: ['assets/student.css'] },
      'assets/cards.js': {},
      'assets/admin.js': { modules: [ADMIN], imports: ['assets/tables.js'] },
      'assets/tables.js': {},
    }),
    PARTS,
  );
  t.same(files, [
    '/index.html',
    '/favicon.svg',
    '/assets/cards.js',
    '/assets/common.js',
    '/assets/font.woff2',
    '/assets/main.css',
    '/assets/main.js',
    '/assets/student.css',
    '/assets/student.js',
  ]);
});

t.test('OFF-01 of the router’s pages those for everybody and for students are kept', async (t) => {
  const parts = [...lazyParts()];
  const named = parts.map(([file, area], index) => ({ file, area, name: `assets/${index}.js` }));
  const { files } = shellOf(
    bundleOf({
      'assets/main.js': { isEntry: true, lazy: named.map(({ name }) => name) },
      ...Object.fromEntries(named.map(({ file, name }) => [name, { modules: [file] }])),
    }),
  );
  const kept = named.filter(({ name }) => files.includes(`/${name}`));
  t.same(new Set(kept.map(({ area }) => area)), new Set(['base', 'student']));
  t.same(
    kept.length,
    named.filter(({ area }) => area === 'base' || area === 'student').length,
    'none of them is left out',
  );
});

t.test('the version changes with a file and with the page, and with nothing else', async (t) => {
  const version = (name: string, page?: string) =>
    shellOf(bundleOf({ [name]: { isEntry: true } }, page), new Map()).version;
  t.equal(version('assets/a.js'), version('assets/a.js'));
  t.not(version('assets/a.js'), version('assets/b.js'));
  t.not(version('assets/a.js'), version('assets/a.js', '<html lang="vi">'));
});

t.test('texts of others than students, and what draws formulas, come when they are opened', async (t) => {
  const texts = (area: string) => `/web/locales/vi.po?area=${area}`;
  const lazy: Record<string, string> = {
    ...Object.fromEntries(AREAS.map((area) => [`assets/${area}.js`, texts(area)])),
    'assets/formulas.js': '/node_modules/katex/dist/katex.mjs',
  };
  const { files } = shellOf(
    bundleOf({
      'assets/main.js': { isEntry: true, lazy: Object.keys(lazy) },
      ...Object.fromEntries(Object.entries(lazy).map(([name, module]) => [name, { modules: [module] }])),
    }),
    new Map(),
  );
  t.same(files, ['/index.html', '/favicon.svg', '/assets/base.js', '/assets/main.js', '/assets/student.js']);
});

t.test('a build without a page, or without one of the parts, is none', async (t) => {
  t.throws(() => shellOf({}), { message: /no \/index.html/ });
  const bundle = bundleOf({ 'assets/main.js': { isEntry: true, modules: [STUDENT] } });
  t.throws(() => shellOf(bundle, PARTS), { message: `The build has no ${ADMIN}` });
});
