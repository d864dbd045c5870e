import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { ACCOUNT_END } from '../../core/account/account-limits.ts';
import { addressOf } from '../../core/address.ts';
import type { Read } from '../../core/api.ts';
import type { Role } from '../../core/contract/roles.ts';
import { ROUND_SIZE } from '../../core/learning/learning-limits.ts';
import { LOCALES, type Locale } from '../../core/text/locale.ts';
import { STORAGE_KEY } from '../lib/kept/storage-key.ts';
import { isFocusPath } from '../lib/pages/focus-paths.ts';
import { paths } from '../lib/pages/paths.ts';
import { FIRST_VIEWS, type FirstView } from '../lib/text/stand-in.ts';
import { type Area, audienceOf, FRAME, lazyParts } from './client-graph.ts';

interface PageReads {
  /** Only they are shown the page. */
  role: Role;
  /** A regular expression of path and query; its group is the parameter of the calls. */
  page: string;
  reads: { call: Read; query?: Record<string, string | number> }[];
  /** Reads the exam of the address as well, once the first answer says that its clock runs. */
  running?: Read;
}

/** How long an answer is taken for new. */
const AGE_MAX_MS = 15_000;

const PAGE_READS: PageReads[] = [
  {
    role: 'student',
    page: paths.student(),
    // Official decks are not among them: the client keeps them for some minutes.
    reads: [
      { call: 'GET /api/today' },
      { call: 'GET /api/activity' },
      { call: 'GET /api/recent-deck' },
      { call: 'GET /api/decks' },
      { call: 'GET /api/classes', query: { include: 'decks' } },
      { call: 'GET /api/join-requests' },
    ],
  },
  {
    role: 'student',
    page: paths.learnToday(),
    reads: [
      { call: 'GET /api/today/cards', query: { limit: ROUND_SIZE } },
      { call: 'GET /api/today' },
      { call: 'GET /api/me' },
    ],
  },
  {
    role: 'student',
    page: paths.learn(':deckId').replace(':deckId', '([1-9]\\d*)'),
    reads: [
      { call: 'GET /api/decks/:deckId' },
      { call: 'GET /api/decks/:deckId/cards/set', query: { limit: ROUND_SIZE } },
      { call: 'GET /api/decks/:deckId/counts' },
      { call: 'GET /api/me' },
    ],
  },
  {
    role: 'student',
    page: paths.exam(':examId').replace(':examId', '([1-9]\\d*)'),
    // What the question before it says. Without that question an exam is read whose clock runs already, and no other.
    reads: [{ call: 'GET /api/classes', query: { include: 'exams' } }],
    running: 'GET /api/exams/:examId',
  },
  {
    role: 'teacher',
    page: paths.teacher(),
    reads: [{ call: 'GET /api/teacher/home' }, { call: 'GET /api/class-invitations' }],
  },
  {
    role: 'teacher',
    page: `${paths.teacherClasses()}\\?(?:.*&)?classId=([1-9]\\d*)(?:&.*)?`,
    reads: [
      { call: 'GET /api/classes', query: { include: 'decks' } },
      { call: 'GET /api/classes/:classId', query: { include: 'decks' } },
      { call: 'GET /api/teacher/home' },
    ],
  },
  {
    role: 'teacher',
    page: `${paths.teacherClasses()}(?:\\?.*)?`,
    reads: [{ call: 'GET /api/classes', query: { include: 'decks' } }],
  },
  {
    role: 'teacher',
    page: `${paths.teacherExams()}(?:\\?.*)?`,
    reads: [{ call: 'GET /api/classes', query: { include: 'decks' } }, { call: 'GET /api/exams' }],
  },
  { role: 'admin', page: paths.admin(), reads: [{ call: 'GET /api/admin/home' }] },
];

/** An address with `$1` for what the page's own address has. */
const pathOf = (call: Read) => call.slice('GET '.length).replace(/:\w+/, '$1');

const table = PAGE_READS.map(({ role, page, reads, running }) => [
  role,
  page,
  reads.map(({ call, query }) =>
    query
      ? `${pathOf(call)}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, `${v}`]))}`
      : pathOf(call),
  ),
  ...(running ? [pathOf(running)] : []),
]);

