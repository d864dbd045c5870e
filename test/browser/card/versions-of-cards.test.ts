import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';

const versions = (page: Page) => page.getByRole('dialog', { name: 'Earlier versions of the card' });
const row = (page: Page, field: string) => versions(page).getByRole('row', { name: new RegExp(`^${field}`) });
const marked = (page: Page, field: string) => row(page, field).locator('mark').allTextContents();

const test = screen({ as: 'teacher' });

test('VER-03 VER-06 a card that was changed by mistake comes back from its form', async (app) => {
  const { t, page, db, teacher } = app;
  const deckId = await teacher.deck('Words', [{ front: 'house', back: 'nơi để ở' }]);
  await page.goto(`/teacher?deckId=${deckId}`);
  const edit = page.getByRole('button', { name: 'Edit the card: house' });
  const form = page.getByRole('form', { name: 'Edit the card house' });
  await edit.click();
  await form.getByRole('button', { name: 'Earlier versions…' }).click();
  await versions(page).getByText('This card has not been changed since it was added.').waitFor();
  await page.keyboard.press('Escape');
  await versions(page).waitFor({ state: 'detached' });

  await form.getByLabel('Back').fill('nơi để sống');
  await form.getByLabel('Level').fill('A1');
  await form.getByRole('button', { name: 'Save the card' }).click();
  await notice(page, 'status', 'The card has been saved.').waitFor();
  await edit.click();
  await form.getByRole('button', { name: 'Earlier versions…' }).press('Enter');
  await row(page, 'Level').waitFor();
  t.same(await marked(page, 'Back'), ['ở', 'sống']);
  t.same(await marked(page, 'Level'), ['A1']);
  t.equal(await row(page, 'Back').getByText('differs').count(), 1);
  t.equal(await row(page, 'Front').getByText('differs').count(), 0);
  t.match(await versions(page).getByLabel('Version').textContent(), / · as it was added$/);
  await versions(page).getByRole('button', { name: 'Bring this version back' }).press('Enter');
  await notice(page, 'status', 'The card is as it was then.').waitFor();
  await versions(page).waitFor({ state: 'detached' });
  await page.getByText('nơi để ở', { exact: true }).waitFor();
  const { rows } = await db.query('select back, level from cards where deck_id = $1', [deckId]);
  t.same(rows, [{ back: 'nơi để ở', level: null }]);
});

test('VER-04 VER-06 the table shows the versions of one card; others’ changes are not lost', async (app) => {
  const { t, page, db, teacher } = app;
  const deckId = await teacher.deck('Words', [
    { front: 'house', back: 'nhà' },
    { front: 'tree', back: 'cây' },
  ]);
  const say = (back: string) =>
    db.query(`update cards set back = $2 where deck_id = $1 and front = 'house'`, [deckId, back]);
  await say('first');
  await say('second');
  await page.goto(`/teacher/decks/table/${deckId}`);
  await page.getByRole('checkbox', { name: 'Select the card house' }).check();
  await page.getByRole('button', { name: 'Earlier versions…' }).click();
  await row(page, 'Back').waitFor();
  t.same(await marked(page, 'Back'), ['first', 'second'], 'the latest of the earlier ones comes first');
  await versions(page).getByLabel('Version').selectOption({ value: '1' });
  t.same(await marked(page, 'Back'), ['nhà', 'second']);
  await say('third');
  const bringBack = versions(page).getByRole('button', { name: 'Bring this version back' });
  await bringBack.click();
  await notice(
    page,
    'alert',
    /^Nothing was brought back: Somebody else changed this card meanwhile/,
  ).waitFor();
  await row(page, 'Back').getByText('third').waitFor();
  await bringBack.click();
  await notice(page, 'status', 'The card is as it was then.').waitFor();
  await page.getByRole('gridcell', { name: 'nhà', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select the card tree' }).check();
  await page.getByRole('button', { name: 'Earlier versions…' }).waitFor({ state: 'detached' });
});

test('VER-11 VER-12 who changes a card that students know may say that it means something else', async (app) => {
  const { t, page, db, teacher } = app;
  const deckId = await teacher.deck('Words', [
    { front: 'bank', back: 'ngân hàng' },
    { front: 'tree', back: 'cây' },
  ]);
  // As after an answer.
  await db.query(
    `insert into review_schedule (student_id, card_id, deck_id, stability, difficulty, introduced_day, anchor_day, due_day,
       reviews, lapses, last_reviewed_at)
     select 0, id, deck_id, 2, 5, '2026-01-01', '2026-01-01', '2026-01-03', 1, 0, now() from cards where deck_id = $1`,
    [deckId],
  );
  const card = async (front: string) =>
    (
      await db.query<{ back: string; meaning: number }>(
        'select back, meaning from cards where deck_id = $1 and front = $2',
        [deckId, front],
      )
    ).rows[0];
  const form = page.getByRole('form', { name: 'Edit the card bank' });
  const other = form.getByRole('checkbox', { name: 'It means something else now' });
  const edit = async (back: string) => {
    await page.getByRole('button', { name: 'Edit the card: bank' }).click();
    await form.getByLabel('Back').fill(back);
  };
  const save = async () => {
    await form.getByRole('button', { name: 'Save the card' }).click();
    await form.waitFor({ state: 'detached' });
  };
  await page.goto(`/teacher?deckId=${deckId}`);
  await edit('ngân hàng lớn');
  await form.getByText('1 student has learnt this card.').waitFor();
  t.notOk(await other.isChecked(), 'another wording, unless one says so');
  await form.getByLabel('Back').fill('(ngân hàng).');
  await other.waitFor({ state: 'detached' });
  await save();
  t.same(await card('bank'), { back: '(ngân hàng).', meaning: 1 });
  await edit('ngân hàng lớn');
  await other.waitFor();
  await save();
  t.same(await card('bank'), { back: 'ngân hàng lớn', meaning: 1 });
  await edit('bờ');
  await form.getByText('The text is quite another one.').waitFor();
  await other.check();
  await save();
  t.same(await card('bank'), { back: 'bờ', meaning: 4 });

  await page.goto(`/teacher/decks/table/${deckId}`);
  const type = async (before: string, after: string) => {
    await page.getByRole('gridcell', { name: before, exact: true }).dblclick();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(after);
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: after, exact: true }).waitFor();
  };
  const note = page.getByRole('region', { name: 'Saved as another wording' });
  await type('cây', 'cái cây');
  await note.getByText('1 student has learnt this card.').waitFor();
  t.same(await card('tree'), { back: 'cái cây', meaning: 1 }, 'it is saved already');
  await note.getByRole('button', { name: 'They mean the same' }).click();
  await note.waitFor({ state: 'detached' });
  await type('cái cây', 'tấm gỗ');
  await note.getByRole('button', { name: 'It means something else now: tree' }).click();
  await note.waitFor({ state: 'detached' });
  await becomes(t, () => card('tree'), { back: 'tấm gỗ', meaning: 4 });
  await page.getByRole('grid').press('Control+z');
  await becomes(t, () => card('tree'), { back: 'tấm gỗ', meaning: 1 });
  await page.getByRole('grid').press('Control+z');
  await becomes(t, () => card('tree'), { back: 'cái cây', meaning: 1 });
});
