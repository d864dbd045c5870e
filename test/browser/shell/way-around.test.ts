import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { changePassword, fillRegistration, logInByForm } from '../account/account-forms.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { chooseInMenu, logOut } from '../people/account-in-browser.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { logIn, makeAccount } from '../people/person.ts';
import { hold } from './held-calls.ts';
import { noteShifts } from './layout-shifts.ts';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const search = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const field = (page: Page) => search(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => search(page).getByRole('option', { name });

/** A teacher with two decks, a class and a student in it. */
async function school(test: BrowserTest) {
  const teacher = await logIn(test, test.page, 'teacher');
  const cards = Array.from({ length: 45 }, (_, index) => ({ front: `front ${index + 1}`, back: 'back' }));
  const deckId = await teacher.deck('Động từ bất quy tắc', cards);
  const classroom = await newClass(teacher, 'Lớp 10A3', deckId);
  await studentOf(test, classroom.id, 'Nguyễn Thị Minh Anh', teacher);
  return { teacher, deckId, classId: classroom.id };
}

const test = screen();
const asTeacher = screen({ as: 'teacher' });
const asAdmin = screen({ as: 'admin', at: '/assmin' });
const onDesktop = screen({ viewport: DESKTOP });
const onPhone = screen({ as: 'teacher', viewport: PHONE });
const inLight = screen({ as: 'student', at: '/student', colorScheme: 'light' });
const onPhone2 = screen({ as: 'student', at: '/account', viewport: PHONE });

onDesktop('the sections of a role are one click away: beside the page, on a phone below it', async (app) => {
  const { t, page, baseUrl } = app;
  const own = {
    student: { Today: '/student', Classes: '/student/classes', Decks: '/student/decks' },
    teacher: {
      Home: '/teacher',
      Classes: '/teacher/classes',
      Decks: '/teacher/decks',
      Exams: '/teacher/exams',
    },
  };
  for (const role of ['student', 'teacher'] as const) {
    await logIn(app, page, role);
    await page.goto('/account');
    await sections(page).waitFor();
    t.equal(await sections(page).locator('[aria-current]').count(), 0);
    for (const [name, path] of Object.entries(own[role])) {
      await sections(page).getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`${baseUrl}${path}`);
      await sections(page).locator('[aria-current=page]', { hasText: name }).waitFor();
    }
  }

  await t.test('on a phone each target has 44 px, and the bar covers no end of a page', async (t) => {
    await page.setViewportSize(PHONE);
    await page.goto('/teacher');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).waitFor();
    const targets = page.getByRole('banner').getByRole('button').or(sections(page).getByRole('link'));
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      t.ok(box && box.height >= 44 && box.width >= 44, JSON.stringify([await target.textContent(), box]));
    }
    // The page may still become longer.
    await page.waitForFunction(() => {
      window.scrollTo(0, document.body.scrollHeight);
      const [bar, footer] = [document.querySelector('nav[data-bar]'), document.querySelector('footer')];
      return bar && footer && footer.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top + 1;
    });
    const bar = await sections(page).boundingBox();
    t.equal(bar && bar.y + bar.height, PHONE.height);
  });

  await t.test('pages for everybody have none, and lead back by the header', async (t) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/about');
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: "Teacher's desk" })
      .waitFor();
    t.equal(await sections(page).count(), 0);
  });
});

onPhone('while a page is on its way, the footer is out of sight, and nothing shifts', async (app) => {
  const { t, page } = app;
  const letGo = await hold(page, '**/api/batch');
  const shiftsOf = await noteShifts(page);
  await page.goto('/teacher/exams');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const footer = await page.getByRole('contentinfo').boundingBox();
  t.ok(footer && footer.y >= PHONE.height - 57, `the footer is at ${footer?.y}`);
  letGo();
  await page.getByText('You have no exam yet.').waitFor();
  const { shift, moved } = await shiftsOf();
  t.ok(shift < 0.02, moved.join('\n'));
});

inLight(
  'GLB-02 (document 1 §2) on a phone the menu of the account has name, look, language and the way out',
  async (app) => {
    const { t, page, baseUrl, student } = app;
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    await page.setViewportSize(PHONE);
    await chooseInMenu(page, 'Dark', 'menuitemradio');
    await page.getByRole('menu').getByText(student.email).waitFor();
    await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
    await page.reload();
    await page.getByRole('button', { name: 'Your menu, Lan' }).waitFor();
    t.equal(await scheme(), 'dark', 'it stays');
    await chooseInMenu(page, 'Like the device', 'menuitemradio');
    await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'light');
    t.equal(await page.getByRole('banner').getByRole('group', { name: 'Language' }).isVisible(), false);
    await page.getByRole('menuitemradio', { name: 'VI – Tiếng Việt' }).click();
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
    await page.waitForURL(`${baseUrl}/login`);
    t.equal(await page.evaluate(() => localStorage.getItem('userLanguage')), 'vi');
  },
);

