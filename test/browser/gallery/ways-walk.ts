import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { screenCheck } from '../harness/accessible-screen.ts';
import { openDeck } from '../people/learning-in-browser.ts';
import type { School } from './gallery-school.ts';

/** What a class suggests, in the session and in its settings. */
async function walkClassWay(t: Test, page: Page, { test, learner }: Pick<School, 'test' | 'learner'>) {
  const check = screenCheck(t, page);
  const deckId = await learner.deck('Lớp luyện', [{ front: 'water', back: 'nước' }]);
  await test.db.query(
    `insert into class_decks (class_id, deck_id, way, way_required, way_set_at)
     select class_id, $2, 'typing', false, now() from class_members where student_id = $1 and status = 'approved'`,
    [learner.id, deckId],
  );
  await openDeck(page, deckId);
  const said = /^(Your class )?“.*(by typing|gõ đáp án)\.$/;
  await page.getByText(said).waitFor();
  await check('a way of a class');
  await page.getByRole('button', { name: /^(Edit the deck's settings|Sửa cài đặt của bộ thẻ)$/ }).click();
  await page.getByRole('dialog').getByText(said).waitFor();
  await check('a way of a class in the settings');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The ways to practise beside turning: a choice before and after, and a dictation. */
export async function walkWays(t: Test, page: Page, { test, learner }: School): Promise<void> {
  const check = screenCheck(t, page);
  const cards = [
    { front: 'water', back: 'nước', audio_file: '/storage/cards/water.mp3' },
    { front: 'an apology', back: 'lời xin lỗi dài đến mức một dòng trên điện thoại không đủ chỗ cho nó' },
    { front: 'fire', back: 'lửa' },
    { front: 'earth', back: 'đất' },
  ];
  const opened = async (way: string) => {
    const deckId = await learner.deck('Cách luyện', cards);
    await test.db.query(
      `insert into deck_settings (student_id, deck_id, new_cards_per_day, max_cards_per_day, way)
       values ($1, $2, 20, 200, $3)`,
      [learner.id, deckId, way],
    );
    await openDeck(page, deckId);
  };
  await opened('choice');
  const options = page.getByRole('group').getByRole('button');
  await options.nth(3).waitFor();
  await check('a choice');
  await options.filter({ hasText: 'lửa' }).click();
  await page.getByText(/^(Not right|Chưa đúng)$/).waitFor();
  await check('a wrong choice');
  await opened('dictation');
  await page.getByRole('button', { name: /^(Play audio|Nghe phát âm)$/ }).waitFor();
  await check('a dictation');
  await walkClassWay(t, page, { test, learner });
}