/**
 * Runs in a document before its scripts have come: asks for what the page will read first. `early-reads.ts` takes the
 * answers, if they are to the very question that the client would ask. Where a script has come before the document names
 * it, the client asks by itself.
 */
const EARLY_SCRIPT = `try{
const of=n=>localStorage.getItem(n),role=of('role'),token=of('token')??of('admin_token'),position=sessionStorage.getItem('nho-after-position');
const found=token&&${JSON.stringify(table)}.find(([r,p])=>r===role&&RegExp('^'+p+'$').test(location.pathname+location.search));
if(found){
const [,page,reads,exam]=found,id=RegExp('^'+page+'$').exec(location.pathname+location.search)?.[1],all=reads.map(a=>a.replace('$1',id));
const headers={Accept:'application/json',Authorization:'Bearer '+token,...(position?{'After-Position':position}:{})};
const one=all.length===1;
const asked=one?fetch(all[0],{headers}):fetch(${JSON.stringify(addressOf('POST /api/batch'))},{method:'POST',headers:{...headers,'Content-Type':'application/json'},body:JSON.stringify({requests:all.map(url=>({method:'GET',url}))})});
const entries=asked.then(async r=>r.ok?one?[{status:r.status,data:await r.json()}]:(await r.json()).data:[]).catch(()=>[]);
window.earlyReads={token,position:position||null,until:${AGE_MAX_MS},end:asked.then(r=>r.headers.get(${JSON.stringify(ACCOUNT_END)})).catch(()=>null),answers:Object.fromEntries(all.map((a,i)=>[a,entries.then(e=>e[i])]))};
const runs=x=>x.id==id&&x.deadline_at&&!x.completed,url=exam?.replace('$1',id);
if(url)earlyReads.answers[url]=entries.then(e=>e[0]?.data.data.some(c=>c.exams?.some(runs))?fetch(url,{headers}).then(async r=>r.ok?{status:r.status,data:await r.json()}:void 0):void 0).catch(()=>{});
}}catch{}`;

const WEB = resolve(import.meta.dirname, '..');
const ROUTER = join(WEB, 'app/router.tsx');

/** Before anything is drawn: light or dark, as Mantine will decide itself. */
const SCHEME_SCRIPT =
  "try{let s=localStorage.getItem('mantine-color-scheme-value');if(s!=='light'&&s!=='dark')s=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.setAttribute('data-mantine-color-scheme',s)}catch{}";

/** What was rendered ahead is for visitors in the page's language; others must not see it for a moment. */
const OTHERS_SCRIPT =
  "try{const l=localStorage.getItem('userLanguage');if(localStorage.getItem('token')||localStorage.getItem('admin_token')||l&&l!==document.documentElement.lang)document.getElementById('root').replaceChildren()}catch{}";

/** Of the style with the fonts of pages for users. */
const FONTS_ID = 'fonts';
const FONTS_SCRIPT = `try{if(localStorage.getItem('${STORAGE_KEY.fontsHere}'))document.getElementById('${FONTS_ID}').removeAttribute('media')}catch{}`;

/** A page as it is before any file of script has come. */
export interface Prerendered {
  body: string;
  /** Of a page for everybody, which is taken over as it is. */
  head?: { title: string; description: string };
  /** Of a page for some, which is shown to them alone. */
  shell?: { role: Role | 'visitor'; anyQuery: boolean; fate: 'replaced' | 'filled' | undefined };
  /** How it looks with what the document has asked for: who fills it with that, and words that take part in it. */
  view?: { fill: FirstView; body: string; words: Record<string, string> } | undefined;
}

interface Page {
  /** As the router has it, such as `/learn/:deckId`. */
  path: string;
  /** The file that it begins with. */
  file: string;
}