inLight(
  'GLB-02 SL-98 (document 1 §2) from 640 px up the header has VI and EN, and the menu does not',
  async (app) => {
    const { t, page } = app;
    await page.setViewportSize({ width: 640, height: 800 });
    const menu = page.getByRole('button', { name: 'Your menu, Lan' });
    await menu.click();
    await page.getByRole('menu').getByText('Like the device').waitFor();
    t.equal(await page.getByRole('menuitemradio', { name: 'VI – Tiếng Việt' }).count(), 0);
    await page.keyboard.press('Escape');
    const choice = (name: string) => page.getByRole('banner').getByRole('button', { name });
    t.equal(await choice('EN – English').getAttribute('aria-pressed'), 'true');
    await choice('VI – Tiếng Việt').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Chào Lan!' }).waitFor();
    t.equal(await choice('VI – Tiếng Việt').getAttribute('aria-pressed'), 'true');
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'all has its room');
  },
);

test('what was wanted before the login is what comes after it, by registering too', async (app) => {
  const { t, page, baseUrl } = app;
  const teacher = await makeAccount(app, 'teacher');
  const wanted = `${baseUrl}/teacher/classes?classId=&view=results`;
  await page.goto(wanted);
  await page.getByRole('heading', { level: 1, name: 'Log in to go on' }).waitFor();
  t.equal(await page.getByRole('alert').count(), 0);
  await logInByForm(page, teacher);
  await page.waitForURL(wanted);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  t.notMatch(page.url(), 'login', 'the login is no step of its own');

  await t.test('a login that has ended keeps the place, which a logout does not', async (t) => {
    await page.goto(wanted);
    await page.getByRole('button', { name: /^Your menu/ }).waitFor();
    await logOut(page);
    await page.waitForURL((url) => url.pathname === '/login');
    t.equal(new URL(page.url()).search, '');
  });

  await t.test('a newcomer registers and is there', async () => {
    await page.goto('/student/decks');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('link', { name: 'Log In', exact: true }).last().waitFor();
    await fillRegistration(page, `way-${Date.now()}@example.org`, 'student');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.waitForURL(`${baseUrl}/student/decks`);
  });

  await t.test('a link to this site leads to no other one, nor to a page of another role', async (t) => {
    for (const next of ['//evil.test', '/teacher/decks']) {
      await page.goto(`/login?next=${next}`);
      await page.waitForURL(`${baseUrl}/student`);
    }
    t.equal(await page.getByRole('alert').count(), 0);
  });
});

