import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ClientPages } from '../../../api/plugins/client.ts';
import type { Role } from '../../../core/contract/roles.ts';
import { LOCALES } from '../../../core/text/locale.ts';
import { COUNT_STAND_IN } from '../../../web/lib/text/stand-in.ts';
import { becomes } from '../../harness/becomes.ts';
import { type App, screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { enter, logIn } from '../people/person.ts';
import { examScene } from '../people/results-in-browser.ts';
import { hold } from './held-calls.ts';

const PHONE = { viewport: { width: 360, height: 740 } };

/** Opens an address with all that the document asks for, and no file of script. Returns what lets these come. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const letCome = await hold(page, '**/assets/*.js');
  const read = page.waitForResponse('**/api/**');
  await page.goto(address, { waitUntil: 'commit' });
  await (await read).finished();
  return letCome;
}

/** Leaves the page, and nothing of what it keeps of a student's work. */
async function forgetWork(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('nho-')) localStorage.removeItem(key);
  });
}

const card = (page: Page) => page.locator('main section[aria-label]');
/** All that is read on a card and around it; how many letters the answer has comes with the page. */
const session = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const texts = (selector: string) =>
      [...main.querySelectorAll(selector)].map((element) => element.textContent);
    return [
      ...texts('h1, header .tabular, section[aria-label] .tabular[aria-hidden]'),
      ...texts(
        'section[aria-label] p, section[aria-label] p ~ div div span, section[aria-label] p ~ div > span',
      ),
      ...[...main.querySelectorAll('[data-look]')].map((side) => side.outerHTML.replace(/ lang="\w+"/, '')),
      main.querySelectorAll('section[aria-label] button').length,
    ];
  });

const student = screen({ as: 'student', ...PHONE });

student('SL-309 the first card of a session is seen before any file of script has come', async (app) => {
  const { t, page, student, baseUrl } = app;
  const word = { front: 'cat', back: 'con mèo' };
  const number = { front: String(COUNT_STAND_IN.left), back: 'x' };
  const sentence = { ...word, part_of_speech: 'n.', level: 'A1', example_sentence: 'A cat is $& here.' };
  for (const [title, first, columns] of [
    ['a word', word, {}],
    ['<b>with</b> all that stands beside it', sentence, {}],
    ['its back first', sentence, { display_back_first: true }],
    [`what stands for a text, ${COUNT_STAND_IN.round}`, number, {}],
    ['a phrase', { front: 'as curious as a cat that has never seen a mouse', back: 'x' }, {}],
  ] as const) {
    const deckId = await student.deck(title, [first, { front: 'dog', back: 'con chó' }], columns);
    const letCome = await openWithoutScripts(page, `${baseUrl}/learn/${deckId}`);
    await card(page).waitFor();
    const ahead = await session(page);
    t.ok(JSON.stringify(ahead).includes(JSON.stringify(title)), title);
    t.equal(await page.locator('#root').getAttribute('inert'), '', 'nothing of it works yet');
    letCome();
    await becomes(t, () => page.locator('#root').getAttribute('inert'), null);
    await card(page).waitFor();
    t.same(await session(page), ahead, `${title}: the page shows the same`);
    await forgetWork(page);
  }
});

student('SL-309 a card that will look otherwise, or may be another one, is awaited', async (app) => {
  const { t, page, student, baseUrl } = app;
  const opens = async (title: string, deckId: number) => {
    const letCome = await openWithoutScripts(page, `${baseUrl}/learn/${deckId}`);
    await page.locator('main h1').waitFor();
    t.equal(await card(page).count(), 0, title);
    letCome();
    await card(page).waitFor();
    await page.goto('/healthz');
  };
  const typed = await student.deck('Typed', [{ front: 'cat', back: 'con mèo' }]);
  await student.settings(typed, { way: 'choice' });
  await opens('it is asked in another way', typed);
  await page.evaluate(() => localStorage.clear());
  await enter(page, student);
  await opens('its text has marks', await student.deck('Marked', [{ front: '**cat**', back: 'con mèo' }]));
  await opens('a session is kept here', await student.deck('Later', [{ front: 'dog', back: 'con chó' }]));
});

const ofExam = screen(PHONE, examScene);

ofExam(
  'SL-310 SL-166 of an exam whose clock runs the passage is seen first; no other is read',
  async (app) => {
    const { t, page, teacher, classId, exam, baseUrl } = app;
    const student = await studentOf(app, classId, 'An', teacher);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/exams\/\d+$/.test(request.url())) asked.push(request.url());
    });
    const seen = () =>
      page
        .locator('main')
        .evaluate((main) => [
          main.querySelector('h1')?.textContent,
          [...main.querySelectorAll('section li, section p')].map((line) => line.outerHTML),
          [...main.querySelectorAll('nav button')].map((chip) => [
            chip.textContent,
            (chip as HTMLElement).dataset.state,
          ]),
        ]);
    await enter(page, student);
    for (const main_text of ['Lan has <b>a</b> bike.', 'Lan has a bike.\n\nIt is blue.\nIt is big.']) {
      const { id } = await exam('ABCD', { title: main_text.slice(-7), main_content_type: 'text', main_text });
      const begins = await openWithoutScripts(page, `${baseUrl}/exam/${id}`);
      begins();
      await page.getByRole('button', { name: 'Start now' }).waitFor();
      t.same(asked, [], 'nothing of an exam that has not begun');

      const params = { examId: id };
      const { questions } = await student.call('GET /api/exams/:examId', { params });
      const body = { answers: { [questions[1]!.id]: 'B' as const }, skipped: [questions[2]!.id], version: 0 };
      await student.call('POST /api/exams/:examId/answers', { params, body });
      const letCome = await openWithoutScripts(page, `${baseUrl}/exam/${id}`);
      await page.locator('main section').waitFor();
      const ahead = await seen();
      t.match(ahead[0], main_text.slice(-7));
      letCome();
      await page
        .getByRole('timer')
        .filter({ hasText: /\d:\d\d/ })
        .waitFor();
      t.same(await seen(), ahead, 'the page shows the same');
      t.equal(asked.splice(0).length, 1, 'it is read once');
      await forgetWork(page);
    }
  },
);

