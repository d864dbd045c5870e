import type { Page } from 'playwright-core';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { answerBox, congratulation, flashcard, goOnButton } from '../people/learning-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';

/** How often somebody who sits before the page has tapped since it was counted last. */
async function countTaps(page: Page) {
  await page.addInitScript(() => {
    const count = (event: Event) => {
      if (event.isTrusted) sessionStorage.setItem('taps', `${Number(sessionStorage.getItem('taps')) + 1}`);
    };
    addEventListener('click', count, { capture: true });
  });
  return () =>
    page.evaluate(() => {
      const taps = Number(sessionStorage.getItem('taps'));
      sessionStorage.removeItem('taps');
      return taps;
    });
}

const NOUNS = 'mèo chó bò gà vịt lợn dê cá chim ngựa voi hổ khỉ rắn ếch ong kiến gấu thỏ cừu'.split(' ');
const CARDS = NOUNS.map((back, at) => ({ front: `animal ${at + 1}`, back }));

/** A student of a class with a deck, at home, on a phone. */
async function atHome(app: BrowserTest) {
  const { page } = app;
  const teacher = await makeAccount(app, 'teacher');
  const classroom = await newClass(teacher, '10A1', await teacher.deck('Animals', CARDS));
  const student = await studentOf(app, classroom.id, 'An', teacher);
  const taps = await countTaps(page);
  // What goes on by itself after a while is not waited for.
  await page.clock.install();
  await enter(page, student, '/student');
  return { taps, deck: page.getByRole('link', { name: 'Animals' }).first() };
}

const onPhone = screen({ viewport: { width: 360, height: 740 }, reducedMotion: 'no-preference' });

onPhone(
  'PRA-25 a first session of twenty cards takes at most 32 taps, with three that were not known',
  async (app) => {
    const { t, page } = app;
    const { taps, deck } = await atHome(app);
    await deck.click();
    await page.getByRole('link', { name: 'Choose from four' }).click();
    const options = page.getByRole('group', { name: 'Choose the answer' }).getByRole('button');
    const answer = async (position: number, total: number, isKnown: boolean) => {
      const card = flashcard(page, position, total);
      const front = await card
        .getByText(/^animal \d+$/)
        .first()
        .textContent();
      const right = CARDS.find((one) => one.front === front)!.back;
      const chosen = isKnown ? options.filter({ hasText: right }) : options.filter({ hasNotText: right });
      await chosen.first().click();
      await goOnButton(page).waitFor();
      if (isKnown) await page.clock.fastForward(1_400);
      else await goOnButton(page).click();
    };
    for (let position = 1; position <= 20; position += 1) await answer(position, 20, position > 3);
    for (let position = 1; position <= 3; position += 1) await answer(position, 3, true);
    await congratulation(page).waitFor();
    const count = await taps();
    t.ok(count <= 32, `${count} taps`);
  },
);

onPhone('PRA-25 MYC-12 a game begins two taps from the home, a typed answer takes two', async (app) => {
  const { t, page } = app;
  const { taps, deck } = await atHome(app);
  await deck.click();
  await page.getByRole('link', { name: 'Play pairs' }).click();
  await page.getByText('6 pairs left', { exact: true }).waitFor();
  t.equal(await taps(), 2);
  await page.goto('/student');
  await page.getByRole('link', { name: /^Learn 20 new cards/ }).click();
  await flashcard(page, 1, 20).waitFor();
  t.equal(await taps(), 1, 'to the first card');
  await answerBox(page).click();
  await page.keyboard.type('mèo');
  await page.clock.fastForward(1_000);
  await goOnButton(page).click();
  await flashcard(page, 2, 20).waitFor();
  t.equal(await taps(), 2, 'of a right one');
});
