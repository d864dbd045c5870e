import type { Page } from 'playwright-core';
import type { Role } from '../../../core/contract/roles.ts';
import { PICTURE_WAIT_MS } from '../../../web/lib/call/early-reads.ts';
import { becomes } from '../../harness/becomes.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { logOut } from '../people/account-in-browser.ts';
import { logIn } from '../people/person.ts';
import { hold } from './held-calls.ts';
import { noteShifts } from './layout-shifts.ts';

const VIETNAMESE = { locale: 'vi-VN', viewport: { width: 360, height: 740 } };

/** What people see; what is inert is nobody's to hear or press. */
const seen = (page: Page) => page.locator('#root').textContent();

/** Holds back what is at these addresses. Returns a function that lets it come. */
async function heldBack(page: Page, addresses: string): Promise<() => Promise<void>> {
  const letGo = await hold(page, addresses);
  return async () => {
    letGo();
    await page.unroute(addresses);
  };
}

const withoutScripts = (page: Page) => heldBack(page, '**/assets/*.js');

/** Opens an address as far as it comes without any file of script. */
async function openDrawn(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
}

async function namedUser(test: BrowserTest, role: Role, name: string): Promise<void> {
  await logIn(test, test.page, role);
  await test.page.evaluate((given) => localStorage.setItem('user_name', given), name);
}

const test = screen(VIETNAMESE);
const inEnglish = screen({ ...VIETNAMESE, locale: 'en-US' });
const asStudent = screen({ as: 'student', ...VIETNAMESE, locale: 'en-US' });

test('SL-163 SL-166 a user sees the own page before any file of script has come, then the page comes in its place', async (app) => {
  const { t, page, baseUrl } = app;
  for (const [role, path, texts] of [
    ['student', '/student', ['Chào Bình!', 'Hôm nay', 'Lớp học', 'Bộ thẻ']],
    ['student', '/student/classes', ['Lớp học']],
    ['student', '/student/decks', ['Bộ thẻ']],
    ['student', '/learn/today', ['Học']],
    ['student', '/exam/1', ['Đang tải bài kiểm tra…']],
    ['teacher', '/teacher', ['Xin chào, Trần Văn Bình!', 'Bài kiểm tra']],
    ['teacher', '/teacher/decks', ['Bộ thẻ']],
    ['teacher', '/teacher/classes?classId=1', ['Lớp học']],
    ['teacher', '/teacher/exams', ['Bài kiểm tra']],
    ['admin', '/assmin', ['Xin chào, Trần Văn Bình!', 'Tổng quan']],
  ] as const) {
    await namedUser(app, role, 'Trần Văn Bình');
    const letCome = await withoutScripts(page);
    const letAnswer = await heldBack(page, '**/api/**');
    await openDrawn(page, `${baseUrl}${path}`);
    const text = await seen(page);
    for (const expected of texts) t.match(text, expected, `${path} says ${expected}`);
    t.equal(await page.locator('#root').getAttribute('inert'), '', 'what cannot be used yet says so');
    const shiftsOf = await noteShifts(page, 'now');
    await letCome();
    const asleep = () =>
      page
        .locator('#root')
        .evaluate((root) => ['inert', 'aria-hidden'].filter((name) => root.hasAttribute(name)));
    await becomes(t, asleep, [], `${path} wakes up`);
    t.equal(await page.locator('main').count(), 1, `${path} is there once`);
    const { shift, moved } = await shiftsOf();
    t.ok(shift < 0.02, `${path}: ${moved.join('\n')}`);
    await letAnswer();
  }
});

test('SL-164 what was drawn ahead is shown to nobody else, and a name is text', async (app) => {
  const { t, page, baseUrl } = app;
  const name = '<b>Lan</b> $& <img src=x>';
  const drawn = async (path: string, change: Record<string, string | null> = {}) => {
    const kept = await page.evaluate((items) => {
      const before = { ...localStorage };
      for (const [key, value] of Object.entries(items))
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      return before;
    }, change);
    const letCome = await withoutScripts(page);
    await openDrawn(page, baseUrl + path);
    const text = await seen(page);
    await page.evaluate((items) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, kept);
    await page.goto('/healthz');
    await letCome();
    return text;
  };
  await namedUser(app, 'teacher', name);
  t.match(await drawn('/teacher'), '<b>Lan</b>', 'as it was written');
  t.equal(await drawn('/teacher?deckId=1'), '', 'another page has the same path');
  t.equal(await drawn('/student'), '', 'a page of another role');
  t.equal(await drawn('/teacher', { token: null }), '', 'a login that has ended');
  t.equal(await drawn('/teacher', { must_change_password: 'yes' }), '', 'an own password comes first');
  t.equal(await drawn('/teacher', { awaits_approval: 'yes' }), '', 'the school lets them in first');
  t.equal(await drawn('/teacher', { userLanguage: 'en' }), '', 'another language than the server knew');
  t.equal(await drawn('/teacher', { user_name: null }), '', 'a name that is not known');
  await page.goto('/student');
  await page.waitForURL('**/teacher');
});

