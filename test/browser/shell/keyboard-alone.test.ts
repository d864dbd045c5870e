import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { hasFocus, screen } from '../harness/screen.ts';
import { adminInBrowser } from '../people/admin-in-browser.ts';
import { importCard, jsonFile, statusOf } from '../people/import-in-browser.ts';
import { allSaved, flashcard, revealButton } from '../people/learning-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';

/** More controls than any screen here has. */
const CONTROLS = 200;

/** Somebody who has no pointer. */
function keysOf(t: Test, page: Page) {
  const has = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  /** Presses Tab until the focus is there, and sees at the end that it is shown. */
  async function goTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; !(await has(target)); presses++) {
      if (presses > CONTROLS) throw new Error(`Tab does not come to ${target}`);
      await page.keyboard.press('Tab');
    }
    t.ok(await target.evaluate((element) => element.matches(':focus-visible')), `${target} shows its focus`);
  }
  return {
    goTo,
    async press(target: Locator, key = 'Enter'): Promise<void> {
      await goTo(target);
      await page.keyboard.press(key);
    },
    async write(target: Locator, text: string): Promise<void> {
      await goTo(target);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
  };
}

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const link = (page: Page | Locator, name: string) => page.getByRole('link', { name, exact: true });
const section = (page: Page, name: string) =>
  link(page.getByRole('navigation', { name: 'Sections', exact: true }), name);

const test = screen({ viewport: { width: 1280, height: 720 } });

test('SL-127 a teacher and a student do all of their work without a pointer', async (app) => {
  const { t, newContext } = app;
  const desk = app.page;
  const page = await (await newContext()).newPage();
  const [teacher, student] = [await makeAccount(app, 'teacher'), await makeAccount(app, 'student', 'An')];
  const [teaching, learning] = [keysOf(t, desk), keysOf(t, page)];

  await t.test('SL-128 a deck and its cards: the new one is marked, the next is typed at once', async (t) => {
    await enter(desk, teacher, '/teacher/decks');
    await teaching.write(desk.getByRole('form', { name: 'New deck' }).getByLabel('Title'), 'Bài 1');
    await desk.keyboard.press('Enter');
    await teaching.press(link(desk, 'Manage: Bài 1'));
    const form = desk.getByRole('form', { name: 'New card' });
    const row = (text: string) =>
      desk.getByRole('list', { name: 'Cards of the deck' }).getByRole('listitem').filter({ hasText: text });
    const front = form.getByLabel('Front');
    await teaching.goTo(front);
    for (const [word, meaning] of [
      ['house', 'nhà'],
      ['cat', 'mèo'],
    ] as const) {
      await desk.keyboard.type(word);
      await desk.keyboard.press('Tab');
      await desk.keyboard.type(meaning);
      await desk.keyboard.press('Control+Enter');
      await row(word).and(desk.locator('[data-new]')).waitFor();
      await front.and(desk.locator(':focus')).waitFor();
    }
    await notice(desk, 'status', 'The card has been added.').waitFor();
    t.equal(await desk.locator('li[data-new]').count(), 1, 'only the last one is new');
    await desk.emulateMedia({ reducedMotion: 'no-preference' });
    t.equal(
      await row('cat').evaluate((each) => getComputedStyle(each).animationDuration),
      '0.25s',
      'and is seen to come',
    );
    await desk.emulateMedia({ reducedMotion: 'reduce' });
    t.equal(await row('cat').evaluate((each) => getComputedStyle(each).animationName), 'none');
    t.same(
      await row('cat').evaluate((each) =>
        [...each.querySelectorAll<HTMLElement>('[lang]')].map(({ lang }) => lang),
      ),
      ['en', 'vi'],
      'each side is spoken in its language',
    );
  });

  await t.test('a class is made, and a student let in', async () => {
    await teaching.press(section(desk, 'Classes'));
    await teaching.write(desk.getByLabel('Class name'), '10A1');
    await teaching.press(desk.getByLabel('Deck', { exact: true }), 'End');
    await teaching.press(button(desk, 'Create class'));
    await desk.getByRole('heading', { name: '10A1' }).waitFor();
    const [classroom] = await teacher.call('GET /api/classes');

    await enter(page, student, '/student');
    await learning.write(page.getByRole('textbox', { name: 'Class code' }), `${classroom!.id}`);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Your requests' }).getByText(`Class ${classroom!.id}`).waitFor();

    await desk.reload();
    await teaching.press(desk.getByRole('tab', { name: 'Overview' }), 'End');
    await desk.keyboard.press('ArrowLeft');
    await desk.keyboard.press('Enter');
    await teaching.press(button(desk, 'Approve: An'));
    await desk.getByText('Nobody is waiting.').waitFor();
  });

  await t.test('an exam is written', async () => {
    await teaching.press(desk.getByRole('tab', { name: 'Requests' }), 'ArrowLeft');
    await teaching.press(link(desk, 'Create exam').first());
    await teaching.write(desk.getByLabel('Title'), 'Unit 1');
    await teaching.write(desk.getByLabel('Question text'), 'What is “nhà”?');
    await teaching.press(desk.getByRole('radio', { name: 'Option A is right' }), ' ');
    await desk.keyboard.press('ArrowDown');
    for (const [letter, text] of Object.entries({ A: 'horse', B: 'house', C: 'hose', D: 'hour' }))
      await teaching.write(desk.getByRole('textbox', { name: `Option ${letter}` }), text);
    await teaching.press(button(desk, 'Create exam'));
    await notice(desk, 'status', 'Exam created successfully').waitFor();
    await teaching.press(button(desk, 'Let the class take it'));
    await notice(desk, 'status', 'Exam is now visible to students').waitFor();
  });

  await t.test('a student studies, takes an answer back, and leaves', async () => {
    await page.reload();
    const deck = page.getByRole('article', { name: 'Bài 1' });
    await learning.press(link(deck, 'Learn: Bài 1'));
    await flashcard(page, 1, 2).waitFor();
    await learning.press(revealButton(page));
    await learning.press(button(page, /^Confident/));
    await flashcard(page, 2, 2).waitFor();
    await learning.press(button(page, 'Undo'));
    await flashcard(page, 1, 2).waitFor();
    for (const number of [1, 2]) {
      await flashcard(page, number, 2).waitFor();
      await learning.press(revealButton(page));
      await learning.press(button(page, /^Confident/));
    }
    await page.getByRole('heading', { name: /^Congratulations/ }).waitFor();
    await allSaved(page);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/student');
  });

  await t.test('and takes the exam', async () => {
    await learning.press(button(page, 'Take exam: Unit 1').first());
    await learning.press(button(page.getByRole('dialog'), 'Start now'));
    await learning.press(page.getByRole('radio', { name: 'A. horse' }), ' ');
    await page.keyboard.press('ArrowDown');
    await learning.press(button(page, 'Submit exam'));
    await learning.press(button(page.getByRole('dialog'), 'Submit'));
    await page.getByRole('region', { name: 'Your result' }).getByText('1/1 right').waitFor();
  });
});

