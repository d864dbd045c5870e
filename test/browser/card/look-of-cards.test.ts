import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import { screen } from '../harness/screen.ts';
import { flashcard, openDeck, rating, revealButton, side } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';

const BUILT = join(import.meta.dirname, '../../../dist/web/assets');

/** The fonts and scripts of formulas that this page has asked for. */
function askedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/(formula|KaTeX)/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

const READ = "Read aloud with the browser's voice";

interface Said {
  said?: string[];
}

/** Chromium has no voices of its own in a test: these write down what they read. */
const giveVoices = (page: Page, languages = ['en-GB', 'vi-VN']) =>
  page.addInitScript((langs) => {
    const said: string[] = [];
    (window as Said).said = said;
    const voices = langs.map((lang) => ({ lang, name: lang, default: false, localService: true }));
    class Utterance {
      lang = '';
      rate = 1;
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    const synthesis = {
      getVoices: () => voices,
      speak: ({ lang, text, rate }: Utterance) =>
        said.push(rate === 1 ? `${lang}: ${text}` : `${lang} at ${rate}: ${text}`),
      cancel: () => said.push('stopped'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
  }, languages);

const said = (page: Page) => page.evaluate(() => (window as Said).said ?? []);
const readButton = (page: Page) => page.getByRole('button', { name: READ });

const CARDS = [
  { front: 'water', back: 'nước' },
  { front: 'Haus', back: 'house' },
];

/** The page has come to read this, after all else. */
const hears = (t: Test, page: Page, expected: string) =>
  becomes(t, async () => (await said(page)).at(-1), expected);

const test = screen({ as: 'student' });
const moving = screen({ as: 'student', reducedMotion: 'no-preference' });
const onPhone = screen({ as: 'student', viewport: { width: 360, height: 740 } });
const asTeacher = screen({ as: 'teacher' });

t.test('the build has no variable of its compiler in a style, and no page of all components', async (t) => {
  const built = readdirSync(BUILT);
  const read = (name: string) => readFileSync(join(BUILT, name), 'utf8');
  const [styles, scripts] = ['.css', '.js'].map((end) => built.filter((name) => name.endsWith(end)));
  t.ok(styles!.length > 0 && scripts!.length > 0, 'the client was built');
  for (const name of styles!) t.notMatch(read(name), /var\(--lightningcss-|light-dark\(/, name);
  for (const name of scripts!) t.notMatch(read(name), /Every component in every state/, name);
});

for (const colorScheme of ['light', 'dark'] as const)
  screen({ as: 'student', colorScheme })(
    `LRN-14 letters that are right, nearly right and wrong differ, ${colorScheme}`,
    async ({ t, page, student }) => {
      await openDeck(page, await student.deck('Word', [{ front: 'family', back: 'gia đình' }]));
      await page.getByRole('textbox').fill('giaxd');
      const marks = flashcard(page, 1, 1).locator('[data-mark]');
      await marks.nth(4).waitFor();
      const colors = await marks.evaluateAll((all) =>
        Object.fromEntries(all.map((each) => [each.dataset.mark, getComputedStyle(each).color])),
      );
      const text = await page.evaluate(() => getComputedStyle(document.body).color);
      t.same(Object.keys(colors).sort(), ['accent', 'correct', 'wrong']);
      t.equal(new Set([...Object.values(colors), text]).size, 4, 'and none is that of other texts');
    },
  );

moving('LRN-11 a card turns over once, and its text is there once', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Word', [{ front: 'water', back: 'nước' }]));
  await side(page, 'water').waitFor();
  const turning = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map((each) => [each as CSSAnimation, each.effect?.getTiming().duration] as const)
        .filter(([each]) => 'animationName' in each && /come|go/.test(each.animationName))
        .map(([, duration]) => duration),
    );
  t.same(await turning(), [], 'a card that only appears does not turn');
  // The turn is over before a busy machine looks again.
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        document.addEventListener('animationstart', (event) => {
          if (/come/.test(event.animationName))
            resolve(event.target instanceof Element ? event.target.getAnimations().length : 0);
        }),
      ),
  );
  await revealButton(page).click();
  t.ok(await seen, 'it turns');
  await side(page, 'nước').waitFor();
  t.equal(await side(page, 'water').count(), 1);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  await page.locator('[data-text="water"]').waitFor({ state: 'detached' });
  // Its elements are those of the next showing, which has not turned.
  await rating(page, 'Unknown').click();
  await side(page, 'water').waitFor();
  await revealButton(page).waitFor();
  t.same(await turning(), [], 'nor does it turn when it comes again');
});

test('LRN-11 with reduced motion nothing turns', async ({ t, page, student }) => {
  await openDeck(page, await student.deck('Word', [{ front: 'water', back: 'nước' }]));
  await revealButton(page).waitFor();
  await page.evaluate(() => {
    document.addEventListener('animationstart', (event) => {
      document.documentElement.dataset.moved = event.animationName;
    });
  });
  await revealButton(page).click();
  await side(page, 'nước').waitFor();
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  t.equal(await page.evaluate(() => document.documentElement.dataset.moved), undefined);
  t.equal(await page.locator('[data-text="water"]').isVisible(), false);
});

onPhone('LRN-11 a long word fits into one line, also on a phone', async ({ t, page, student }) => {
  const front = 'responsibilities';
  await openDeck(page, await student.deck('Word', [{ front, back: 'trách nhiệm' }]));
  await side(page, front).waitFor();
  const lines = await side(page, front).evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getClientRects().length;
  });
  t.equal(lines, 1);
});

