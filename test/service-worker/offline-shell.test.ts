import { existsSync, readFileSync } from 'node:fs';
import imageSize from 'image-size';
import t from 'tap';
import type { Rolldown } from 'vite';
import { AREAS, type Area, lazyParts } from '../../web/build/client-graph.ts';
import { paths } from '../../web/lib/pages/paths.ts';
import { answerRange, rangeOf } from '../../web/service-worker/audio-range.ts';
import { shellOf } from '../../web/service-worker/service-worker-plugin.ts';
import { column } from '../harness/columns.ts';
import { ROOT, readSource } from '../repository/module-graph.ts';

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
  const areas = new Set(['base', 'public', 'entry', 'account', 'errors', 'student']);
  t.same(new Set(kept.map(({ area }) => area)), areas);
  t.same(kept.length, named.filter(({ area }) => areas.has(area)).length, 'no more');
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
  const kept = ['account', 'base', 'entry', 'errors', 'main', 'public', 'student'];
  t.same(files, ['/index.html', '/favicon.svg', ...kept.map((name) => `/assets/${name}.js`)]);
});

t.test('a build without a page, or without one of the parts, is none', async (t) => {
  t.throws(() => shellOf({}), { message: /no \/index.html/ });
  const bundle = bundleOf({ 'assets/main.js': { isEntry: true, modules: [STUDENT] } });
  t.throws(() => shellOf(bundle, PARTS), { message: `The build has no ${ADMIN}` });
});

interface Icon {
  src: string;
  sizes: string;
  type: string;
}
interface Manifest {
  lang: string;
  name: string;
  start_url: string;
  icons: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
}

const read = (name: string) => JSON.parse(readSource(`web/public/${name}`)) as Manifest;
const manifests = { vi: read('manifest.webmanifest'), en: read('manifest.en.webmanifest') };

t.test('the two manifests differ in their language only', async (t) => {
  t.same([manifests.vi.lang, manifests.en.lang], ['vi', 'en']);
  t.same([manifests.vi.shortcuts[0]?.name, manifests.en.shortcuts[0]?.name], ['Học hôm nay', 'Study today']);
  const bare = ({ shortcuts, ...rest }: Manifest) => ({
    ...rest,
    lang: '',
    description: '',
    shortcuts: shortcuts.map(({ url, icons }) => ({ url, icons })),
  });
  t.same(bare(manifests.vi), bare(manifests.en));
});

t.test('the app begins at pages that there are', async (t) => {
  const pages = [paths.home(), paths.student()];
  for (const url of [manifests.vi.start_url, ...column(manifests.vi.shortcuts, 'url')])
    t.ok(pages.includes(url), url);
});

t.test('every icon is there, as large as it is said to be', async (t) => {
  const icons = [...manifests.vi.icons, ...manifests.vi.shortcuts.flatMap((one) => one.icons)];
  for (const { src, sizes, type } of icons) {
    t.ok(existsSync(`${ROOT}/web/public${src}`), src);
    if (type !== 'image/png') continue;
    const { width, height } = imageSize(readFileSync(`${ROOT}/web/public${src}`));
    t.equal(`${width}x${height}`, sizes, src);
  }
});

t.test('the ways to ask for a part of a file', async (t) => {
  t.same(rangeOf('bytes=0-', 100), [0, 99]);
  t.same(rangeOf('bytes=10-19', 100), [10, 19]);
  t.same(rangeOf('bytes=90-500', 100), [90, 99], 'to the end at most');
  t.same(rangeOf('bytes=-5', 100), [95, 99], 'the last bytes');
  t.same(rangeOf('bytes=-500', 100), [0, 99]);
  for (const nothing of ['bytes=100-', 'bytes=20-10', 'bytes=-', 'bytes=0-1,5-6', 'letters=1-2', ''])
    t.equal(rangeOf(nothing, 100), null, nothing);
});

t.test('a kept file is answered whole, in parts, and not beyond its end', async (t) => {
  const kept = () => new Response('0123456789', { headers: { 'Content-Type': 'audio/mpeg' } });
  const whole = await answerRange(kept(), null);
  t.same([whole.status, await whole.text()], [200, '0123456789']);
  const part = await answerRange(kept(), 'bytes=2-4');
  t.same([part.status, await part.text()], [206, '234']);
  t.match(Object.fromEntries(part.headers), {
    'accept-ranges': 'bytes',
    'content-length': '3',
    'content-range': 'bytes 2-4/10',
    'content-type': 'audio/mpeg',
  });
  const beyond = await answerRange(kept(), 'bytes=10-');
  t.same([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */10']);
});
