import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { ClientPages } from '../../api/plugins/client.ts';
import { LOCALES } from '../../core/text/locale.ts';
import { ROUTES } from '../../web/app/router.tsx';
import { AREAS } from '../../web/build/client-graph.ts';
import { readPoCatalog } from '../locales/po-catalog.ts';

const CLIENT = join(import.meta.dirname, '../../dist/web');
const { pages } = JSON.parse(readFileSync(join(CLIENT, 'pages.json'), 'utf8')) as ClientPages;
const documentOf = (name: string, locale: string) =>
  readFileSync(join(CLIENT, 'pages', `${name}.${locale}.html`), 'utf8');

/** Kilobytes of 1,000 bytes, as a browser is sent it. */
function sizeOf(address: string): number {
  const file = join(CLIENT, address);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1_000;
}

/** What stands there for what is loaded later, which then knows that its style is in the document. */
const PLACEHOLDER = /<link rel="stylesheet" disabled href="[^"]+">/g;

/** All that a document names to be loaded with it. */
const filesOf = (document: string) => [
  ...new Set(
    [...document.replaceAll(PLACEHOLDER, '').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, file]) => file as string,
    ),
  ),
];

const scripts = (document: string) => filesOf(document).filter((file) => file.endsWith('.js'));
const sum = (files: string[]) => files.reduce((total, file) => total + sizeOf(file), 0);

/** Kilobytes of script by the path of the page; elsewhere `OTHERS_MAX`. */
const SCRIPT_MAX: Record<string, number> = {
  '/': 140,
  '/about': 138,
  '/learn/:deckId': 189,
  '/exam/:examId': 184,
  '/try/:deckId': 184,
  '/student': 178,
  '/teacher': 178,
  // With the keys, the legend and the second try of its chart.
  '/teacher/classes': 190,
  // It reads lists as schools, programs and papers have them, and is opened once a year.
  '/teacher/classes/roster/:classId': 265,
  '/teacher/decks/table/:deckId': 246,
  '/student/decks/own/table/:deckId': 246,
};
const OTHERS_MAX = 248;
const FILES_MAX = 18;
/** Header and sections of users, and the windows and menus that they open: two chunks with a style each. */
const FRAME_FILES_MAX = 4;
const isOfFrame = (file: string) => /\/(?:frame|overlays)-/.test(file);
/** The document itself, and what a visitor's home asks the API for. */
const BESIDE_FILES = 3;
const HOME_REQUESTS_MAX = 15;
/** What is measured, and a fiftieth. */
const CHARTS_MAX = 131;
/** Texts that stand in documents only, such as the description for search engines. */
const ONLY_AHEAD = 1;

t.test('every page has a document in each language, which names its files; these are small', async (t) => {
  const routed = ROUTES.flatMap(({ path }) => path?.replace(/\?$/, '') ?? []);
  const known = pages.map(({ path }) => path);
  t.same(
    routed.filter((path) => !known.includes(path)),
    ['*', '/admin'],
    'each page of the router is known to the server',
  );
  for (const { path, name } of pages)
    for (const locale of LOCALES) {
      const document = documentOf(name, locale);
      const files = filesOf(document);
      t.match(document, `<html lang="${locale}">`);
      t.same(
        files.filter((file) => !existsSync(join(CLIENT, file))),
        [],
        `${path}: the files are there`,
      );
      const frame = files.filter(isOfFrame).length;
      t.ok(frame <= FRAME_FILES_MAX, `${path} in ${locale}: ${frame} files of the frame`);
      t.ok(files.length - frame <= FILES_MAX, `${path} in ${locale}: ${files.length - frame} files besides`);
      const kilobytes = sum(scripts(document));
      t.ok(kilobytes <= (SCRIPT_MAX[path] ?? OTHERS_MAX), `${path} in ${locale}: ${kilobytes} kB of script`);
    }
});

