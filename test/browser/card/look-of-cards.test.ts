import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { screen } from '../harness/screen.ts';
import { flashcard, openDeck, revealButton, side } from '../people/learning-in-browser.ts';

const BUILT = join(import.meta.dirname, '../../../dist/web/assets');

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

const test = screen({ as: 'student', reducedMotion: 'no-preference' });
const asGuest = screen({ as: 'student', reducedMotion: 'reduce' });
const onPhone = screen({ as: 'student', viewport: { width: 360, height: 640 } });

test('LRN-11 a card turns over once, and its text is there once', async ({ t, page, student }) => {
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
  t.equal(await page.locator('[data-text="water"]').isVisible(), false, 'the side that left is gone');
});

asGuest('LRN-11 with reduced motion nothing turns', async ({ t, page, student }) => {
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
