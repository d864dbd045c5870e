import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { screenCheck } from './accessible-screen.ts';
import type { School } from './gallery-school.ts';
import { deckOf, openDeck } from './learning-in-browser.ts';

/** The ways to practise beside turning: a choice before and after, and a dictation. */
export async function walkWays(t: Test, page: Page, { test, learner }: School): Promise<void> {
  const check = screenCheck(t, page);
  const cards = [
    { front: 'water', back: 'nước', audio: '/storage/cards/water.mp3' },
    { front: 'an apology', back: 'lời xin lỗi dài đến mức một dòng trên điện thoại không đủ chỗ cho nó' },
    { front: 'fire', back: 'lửa' },
    { front: 'earth', back: 'đất' },
  ];
  const opened = async (way: string) => {
    const deckId = await deckOf(test, learner.id, 'Cách luyện', cards);
    await test.db.query(
      `insert into deck_settings (student_id, deck_id, new_cards_per_day, max_cards_per_day, way)
       values ($1, $2, 20, 200, $3)`,
      [learner.id, deckId, way],
    );
    await openDeck(test, deckId, page);
  };
  await opened('choice');
  const options = page.getByRole('group').getByRole('button');
  await options.nth(3).waitFor();
  await check('a choice');
  await options.filter({ hasText: 'lửa' }).click();
  await page.getByText(/^(Not quite|Chưa đúng lắm)$/).waitFor();
  await check('a wrong choice');
  await opened('dictation');
  await page.getByRole('button', { name: /^(Play audio|Nghe phát âm)$/ }).waitFor();
  await check('a dictation');
}