/** The pages of the router with their addresses: each row has the file and then the paths. */
export function routedPages(): Page[] {
  const rows = readFileSync(ROUTER, 'utf8').matchAll(/import\('([^']+)'\),([^\]]+)\],/g);
  return [...rows].flatMap(([, file = '', at = '']) =>
    [...at.matchAll(/paths\.(\w+)\((?:'([^']+)')?\)/g)].map(([, name, parameter]) => {
      const pathOf = paths[name as keyof typeof paths] as (parameter?: string) => string;
      return { path: pathOf(parameter), file: join(dirname(ROUTER), file) };
    }),
  );
}

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The chunks and styles that a module brings along. */
function filesOf(bundle: Rolldown.OutputBundle, isStart: (chunk: Chunk) => boolean): Set<string> {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk');
  const found = new Set<string>();
  const open = chunks.filter(isStart).map(({ fileName }) => fileName);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const chunk = bundle[name] as Chunk | undefined;
    open.push(...(chunk?.imports ?? []));
    for (const style of chunk?.viteMetadata?.importedCss ?? []) found.add(style);
  }
  return found;
}

const link = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/**
 * Returns the document with its styles in it, and its scripts after all else: what is drawn before any file has come
 * waits for nothing. The links stay, for what is loaded later looks whether its styles are there; a disabled one loads
 * nothing.
 */
const drawnAtOnce = (page: string, dir: string): string =>
  page
    .replaceAll(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (_, file: string) => {
      const style = readFileSync(join(dir, file), 'utf8').trim();
      return `<style>${style}</style><link rel="stylesheet" disabled href="/${file}">`;
    })
    .replaceAll(/<(?:link rel="modulepreload"|script type="module")/g, '$& fetchpriority="low"');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Renders pages by the same components, in a build of its own for Node. */