test('SL-127 an administrator works without a pointer', async (app) => {
  const { t, page } = app;
  const admin = await adminInBrowser(app);
  await admin.teacher.deck('Đồ uống', [{ front: 'tea', back: 'trà' }]);
  const keys = keysOf(t, page);
  await admin.open('home');

  await t.test('a deck becomes official', async () => {
    await keys.press(section(page, 'Official decks'));
    const form = page.getByRole('form', { name: 'New official deck' });
    await keys.write(form.getByRole('combobox'), 'do uong');
    await page.getByRole('option', { name: /^Đồ uống/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await keys.write(form.getByLabel('Label of its button'), 'Đồ uống');
    await page.keyboard.press('Enter');
    await page
      .getByRole('list', { name: 'Official decks' })
      .getByRole('listitem', { name: 'Đồ uống' })
      .waitFor();
  });

  await t.test('a deck is imported', async () => {
    await keys.press(section(page, 'Import'));
    const form = page.getByRole('form', { name: 'Import a deck' });
    await keys.write(form.getByLabel('Title'), 'Fruit');
    const chooser = page.waitForEvent('filechooser');
    await keys.press(form.getByRole('button', { name: /^Deck file/ }));
    await (await chooser).setFiles(
      jsonFile('fruit.json', { cards: [{ id: 'c1', front: 'pear', back: 'quả lê' }] }),
    );
    await keys.press(button(form, 'Import'));
    await statusOf(importCard(page, 'Fruit'), 'Imported').waitFor();
  });

  await t.test('the site gets a title', async () => {
    await keys.press(section(page, 'Site'));
    await keys.write(page.getByLabel('Title of the site'), 'Lớp cô Lan');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Lớp cô Lan').waitFor();
    await keys.write(page.getByLabel('Title of the site'), 'Nhớ');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Lớp cô Lan').waitFor({ state: 'detached' });
  });
});

test('GLB-23 a key that an input method takes sends, closes, leaves and chooses nothing', async (app) => {
  const { t, page } = app;
  const teacher = await makeAccount(app, 'teacher');
  const deckId = await teacher.deck('Fruit', [
    { front: 'pear', back: 'lê' },
    { front: 'fig', back: 'sung' },
  ]);
  await enter(page, teacher, '/teacher/decks');
  const input = await page.context().newCDPSession(page);
  // As Chromium sends it, which would act on it, and as Safari does, after the composition and by its code alone.
  const taken = async (key: string) => {
    const pressed = { key, code: key, windowsVirtualKeyCode: 229, ...(key === 'Enter' && { text: '\r' }) };
    await input.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed });
    await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
    await page.evaluate((sent) => {
      for (const more of [{ keyCode: 229 }, { isComposing: true }]) {
        const event = { bubbles: true, cancelable: true, key: sent, ...more };
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', event));
      }
    }, key);
  };
  const form = page.getByRole('form', { name: 'New deck' });
  await form.getByLabel('Title').fill('Bài 1');
  await taken('Enter');
  await taken('Tab');
  t.ok(await hasFocus(form.getByLabel('Title')), 'a form');

  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.fill('Fruit');
  await page.getByRole('dialog').getByRole('option', { name: 'Fruit' }).waitFor();
  for (const key of ['Enter', 'Escape', 'Tab', 'ArrowDown']) await taken(key);
  t.ok(await hasFocus(search), 'the search');
  await page.keyboard.press('Escape');
  const titles = (await teacher.call('GET /api/decks')).map(({ title }) => title);
  t.notOk(titles.includes('Bài 1'), 'nothing was sent');

  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  await page.getByRole('gridcell', { name: 'pear', exact: true }).click();
  await page.keyboard.type('mận');
  const cell = page.getByRole('grid').getByRole('textbox');
  for (const key of ['Enter', 'Escape', 'Tab']) await taken(key);
  t.equal((await cell.inputValue()).trim(), 'mận');
  t.ok(await hasFocus(cell), 'a cell of the table');
  await page.keyboard.press('Tab');
  await becomes(t, async () => (await teacher.cards(deckId))[0]!.front, 'mận', 'then it is kept');
});
