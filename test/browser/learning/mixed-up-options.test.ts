import { hasFocus, screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import { flashcard, goOnButton, openDeck, side } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';

const test = screen({ as: 'teacher', name: 'Cô Mai' });

test('PRA-19 PRA-20 what a classmate has mixed up stands among the options, and on a list', async (app) => {
  const { t, page, db, newContext, teacher } = app;
  const deck = await newDeck(teacher, 'Animals');
  const { id: classId } = await newClass(teacher, '10A1', deck.id);
  const { rows: cards } = await db.query<{ id: number }>(
    `insert into cards (deck_id, ordinal, front, back)
     select $1, n, 'word ' || n, 'từ ' || n from generate_series(1, 40) n returning id`,
    [deck.id],
  );
  const classmate = await studentOf(app, classId, 'Bình', teacher);
  await classmate.call('POST /api/cards/:cardId/progress', {
    params: { cardId: cards[1]!.id },
    body: { status: 0, time_spent: 2, mode: 'choice', answer: 'từ 40' },
  });

  const student = await studentOf(app, classId, 'Lan', teacher);
  await student.call('POST /api/decks/:deckId/settings', {
    params: { deckId: deck.id },
    body: { new_cards_per_day: 5, max_cards_per_day: 50, way: 'choice' },
  });
  const phone = await (await newContext({ viewport: { width: 360, height: 640 }, hasTouch: true })).newPage();
  await enter(phone, student, '/student');
  const read = phone.waitForResponse('**/mixed-up**');
  await openDeck(phone, deck.id);
  const options = phone.getByRole('group', { name: 'Choose the answer' }).getByRole('button');
  await options.filter({ hasText: /từ 1$/ }).click();
  await read;
  await goOnButton(phone).click();
  await flashcard(phone, 2, 5).waitFor();
  await options.filter({ hasText: /từ 40$/ }).click();
  await side(phone, 'từ 2').first().waitFor();

  await page.goto(`/teacher/classes?classId=${classId}&tab=decks`);
  await page.getByRole('button', { name: 'Mixed up: Animals' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mixed up: Animals' });
  const pair = dialog.getByRole('listitem');
  await pair.getByText('1 time · 1 student').waitFor();
  t.match(await pair.textContent(), /word 2 – từ 2\s*word 40 – từ 40/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  t.ok(await hasFocus(page.getByRole('button', { name: 'Mixed up: Animals' })), 'the focus comes back');
});
