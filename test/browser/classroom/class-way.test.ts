import type { Page } from 'playwright-core';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import {
  allSaved,
  flashcard,
  goOnButton,
  openDeck,
  rating,
  revealButton,
} from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Type the answer' });
const said = 'Your class “10A1” practises this deck by typing.';

const test = screen({ as: 'teacher', name: 'Cô Mai' });

test('PRA-13 PRA-14 PRA-17 a class types, first because it must and then as each likes', async (app) => {
  const { t, page, db, newContext, teacher } = app;
  const deck = await newDeck(teacher, 'Animals');
  const { id: classId } = await newClass(teacher, '10A1', deck.id);
  await db.query(
    `insert into cards (deck_id, ordinal, front, back)
     values ($1, 1, 'cat', 'mèo'), ($1, 2, 'dog', 'chó'), ($1, 3, 'cow', 'bò')`,
    [deck.id],
  );
  await page.goto(`/teacher/classes?classId=${classId}&tab=decks`);
  const select = page.getByLabel('How the class practises it: Animals', { exact: true });
  const set = async (label: string) => {
    await select.selectOption({ label });
    await notice(page, 'status', 'The way to practise “Animals” has been set.').waitFor();
  };
  await set('Required: Type the answer');

  const student = await studentOf(app, classId, 'Lan', teacher);
  const phone = await (await newContext()).newPage();
  await enter(phone, student, '/student');
  await openDeck(phone, deck.id);
  await phone.getByText(said, { exact: true }).waitFor();
  await box(phone).fill('mèo');
  await box(phone).press('Enter');
  await phone.getByText('Exactly right').waitFor();
  await goOnButton(phone).click();
  await flashcard(phone, 2, 3).waitFor();
  await allSaved(phone);
  const { rows } = await db.query<{ mode: string }>(
    `select data ->> 'mode' as mode from events where student_id = $1`,
    [student.id],
  );
  t.same(rows, [{ mode: 'typing' }]);

  const settings = phone.getByRole('button', { name: "Edit the deck's settings" });
  const dialog = phone.getByRole('dialog');
  await settings.click();
  await dialog.getByText('Your teacher has set this way.', { exact: true }).waitFor();
  t.equal(await dialog.getByRole('radio').count(), 0, 'no other way is offered');
  await phone.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`/teacher/classes?classId=${classId}&tab=decks`);
  await set('Suggested: Type the answer');
  await phone.goto('/learn/today');
  await phone.getByText(said, { exact: true }).waitFor();
  await box(phone).waitFor();
  await settings.click();
  const chosen = phone.getByRole('dialog', { name: 'How “Animals” is studied' });
  t.ok(await chosen.getByRole('radio', { name: 'Type the answer' }).isChecked());
  await chosen.getByRole('radio', { name: 'Turn the card' }).check();
  await chosen.getByRole('button', { name: 'Save' }).click();
  await notice(phone, 'status', 'Settings updated successfully!').waitFor();
  await revealButton(phone).waitFor();
  await phone.getByText(said, { exact: true }).waitFor({ state: 'detached' });
  await revealButton(phone).click();
  await rating(phone, 'Knew it').click();
  await allSaved(phone);
  await phone.reload();
  await revealButton(phone).waitFor();
  t.equal(await phone.getByText(said, { exact: true }).count(), 0, 'the own choice stays');
  const { rows: kept } = await db.query<{ way: string }>(
    'select way from deck_settings where student_id = $1',
    [student.id],
  );
  t.same(kept, [{ way: 'turning' }]);
});
