import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { screenCheck } from '../harness/accessible-screen.ts';
import { notice } from '../harness/noted-notices.ts';
import { openDeck } from '../people/learning-in-browser.ts';
import type { School } from './gallery-school.ts';
import type { Walk } from './gallery-walk.ts';

/** A card with a mark of each kind, one of them wrong, and a formula wider than a phone. */
export async function walkMarkedCard(t: Test, page: Page, { learner }: School): Promise<void> {
  const check = screenCheck(t, page);
  const cards = [
    {
      front: 'Diện tích **tam giác** //vuông// \\(\\notknown\\)',
      back: `{漢字|かんじ}: \\(S = \\frac{1}{2} a b\\)\n\\[${'x + '.repeat(40)}x\\]`,
      example_sentence: '**đậm** và //nghiêng//',
      definition: '\\(a^2 + b^2 = c^2\\)',
    },
  ];
  await openDeck(page, await learner.deck('Đậm, nghiêng, công thức', cards));
  await page.getByText(/^\((a formula that cannot be drawn|công thức không vẽ được)\)$/).waitFor();
  await check('card with emphasis');
  await page.getByRole('button', { name: /^(Reveal|Lật thẻ)$/ }).click();
  await page.locator('.katex-display').waitFor();
  await page.evaluate(() => document.fonts.ready);
  await check('answer with formulas');
}

/** The form of a new card, sent while it is empty; then with the help and what it will look like. */
export async function walkMarkBar({ page, say, check }: Walk): Promise<void> {
  const form = page.getByRole('form', { name: say('New card') });
  await form.getByRole('button', { name: say('Add the card') }).click();
  await notice(page, 'alert', say('Front and back are required')).waitFor();
  await form.getByLabel(say('Front')).fill('**water** {漢字|かんじ}');
  await form.getByLabel(say('Back')).fill('\\(H_2 O\\) \\(\\notknown\\)');
  await form.getByRole('button', { name: say('How to write emphasis') }).click();
  await form.getByText(say('This formula cannot be drawn: it is shown as it was typed.')).waitFor();
  await form.getByRole('math').nth(2).waitFor();
  await check('how emphasis is written');
  await form.getByRole('button', { name: say('How to write emphasis') }).click();
  await form.getByLabel(say('Front')).fill('');
  await form.getByLabel(say('Back')).fill('');
}
