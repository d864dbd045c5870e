import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { flashcard, openDeck, revealButton } from '../people/learning-in-browser.ts';
import { logIn } from '../people/person.ts';

/** The fonts and scripts of formulas that this page has asked for. */
function askedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/(formula|KaTeX)/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

const test = screen({ as: 'student', viewport: { width: 360, height: 740 } });
const onPhone = screen({ viewport: { width: 360, height: 740 } });
const asTeacher = screen({ as: 'teacher' });

onPhone('EMP-06 a card is learnt with its emphasis, readings and formulas', async (app) => {
  const { t, page } = app;
  const asked = askedFor(page);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const student = await logIn(app, page, 'student');
  const deckId = await student.deck('Marks', [
    { front: 'a **big** //dog//', back: '{漢字|かんじ}' },
    { front: 'area', back: '\\[\\frac{1}{2} a h\\]', definition: 'so \\(a \\ge 0\\)' },
  ]);
  await openDeck(page, deckId);
  const card = flashcard(page, 1, 2);
  await card.getByText('big', { exact: true }).waitFor();
  t.equal(await card.locator('strong').textContent(), 'big');
  t.equal(await card.locator('p em').textContent(), 'dog');
  await revealButton(page).click();
  await card.locator('rt').waitFor();
  t.equal((await card.locator('ruby').first().textContent()) ?? '', '漢字(かんじ)');
  t.same(asked, [], 'what draws formulas is not loaded for other cards');

  await page.getByRole('button', { name: 'Knew it', exact: true }).click();
  const second = flashcard(page, 2, 2);
  await revealButton(page).click();
  await second.locator('.katex-display').waitFor();
  t.equal(await second.getByRole('math').count(), 2, 'a screen reader has both formulas');
  await until(async () => asked.some((url) => url.endsWith('.woff2')));
  await page.evaluate(() => document.fonts.ready);
  t.same(refused, []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  t.ok(wide <= 360, `${wide} pixels wide`);
});

test('EMP-07 what is typed is compared without marks, and a reading is right as well', async (app) => {
  const { page, student } = app;
  await openDeck(page, await student.deck('Marks', [{ front: 'chữ Hán', back: '**{漢字|かんじ}**' }]));
  await page.getByRole('textbox').fill('かんじ');
  await page.getByText('Exactly right').waitFor();
});

test('EMP-08 no formula hangs, opens an address or stretches the page: it is shown as typed', async (app) => {
  const { t, page, student } = app;
  const hostile = [
    '\\(\\def\\a{\\a\\a}\\a\\)',
    '\\(\\edef\\a{x}\\edef\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\loop\\)',
    '\\(\\frac{1}{\\)',
    '\\(\\notknown{x}\\)',
  ];
  const tame = [
    '\\(\\href{javascript:alert(1)}{x}\\)',
    '\\(\\includegraphics{https://evil.example/a.png}\\)',
    '\\[\\rule{99999em}{99999em}\\]',
    `\\[${'x + '.repeat(110)}x\\]`,
  ];
  await openDeck(page, await student.deck('Marks', [{ front: hostile.join('\n'), back: tame.join('\n') }]));
  const card = flashcard(page, 1, 1);
  await until(
    async () => (await card.getByText('(a formula that cannot be drawn)').count()) === hostile.length,
  );
  t.equal(await card.locator('code').first().textContent(), '\\def\\a{\\a\\a}\\a');
  await revealButton(page).click();
  await until(async () => (await card.locator('.katex').count()) === tame.length);
  t.equal(await card.locator('a, img').count(), 0);
  const { wide, high } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    high: document.documentElement.scrollHeight,
  }));
  t.ok(wide <= 360, `${wide} pixels wide`);
  t.ok(high <= 3_000, `${high} pixels high`);
});

asTeacher('EMP-09 buttons mark what is selected, and the form shows what becomes of it', async (app) => {
  const { t, page, db, teacher } = app;
  const deckId = await teacher.deck('Words', []);
  await page.goto(`/teacher?deckId=${deckId}`);
  const form = page.getByRole('form', { name: 'New card' });
  const front = form.getByLabel('Front');
  await front.fill('big dog');
  await front.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 3));
  await form.getByRole('button', { name: 'Bold' }).click();
  t.equal(await front.inputValue(), '**big** dog');
  await form.getByLabel('Back').fill('漢字');
  await form.getByLabel('Back').selectText();
  await form.getByRole('button', { name: 'Reading above the letters' }).click();
  await page.keyboard.type('かんじ');
  t.equal(await form.getByLabel('Back').inputValue(), '{漢字|かんじ}');
  const definition = form.getByLabel('Definition (optional)');
  await definition.focus();
  await form.getByRole('button', { name: 'Formula' }).click();
  await page.keyboard.type('\\frac{1}{');
  const preview = form.getByRole('group', { name: 'How it will look' });
  await preview.getByText('This formula cannot be drawn').waitFor();
  await page.keyboard.type('2}');
  await preview.getByRole('math').waitFor();
  t.equal(await preview.locator('strong').textContent(), 'big');
  await form.getByRole('button', { name: 'How to write emphasis' }).click();
  await form.getByRole('group', { name: 'How to write emphasis' }).getByRole('cell').nth(9).waitFor();
  await form.getByRole('button', { name: 'Add the card' }).click();
  await form.getByText('Added at the end of the list: big dog').waitFor();
  const row = page.getByRole('list', { name: 'Cards of the deck' }).getByRole('listitem');
  await row.getByRole('button', { name: 'Edit the card: big dog' }).waitFor();
  await row.getByRole('math').waitFor();
  t.equal(await row.locator('strong').textContent(), 'big');
  const { rows } = await db.query('select front, back, definition from cards where deck_id = $1', [deckId]);
  t.same(rows, [{ front: '**big** dog', back: '{漢字|かんじ}', definition: '\\(\\frac{1}{2}\\)' }]);
});