const asTeacher = screen({ as: 'teacher', ...PHONE });

asTeacher(
  'SL-311 fonts are taken when they are here already, and are for the next visit else',
  async (app) => {
    const { page, t } = app;
    const fonts = () => page.locator('#fonts').getAttribute('media');
    await page.goto('/teacher');
    t.equal(await fonts(), 'not all');
    await becomes(t, () => page.evaluate(() => localStorage.getItem('fonts_here')), 'yes', 'they have come');
    t.equal(await fonts(), 'not all', 'what is drawn stays as it is');
    await page.goto('/teacher');
    t.equal(await fonts(), null);
    await becomes(t, () => page.evaluate(() => document.fonts.check('600 16px "Be Vietnam Pro"')), true);
  },
);

/** What is read of the figures, and the line of the days. */
const figures = (page: Page) =>
  page
    .locator('main')
    .evaluate((place) => [
      [...place.querySelectorAll('h1, dl div, [role=group] p, [role=status] div, p.tabular')].map(
        (each) => each.textContent,
      ),
      [...place.querySelectorAll('polyline')].map((line) => line.getAttribute('points')),
    ]);

/** Opens a page with its first view; returns what that says, which the page then says too. */
async function firstFigures({ t, page }: Pick<App, 't' | 'page'>, address: string): Promise<string> {
  const letCome = await openWithoutScripts(page, address);
  await page.locator('main dl').waitFor();
  const ahead = await figures(page);
  letCome();
  await becomes(t, () => page.locator('#root').getAttribute('inert'), null);
  t.same(await figures(page), ahead, 'the page shows the same');
  return JSON.stringify(ahead);
}

asTeacher('SL-313 the figures of a class are seen before any file of script has come', async (app) => {
  const { t, teacher, baseUrl } = app;
  const deckId = await teacher.deck('Animals', [{ front: 'cat', back: 'con mèo' }]);
  const { id } = await newClass(teacher, '10A1 <b>', deckId);
  for (const name of ['An', 'Bình']) {
    const member = await studentOf(app, id, name, teacher);
    if (name === 'An') await member.study(deckId, 1);
  }
  t.match(await firstFigures(app, `${baseUrl}/teacher/classes?classId=${id}`), 'Studied today1 / 2');
});

screen({ as: 'admin', ...PHONE })('SL-313 so are those of the site', async (app) => {
  const figures = await firstFigures(app, `${app.baseUrl}/assmin`);
  app.t.match(figures, 'All answers are kept');
  app.t.match(figures, /free; the database has \d/);
});

const CLIENT = join(import.meta.dirname, '../../../dist/web');

/** The addresses of pages that are rendered ahead, and who is shown them. */
function renderedAhead(locale: string): { path: string; role: string | undefined }[] {
  const { pages } = JSON.parse(readFileSync(join(CLIENT, 'pages.json'), 'utf8')) as ClientPages;
  return pages.flatMap(({ path, name }) => {
    const document = readFileSync(join(CLIENT, 'pages', `${name}.${locale}.html`), 'utf8');
    const [, role] = /<template id="ahead" data-role="(\w+)"/.exec(document) ?? [];
    return role || !document.includes('<div id="root"></div>') ? [{ path, role }] : [];
  });
}

/** What React says, in full or by number, when what it takes over is not what it would draw. */
const MISMATCH = /hydrat|did not match|React error #(?:418|419|42\d)/i;

for (const locale of LOCALES)
  screen({ locale: locale === 'vi' ? 'vi-VN' : 'en-GB' })(
    `SL-312 what is rendered ahead in ${locale} is what the page would draw`,
    async (app) => {
      const { t, page, baseUrl } = app;
      const said: string[] = [];
      page.on('pageerror', (error) => void said.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (MISMATCH.test(message.text())) said.push(`${page.url()}: ${message.text()}`);
      });
      const pages = Map.groupBy(renderedAhead(locale), ({ role }) => role ?? 'visitor');
      t.same([...pages.keys()].sort(), ['admin', 'student', 'teacher', 'visitor']);
      for (const [role, those] of pages) {
        if (role !== 'visitor') await logIn(app, page, role as Role);
        for (const { path } of those) {
          await page.goto(baseUrl + path.replace(/:\w+/, '1'));
          await becomes(t, () => page.locator('#root').getAttribute('inert'), null, path);
          await page.locator('main').first().waitFor();
        }
      }
      t.same(said, []);
    },
  );
