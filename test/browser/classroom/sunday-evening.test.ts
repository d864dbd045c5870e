import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { pastePicture } from '../harness/pasted-picture.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import { allSaved, rating, revealButton, side } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';
import { pasteInto } from '../people/roster-in-browser.ts';

/** Words of a list, as Excel has them in the clipboard. */
const LIST = Array.from({ length: 60 }, (_, n) => `word ${n + 1}\ttừ số ${n + 1}`);

const box = (page: Page) => page.getByRole('textbox', { name: 'Type the answer' });
const isHere = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();

/** Types what is asked for, looks, and rates by Enter as the answer speaks for. */
async function answer(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
  await page.getByText('Exactly right').waitFor();
  await page.keyboard.press('Enter');
}

const test = screen({ as: 'teacher', name: 'Cô Mai' });

test('a Sunday evening: a list becomes a deck with pictures, and is studied in three ways', async (app) => {
  const { t, page, db, newContext, teacher } = app;
  const heard = await newDeck(teacher, 'Heard');
  const old = await newDeck(teacher, 'Old words');
  const unit = await newDeck(teacher, 'Unit 7');
  const { id: classId } = await newClass(teacher, '10A1', heard.id);
  await teacher.call('POST /api/classes/:classId/decks', { params: { classId }, body: { deck_id: old.id } });
  await db.query(
    `insert into cards (deck_id, ordinal, front, back, audio_file)
     values ($1, 1, 'cat', 'mèo', '/storage/cards/cat.mp3'), ($2, 1, 'road', 'đường', null)`,
    [heard.id, old.id],
  );

  // The teacher: sixty lines from a spreadsheet, a picture from the clipboard, and the deck for the class.
  await page.goto(`/teacher?deckId=${unit.id}`);
  await page.getByRole('link', { name: 'Add many cards' }).first().click();
  await isHere(page, 'Add many cards');
  await pasteInto(page.getByLabel('List of cards'), LIST.join('\n'));
  await page.getByRole('button', { name: 'Look at the cards' }).click();
  await page.getByRole('heading', { name: '60 lines' }).waitFor();
  await page.getByRole('button', { name: 'Add 60 cards' }).click();
  const cards = page.getByRole('list', { name: 'Cards of the deck' });
  const first = cards.getByRole('listitem').filter({ hasText: 'từ số 1' }).first();
  await first.getByRole('button', { name: 'Edit the card: word 1', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit the card word 1', exact: true });
  await pastePicture(form.getByLabel('Front'), 800, 600);
  const picture = form.getByRole('group', { name: 'Picture on the front' });
  await picture.getByLabel('What it shows').fill('A teal sheet');
  await form.getByLabel('Back').fill('từ thứ nhất');
  await form.getByRole('button', { name: 'Save the card' }).click();
  await cards.getByText('từ thứ nhất').waitFor();
  await cards.getByRole('img', { name: 'A teal sheet' }).waitFor();
  // CLS-23: from the page of the deck.
  await page.getByRole('button', { name: 'Give to a class' }).click();
  const classes = page.getByRole('dialog', { name: 'Give to a class' });
  await classes.getByRole('button', { name: '10A1' }).click();
  await classes.getByText('Has it').waitFor();

  // The student: today's cards of all three decks in one session, one typed, one by ear, one put aside.
  const student = await studentOf(app, classId, 'Lan', teacher);
  const away = await newContext();
  const phone = await away.newPage();
  for (const [deckId, way] of [
    [unit.id, 'typing'],
    [heard.id, 'dictation'],
    [old.id, null],
  ] as const)
    await db.query(
      `insert into deck_settings (student_id, deck_id, new_cards_per_day, max_cards_per_day, way)
       values ($1, $2, 1, 10, $3)`,
      [student.id, deckId, way],
    );
  await enter(phone, student, '/student');
  await phone.getByRole('link', { name: /^(Review|Learn) \d/ }).click();
  for (let asked = 0; asked < 3; asked++) {
    const heading = phone.getByRole('heading', { level: 1 });
    await becomes(
      t,
      async () => ['Heard', 'Old words', 'Unit 7'].includes((await heading.textContent()) ?? ''),
      true,
    );
    const title = await heading.textContent();
    if (title === 'Heard') {
      await phone.getByText('Listen, and type what you hear.', { exact: true }).waitFor();
      await answer(phone, 'cat');
    } else if (title === 'Unit 7') {
      await phone.getByRole('img', { name: 'A teal sheet' }).waitFor();
      await answer(phone, 'từ thứ nhất');
    } else {
      await side(phone, 'road').waitFor();
      await revealButton(phone).waitFor();
      await phone.getByRole('button', { name: 'More: this card' }).click();
      await phone.getByRole('menuitem', { name: 'Put aside until tomorrow' }).click();
      await notice(phone, 'status', 'Put aside: it comes again tomorrow.').waitFor();
    }
    await becomes(t, async () => (await heading.textContent()) !== title, true, `${title} is done`);
  }
  await phone.getByRole('heading', { name: /^Congratulations/ }).waitFor();
  t.equal(await rating(phone, 'Knew it').count(), 0);
  await allSaved(phone);
  const { rows } = await db.query(
    `select c.front, e.data ->> 'typed' as typed, e.data ->> 'mode' as mode
     from events e join cards c on c.id = (e.data ->> 'card_id')::integer where e.student_id = $1 order by c.front`,
    [student.id],
  );
  t.same(rows, [
    { front: 'cat', typed: 'right', mode: 'dictation' },
    { front: 'word 1', typed: 'right', mode: 'typing' },
  ]);
});