async function prerenderer(config: InlineConfig): Promise<{
  prerender(path: string, locale: Locale): Promise<Prerendered | null>;
  end(): void;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'nho-prerender-'));
  await build({
    ...config,
    logLevel: 'error',
    configFile: join(WEB, '../vite.config.ts'),
    ssr: { noExternal: true },
    build: { ssr: join(WEB, 'app/prerender.tsx'), outDir: folder, emptyOutDir: true, minify: false },
  });
  const { prerender } = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  return { prerender, end: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns the script that shows users what was rendered ahead, as it stands in documents. */
async function drawScript(firstView: FirstView | null): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { FIRST_VIEW: JSON.stringify(firstView) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(WEB, 'app/prerender.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('The script of documents was not built');
  const { code } = output.output[0];
  if (code.includes('</')) throw new Error('The script of documents would end too early');
  return code.trim();
}

interface Ahead {
  locale: Locale;
  /** Shows what is for users. */
  script: string;
}

const FONT_LINKS = /\s*<link rel="preload" as="font"[^>]*>/g;
/** A rule for a font that is a file; those that stand in for it are on the device. */
const FONT_FILES = /@font-face\s*\{[^}]*url\(\/assets\/be-vietnam-pro[^}]*\}/g;

/**
 * Returns the document with fonts that are only taken when they are here already. They are after `/` or the login. Else
 * the line is for the scripts, and letters of the device stay for this visit: nothing moves, or is drawn twice.
 * `wake-up.tsx` has them come for the next one.
 */
function fontsIfHere(page: string): string {
  const rules = [...page.matchAll(FONT_FILES)].map(([rule]) => rule);
  if (rules.length === 0) throw new Error('The fonts are not in the style of documents');
  const style = `<style id="${FONTS_ID}" media="not all">${rules.join('')}</style><script>${FONTS_SCRIPT}</script>`;
  return rules
    .reduce((rest, rule) => rest.replaceAll(rule, ''), page)
    .replaceAll(FONT_LINKS, '')
    .replace('</head>', () => `  ${style}\n  </head>`);
}

/** Returns the document with what was rendered ahead of its page. */
function withAhead(page: string, ahead: Prerendered | null, { locale, script }: Ahead): string {
  const root = '<div id="root"></div>';
  // Where scripts draw what one came for, they come first.
  if (!ahead?.head) {
    if (!ahead?.shell) return page;
    const { role, anyQuery, fate } = ahead.shell;
    const given = [`data-role="${role}"`, anyQuery && 'data-search="any"', fate && `data-fate="${fate}"`];
    const template = `<template id="ahead" ${given.filter(Boolean).join(' ')}>${ahead.body}</template>`;
    const { view } = ahead;
    const words = view && escaped(JSON.stringify(view.words));
    const first = view ? `<template id="first-view" data-words="${words}">${view.body}</template>` : '';
    return page.replace(root, () => `${root}\n    ${template}${first}\n    <script>${script}</script>`);
  }
  const { title, description } = ahead.head;
  return page
    .replace(root, () => `<div id="root">${ahead.body}</div>\n    <script>${OTHERS_SCRIPT}</script>`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(
      /<meta name="description"[^>]*>/,
      () =>
        `<meta name="description" content="${escaped(description)}">
    <meta property="og:type" content="website">
    <meta property="og:title" content="${escaped(title)}">
    <meta property="og:description" content="${escaped(description)}">
    <meta property="og:locale" content="${locale === 'vi' ? 'vi_VN' : 'en_GB'}">`,
    );
}

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Writes a document for each page and language, which names at once all that the page will need; without it each file
 * would be asked for by the one before. `pages.json` says which is for which address.
 */
export function pageDocuments(): Plugin {
  let isClient = false;
  return {
    name: 'page-documents',
    apply: 'build',
    configResolved: ({ build: { ssr } }) => {
      isClient = !ssr;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }, bundle) {
        const index = join(dir ?? '', 'index.html');
        if (!isClient || !dir || !existsSync(index)) return;
        const fonts = Object.keys(bundle)
          // Those of formulas come with the first formula.
          .filter((name) => name.endsWith('.woff2') && !name.includes('KaTeX'))
          .map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${name}">`);
        const html = readFileSync(index, 'utf8')
          .replace(
            '<head>',
            () => `<head>\n    <script>${SCHEME_SCRIPT}</script>\n    <script>${EARLY_SCRIPT}</script>`,
          )
          .replace('<link rel="stylesheet"', `${fonts.join('\n    ')}\n    <link rel="stylesheet"`);
        writeFileSync(index, html);
        const scripts = new Map<FirstView | null, string>();
        for (const view of [null, ...FIRST_VIEWS]) scripts.set(view, await drawScript(view));
        const renderer = await prerenderer({});
        const parts = lazyParts();
        const catalog = (locale: Locale, area: Area) =>
          filesOf(
            bundle,
            ({ facadeModuleId }) => facadeModuleId?.endsWith(`${locale}.po?area=${area}`) ?? false,
          );
        mkdirSync(join(dir, 'pages'), { recursive: true });
        const pages = [];
        for (const { path, file } of routedPages()) {
          const name = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
          pages.push({ path, name });
          const area = parts.get(file) ?? 'base';
          const isForAll = audienceOf(area) === 'base';
          const hasFrame = !isForAll && !isFocusPath(path);
          for (const locale of LOCALES) {
            const files = new Set([
              ...filesOf(bundle, ({ moduleIds, isDynamicEntry, facadeModuleId }) =>
                isDynamicEntry ? facadeModuleId === file : moduleIds.includes(file),
              ),
              ...catalog(locale, 'base'),
              ...catalog(locale, area),
              ...(hasFrame
                ? filesOf(bundle, ({ moduleIds }) => FRAME.some((part) => moduleIds.includes(part)))
                : []),
            ]);
            const links = [...files].filter((one) => !html.includes(one)).map(link);
            let page = html
              .replace(/<html lang="\w+">/, `<html lang="${locale}">`)
              .replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
            const ahead = await renderer.prerender(path, locale);
            page = drawnAtOnce(
              withAhead(page, ahead, { locale, script: scripts.get(ahead?.view?.fill ?? null)! }),
              dir,
            );
            const document = isForAll ? page : fontsIfHere(page);
            writeFileSync(join(dir, 'pages', `${name}.${locale}.html`), document);
          }
        }
        renderer.end();
        const inside = [SCHEME_SCRIPT, EARLY_SCRIPT, OTHERS_SCRIPT, FONTS_SCRIPT, ...scripts.values()];
        writeFileSync(join(dir, 'pages.json'), JSON.stringify({ scripts: inside.map(hashOf), pages }));
      },
    },
  };
}
