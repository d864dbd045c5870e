import { existsSync, readFileSync } from 'node:fs';
import imageSize from 'image-size';
import t from 'tap';
import { paths } from '../../web/lib/pages/paths.ts';
import { column } from '../harness/columns.ts';
import { ROOT, readSource } from '../repository/module-graph.ts';

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