t.test('SL-295 no document waits for a style, and none is loaded twice', async (t) => {
  for (const { name } of pages) {
    const document = documentOf(name, 'vi');
    const placeholders = document.match(PLACEHOLDER)?.length ?? 0;
    t.ok(placeholders > 0, name);
    t.equal(document.match(/rel="stylesheet"/g)?.length, placeholders, name);
    t.equal(document.match(/<style>/g)?.length, placeholders, name);
  }
});

t.test('home needs few requests, has its texts before any script, and two fonts at once', async (t) => {
  for (const locale of LOCALES) {
    const document = documentOf('home', locale);
    t.ok(filesOf(document).length + BESIDE_FILES <= HOME_REQUESTS_MAX, `${filesOf(document).length} files`);
    const title = 'Learn a little each day. Remember it for good.';
    t.match(document, locale === 'en' ? title : readPoCatalog('vi').get(title));
    t.match(document, '<meta property="og:description"');
    t.equal([...document.matchAll(/rel="preload" as="font"/g)].length, 2);
  }
});

t.test('HOM-21 the bold text of About is bold before any script', async (t) => {
  const bold = { en: 'meeting the same words again', vi: 'gặp lại những từ đã gặp' };
  for (const locale of LOCALES) t.match(documentOf('about', locale), `<strong>${bold[locale]}</strong>`);
});

t.test('CHT-19 charts come later than any page, and are kept for who has no network', async (t) => {
  const drawing = readdirSync(join(CLIENT, 'assets')).filter((name) => /^apex-chart.*\.js$/.test(name));
  t.equal(drawing.length, 1, drawing.join());
  const kilobytes = sum(drawing.map((name) => `assets/${name}`));
  t.ok(kilobytes <= CHARTS_MAX, `${kilobytes} kB`);
  for (const { name } of pages) t.notMatch(scripts(documentOf(name, 'vi')).join(), 'apex-chart', name);
  const others = readdirSync(join(CLIENT, 'assets')).filter(
    (name) => name.endsWith('.js') && !drawing.includes(name),
  );
  for (const name of others)
    t.notMatch(readFileSync(join(CLIENT, 'assets', name), 'utf8'), 'apexcharts-canvas', name);
  t.match(readFileSync(join(CLIENT, 'sw.js'), 'utf8'), `/assets/${drawing[0]}`);
});

t.test('SL-165 windows that no page needs to be drawn come when they are opened', async (t) => {
  const files = readdirSync(join(CLIENT, 'assets'));
  for (const window of ['session-settings', 'progress.modal', 'passage-drawer']) {
    t.ok(
      files.some((name) => name.startsWith(`${window}-`) && name.endsWith('.js')),
      window,
    );
    for (const { name } of pages) t.notMatch(scripts(documentOf(name, 'vi')).join(), `/${window}-`, name);
  }
});

t.test('LNG-01 SL-314 each text is in the area that shows it, and a visitor gets few', async (t) => {
  for (const locale of LOCALES) {
    const catalogs = readdirSync(join(CLIENT, 'assets')).filter(
      (name) => name.startsWith(`${locale}-`) && name.endsWith('.js'),
    );
    t.equal(catalogs.length, AREAS.length, AREAS.join());
    const names = new Set(
      catalogs.flatMap((name) => {
        const text = readFileSync(join(CLIENT, 'assets', name), 'utf8');
        return [...text.matchAll(/"([\w+/-]{6})\\?":/g)].map(([, id]) => id);
      }),
    );
    const texts = readPoCatalog(locale).size;
    t.ok(names.size >= texts - ONLY_AHEAD, `${names.size} names of ${texts} texts`);
    const ofVisitor = scripts(documentOf('home', locale)).filter((file) => file.includes(`/${locale}-`));
    t.equal(ofVisitor.length, 2, 'everybody’s, and those of pages for everybody');
    t.ok(sum(ofVisitor) < 10, `${sum(ofVisitor)} kB`);
  }
});