test('Ctrl K finds a deck, a class, a student or a page, by keyboard alone', async (app) => {
  const { t, page, baseUrl } = app;
  const { deckId, classId } = await school(app);
  await page.goto('/teacher');
  await page.getByRole('button', { name: 'Find anything' }).waitFor();
  await page.keyboard.press('Control+k');
  await option(page, 'Classes').waitFor();
  await field(page).pressSequentially('dong tu');
  await option(page, /Động từ bất quy tắc/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${baseUrl}/teacher?deckId=${deckId}`);
  await search(page).waitFor({ state: 'detached' });

  await t.test('SL-116 students of the own classes, and where one was lately comes first', async (t) => {
    await page.getByRole('button', { name: 'Find anything' }).click();
    await option(page, /Động từ bất quy tắc/).waitFor();
    t.match(await search(page).getByRole('option').first().textContent(), /Động từ bất quy tắc/);
    await field(page).fill('minh anh');
    await option(page, /Minh Anh.*Lớp 10A3/).click();
    await page.waitForURL(`${baseUrl}/teacher/classes?classId=${classId}&tab=students&student=*`);
    const student = page.getByRole('dialog', { name: /Minh Anh/ });
    await student.waitFor();
    await page.keyboard.press('Escape');
    await student.waitFor({ state: 'detached' });
  });

  await t.test('arrows choose, Back and Escape close, and nothing found is said', async (t) => {
    const here = page.url();
    await page.keyboard.press('Control+k');
    await field(page).fill('e');
    await option(page, 'Decks').waitFor();
    const active = () => field(page).getAttribute('aria-activedescendant');
    const first = await active();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
      (before) => document.activeElement?.getAttribute('aria-activedescendant') !== before,
      first,
    );
    await page.keyboard.press('ArrowUp');
    t.equal(await active(), first);
    await field(page).fill('nowhere at all');
    await search(page).getByText('Nothing found').waitFor();
    await page.goBack();
    await search(page).waitFor({ state: 'detached' });
    t.equal(page.url(), here);
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await search(page).waitFor({ state: 'detached' });
    t.equal(page.url(), here);
  });
});

inLight('GLB-32 a student finds the game and the practice of a deck', async (app) => {
  const { page, baseUrl, student } = app;
  const deckId = await student.deck('Trái cây', [{ front: 'plum', back: 'mận' }]);
  await page.goto('/student');
  await page.getByRole('button', { name: 'Find anything' }).click();
  for (const [typed, name, to] of [
    ['pairs', /Play pairs.*Trái cây/, `/student/pairs/${deckId}`],
    ['practise trai cay', /Practise for a test.*Trái cây/, `/student/cram/${deckId}`],
  ] as const) {
    await field(page).fill(typed);
    await option(page, name).click();
    await page.waitForURL(`${baseUrl}${to}`);
    await page.goto('/student');
    await page.getByRole('button', { name: 'Find anything' }).click();
  }
});

asAdmin('TCH-10 the administrator finds a person, with or without tone marks', async (app) => {
  const { page, baseUrl } = app;
  const { id } = await makeAccount(app, 'teacher', 'Trần Thị Thúy Vy');
  await page.getByRole('button', { name: 'Find anything' }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).pressSequentially('thuy vy');
  await option(page, /Thúy Vy/).click();
  await page.waitForURL(`${baseUrl}/assmin?view=people&personId=${id}`);
});

asTeacher('a dialog that opens while another one still leaves the history stays open', async (app) => {
  const { t, page, baseUrl } = app;
  // The step back of a closed dialog takes a moment; here it takes longer than any hand.
  await page.addInitScript(() => {
    const back = history.back.bind(history);
    history.back = () => {
      document.documentElement.setAttribute('data-asked', '');
      setTimeout(back, 400);
    };
    addEventListener('popstate', () => document.documentElement.setAttribute('data-stepped', ''));
  });
  await page.goto('/teacher/decks');
  const find = page.getByRole('button', { name: 'Find anything' });
  await find.click();
  await field(page).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('html[data-asked]').waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.locator('html[data-stepped]').waitFor();
  await field(page).fill('decks');
  await option(page, 'Decks').waitFor();
  await page.goBack();
  await search(page).waitFor({ state: 'detached' });
  t.equal(page.url(), `${baseUrl}/teacher/decks`, 'Back means the dialog that is open');
});

asTeacher('? shows the keys of the screen, but is a question mark in a field', async ({ t, page }) => {
  await page.goto('/teacher/decks');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.getByLabel('Title').first().fill('What');
  await page.keyboard.type('?');
  t.equal(await page.getByLabel('Title').first().inputValue(), 'What?');
  t.equal(await keys.count(), 0);
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  await keys.getByRole('row', { name: /Search for a deck/ }).waitFor();
  await keys.getByRole('heading', { name: 'In the preview of a deck' }).waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
});

test('Back closes a dialog before it leaves the page, and a list keeps its page', async (app) => {
  const { t, page, baseUrl } = app;
  const { deckId } = await school(app);
  await page.goto('/teacher/decks');
  await page.getByRole('article', { name: 'Động từ bất quy tắc' }).waitFor();
  await page.goto(`/teacher?deckId=${deckId}`);
  const cards = page.getByRole('list', { name: 'Cards of the deck' });
  await cards.getByText('front 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Page 3' }).click();
  await cards.getByText('front 45', { exact: true }).waitFor();
  await page.reload();
  await cards.getByText('front 45', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await cards.getByText('front 45', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => !history.state?.dialogs?.length);

  await t.test('a question likewise: Back is no', async () => {
    await page.getByRole('button', { name: 'Delete the card: front 45' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await cards.getByText('front 45', { exact: true }).waitFor();
  });

  await page.goBack();
  await cards.getByText('front 1', { exact: true }).waitFor();
  t.equal(
    page.url(),
    `${baseUrl}/teacher?deckId=${deckId}`,
    'one step for the page of the list, none for the dialogs',
  );
});

asTeacher('a page that is not here says so calmly, and comes with the network', async (app) => {
  const { t, page, context } = app;
  await page.goto('/account');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Your menu/ }).waitFor();
  await sections(page).waitFor();
  await page.getByRole('heading', { name: 'My data' }).waitFor();
  // Else what is still being read would be told as a failure of its own.
  await until(async () => (await page.getByRole('status', { name: 'Loading…' }).count()) === 0);
  await context.setOffline(true);
  await sections(page).getByRole('link', { name: 'Exams' }).click();
  await page.getByRole('main').getByRole('status').filter({ hasText: 'You are offline' }).waitFor();
  t.equal(await page.getByRole('alert').count(), 0);
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Exams' }).waitFor();
});

onPhone2('a notice is at the bottom, above the bar of sections', async ({ t, page, student }) => {
  const form = page.getByRole('form', { name: 'Change the password' });
  await form.waitFor();
  // It stays as long as the clock does.
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await changePassword(form, student.password, 'a new lamp of mine');
  const told = notice(page, 'status', 'Your password has been changed.');
  await told.waitFor();
  const [box, bar] = [await told.boundingBox(), await sections(page).boundingBox()];
  t.ok(box && bar && box.y + box.height <= bar.y && box.y > PHONE.height / 2, JSON.stringify([box, bar]));
});
