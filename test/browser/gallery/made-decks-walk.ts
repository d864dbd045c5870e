import type { BrowserContext } from 'playwright-core';
import type { Test } from 'tap';
import { screenCheck } from '../harness/accessible-screen.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { enter, makeAccount } from '../people/person.ts';

/** Decks that a student makes: none yet, some, one of them, and where the school lets nobody make them any more. */
export async function walkMadeDecks(t: Test, test: BrowserTest, context: BrowserContext): Promise<void> {
  const allow = (allowed: boolean) =>
    test.db.query('update site_settings set students_make_decks = $1', [allowed]);
  await allow(true);
  const student = await makeAccount(test, 'student', 'Phương');
  const page = await context.newPage();
  const check = screenCheck(t, page);
  const made = page.getByRole('region', { name: /^(Decks I made|Bộ thẻ tôi tự tạo)$/ });
  await enter(page, student, '/student/decks');
  await made.getByRole('link', { name: /^(Make a deck|Tạo bộ thẻ)$/ }).waitFor();
  await page.getByRole('searchbox').waitFor();
  await check('no deck made yet');

  const title = 'Những từ mà tôi hay quên nhất khi viết thư';
  const deckId = await student.deck(title, [{ front: 'although', back: 'mặc dù' }]);
  await page.goto('/student/decks');
  await made.getByRole('listitem').waitFor();
  await page.getByRole('searchbox').waitFor();
  await check('decks with one that the student made');
  await page.goto('/student/decks/own');
  const card = page.getByRole('article', { name: title });
  await card.waitFor();
  await check('own decks');
  await page.goto(`/student/decks/own/${deckId}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText('although').first().waitFor();
  await check('own deck');

  await allow(false);
  await page.goto('/student/decks/own');
  await card.getByRole('button', { name: /^(Export|Xuất)/ }).waitFor();
  await check('own decks where none are made any more');
  await page.close();
}