inEnglish('SL-164 after a logout nothing of a user is drawn', async (app) => {
  const { t, page, baseUrl } = app;
  await namedUser(app, 'student', 'Nguyễn Thị Minh Anh');
  await page.goto('/student');
  await page.getByRole('heading', { name: 'Hello, Minh Anh!' }).waitFor();
  await logOut(page);
  await page.waitForURL((url) => url.pathname !== '/student');
  await withoutScripts(page);
  await openDrawn(page, `${baseUrl}/student`);
  t.equal(await seen(page), '');
});

inEnglish('SL-163 what is pressed at once is done, and a page that fails says so', async (app) => {
  const { t, page } = app;
  await namedUser(app, 'student', 'Lan');
  await page.goto('/student', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor();

  await page.route('**/assets/student-dashboard.page-*.js', (route) => route.abort());
  await page.goto('/student');
  await page.getByRole('main').getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
  await becomes(t, () => page.locator('#root').getAttribute('inert'), null);
});

test('SL-163 a visitor sees where to log in before any file of script has come', async (app) => {
  const { t, page, baseUrl, context } = app;
  for (const path of ['/login', '/register']) {
    const letCome = await withoutScripts(page);
    await openDrawn(page, baseUrl + path);
    t.match(await seen(page), 'Email', `${path} shows its form`);
    t.equal(await page.locator('#root').getAttribute('inert'), '', 'nothing is typed that would be lost');
    await letCome();
    await becomes(t, () => page.locator('#root').getAttribute('inert'), null);
  }
  // Another tab logs in while this one waits for its scripts.
  const held = await withoutScripts(page);
  await openDrawn(page, `${baseUrl}/login`);
  const other = await context.newPage();
  await logIn(app, other, 'student');
  await held();
  await page.waitForURL('**/student');

  const letCome = await withoutScripts(page);
  await openDrawn(page, `${baseUrl}/login`);
  t.equal(await seen(page), '', 'who is logged in is led on');
  await letCome();
  await page.waitForURL('**/student');
});

/** Notes from now on whether the page was ever in use without this. */
async function noteLack(page: Page, selector: string): Promise<() => Promise<boolean>> {
  await page.evaluate((wanted) => {
    const noted = { isLacking: false };
    const look = () => {
      const root = document.getElementById('root')!;
      noted.isLacking ||= !root.inert && !root.querySelector(wanted);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['inert'],
    });
    Object.assign(window, { noted });
  }, selector);
  return () => page.evaluate(() => (window as unknown as { noted: { isLacking: boolean } }).noted.isLacking);
}

asStudent('SL-297 what was read ahead of a page is in the first picture of it', async (app) => {
  const { t, page, baseUrl, student } = app;
  // On a busy machine all may take longer than a picture waits.
  await page.addInitScript((waitMs) => {
    const after = window.setTimeout;
    const patient = (run: () => void, ms?: number) => (ms === waitMs ? 0 : after(run, ms));
    Object.assign(window, { setTimeout: patient });
  }, PICTURE_WAIT_MS);
  const deckId = await student.deck('Animals', [{ front: '**cat**', back: 'con mèo' }]);
  const drawnWith = async (path: string, selector: string) => {
    const letCome = await withoutScripts(page);
    const read = page.waitForResponse('**/api/**');
    await openDrawn(page, baseUrl + path);
    await (await read).finished();
    t.equal(await page.locator(selector).count(), 0);
    const isLacking = await noteLack(page, selector);
    await letCome();
    await page.locator(selector).waitFor();
    t.equal(await isLacking(), false, path);
  };
  await drawnWith(`/learn/${deckId}`, 'main section[aria-label] p');
  await logIn(app, page, 'teacher');
  await drawnWith('/teacher/classes', 'main h1');
});