onPhone('EMP-06 a card is learnt with its emphasis, readings and formulas', async (app) => {
  const { t, page, student } = app;
  const asked = askedFor(page);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
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

  await page.getByRole('button', { name: 'Confident', exact: true }).click();
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

onPhone('EMP-07 what is typed is compared without marks, and a reading is right as well', async (app) => {
  const { page, student } = app;
  await openDeck(page, await student.deck('Marks', [{ front: 'chữ Hán', back: '**{漢字|かんじ}**' }]));
  await page.getByRole('textbox').fill('かんじ');
  await page.getByText('Correct!').waitFor();
});

onPhone(
  'EMP-08 no formula hangs, opens an address or stretches the page: it is shown as typed',
  async (app) => {
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
  },
);

asTeacher('EMP-09 buttons mark what is selected, and the form shows what becomes of it', async (app) => {
  const { t, page, sql, teacher } = app;
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
  const rows = await sql`select front, back, definition from cards where deck_id = ${deckId}`;
  t.same(rows, [{ front: '**big** dog', back: '{漢字|かんじ}', definition: '\\(\\frac{1}{2}\\)' }]);
});

test('VOI-03 a card without audio is read side by side by voices of its languages, until it goes', async (app) => {
  const { t, page, student } = app;
  await giveVoices(page);
  await openDeck(page, await student.deck('Words', CARDS));
  await readButton(page).click();
  await hears(t, page, 'en-GB: water');
  await revealButton(page).click();
  await hears(t, page, 'stopped');
  await page.keyboard.press('p');
  await hears(t, page, 'vi-VN: nước');
  await page.getByRole('button', { name: 'Confident', exact: true }).click();
  await flashcard(page, 2, 2).waitFor();
  await hears(t, page, 'stopped');
  t.equal(await readButton(page).count(), 0, 'nothing says in which language the second one is');
});

test('VOI-03 without a voice of its language a card has no button', async (app) => {
  const { t, page, student } = app;
  await giveVoices(page, ['en-US']);
  await openDeck(page, await student.deck('Words', [{ front: 'nước', back: 'water' }]));
  await flashcard(page, 1, 1).waitFor();
  t.equal(await readButton(page).count(), 0);
  await revealButton(page).click();
  await readButton(page).waitFor();
});

test('VOI-04 a dictation without audio is read by a voice, and nothing is to be read before', async (app) => {
  const { t, page, student } = app;
  await giveVoices(page);
  const deckId = await student.deck('Words', CARDS);
  await student.settings(deckId, { way: 'dictation' });
  await openDeck(page, deckId);
  await page.getByText('Listen, and type what you hear.', { exact: true }).waitFor();
  t.notMatch(await flashcard(page, 1, 2).textContent(), /water|nước/);
  await becomes(t, async () => (await said(page)).includes('en-GB: water'), true, 'it is read by itself');
  const box = page.getByRole('textbox', { name: 'Type the answer' });
  await box.fill('water');
  await box.press('Enter');
  await page.getByText('Correct!').waitFor();
  await page.keyboard.press('Enter');
  await flashcard(page, 2, 2).getByText('Haus', { exact: true }).waitFor();
  t.equal(await box.count(), 1, 'what no voice reads is typed');
});

test('VOI-05 SL-275 cards are heard by themselves and at the chosen speed, on every device', async (app) => {
  const { t, page, student } = app;
  await giveVoices(page);
  const deckId = await student.deck('Words', CARDS.slice(0, 1));
  await openDeck(page, deckId);
  await readButton(page).waitFor();
  t.notOk((await said(page)).includes('en-GB: water'), 'nothing is heard unasked');
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Play the sound of each card automatically' }).check();
  await dialog.getByLabel('Speed of the sound').selectOption('0.75');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await hears(t, page, 'en-GB at 0.75: water');
  await page.reload();
  await hears(t, page, 'en-GB at 0.75: water');
  await revealButton(page).click();
  await hears(t, page, 'vi-VN at 0.75: nước');

  const elsewhere = await (await app.newContext()).newPage();
  await giveVoices(elsewhere);
  await enter(elsewhere, student);
  await openDeck(elsewhere, deckId);
  await hears(t, elsewhere, 'en-GB at 0.75: water');
  await elsewhere.route('**/api/**', (route) => route.abort());
  await elsewhere.reload();
  await hears(t, elsewhere, 'en-GB at 0.75: water');
});

test('VOI-05 a card that comes again is heard again', async ({ t, page, student }) => {
  await page.addInitScript(() => {
    const said: string[] = [];
    (window as Said).said = said;
    HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
      said.push(this.src.replace(/.*\//, ''));
    };
  });
  const card = { front: 'water', back: 'nước', audio_file: '/storage/water.mp3' };
  await student.call('PATCH /api/me', { body: { plays_sound: true } });
  await openDeck(page, await student.deck('Words', [card]));
  await becomes(t, () => said(page), ['water.mp3']);
  await revealButton(page).click();
  await rating(page, 'Unknown').click();
  await becomes(t, () => said(page), ['water.mp3', 'water.mp3']);
});
