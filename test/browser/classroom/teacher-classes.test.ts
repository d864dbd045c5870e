import type { Page } from 'playwright-core';
import { spacedCode } from '../../../core/text/code-text.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, withClass } from '../people/class-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const CLASSES = '/teacher/classes';

const test = screen({ as: 'teacher' });
const ofClass = screen({ as: 'teacher' }, withClass);

const others = (page: Page) => page.getByRole('button', { name: 'Other classes' });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const form = (page: Page) => page.getByRole('form', { name: 'New class' });
const decks = (page: Page) => page.getByRole('list', { name: 'Decks of the class' }).getByRole('listitem');

/** Of a select: the labels of its groups with their options. */
const groupsOf = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .locator('optgroup')
    .evaluateAll((all) =>
      all.map((group) => [
        group.getAttribute('label'),
        ...[...group.querySelectorAll('option')].map((option) => option.textContent),
      ]),
    );

test('CLS-02 CLS-03 CLS-04 ERR-20 ERR-37 a class is made with its name and first deck', async (app) => {
  const { t, page, teacher } = app;
  await newDeck(teacher, 'Unit 1');
  await page.goto(CLASSES);
  const create = form(page).getByRole('button', { name: 'Create class' });
  await create.click();
  await page.getByText('Please give the class a name').waitFor();
  await page.getByText('Please choose a deck').waitFor();

  const name = page.getByLabel('Class name');
  await name.fill('ế'.normalize('NFD').repeat(101));
  await page.getByText('At most 100 letters').waitFor();
  await name.fill(' ');
  await page.getByText('Please give the class a name').waitFor();
  await name.fill('ế'.normalize('NFD').repeat(100));
  await page.getByText('Please give the class a name').waitFor({ state: 'detached' });
  t.equal(await page.getByText('At most 100 letters').count(), 0, 'letters count, not bytes');
  t.same(await teacher.call('GET /api/classes'), [], 'nothing was sent');

  await t.test('DCK-20 CX-11 the deck is chosen from official and personal ones', async (t) => {
    const [official, personal] = await groupsOf(page, 'Deck');
    t.equal(official?.[0], 'Official decks');
    t.ok(official?.includes('Everyday nouns'));
    t.same(personal, ['Personal decks', 'Unit 1']);
  });

  await name.fill('10A1');
  await page.getByLabel('Deck', { exact: true }).selectOption({ label: 'Unit 1' });
  const allow = await refuse(page, 'POST', '/api/classes');
  await create.click();
  await notice(page, 'alert', 'The class could not be created: The server is busy').waitFor();
  t.equal(await name.inputValue(), '10A1', 'what was typed is kept');
  await allow();
  await create.click();
  await page.getByRole('heading', { name: '10A1' }).waitFor();
  const [made] = await teacher.call('GET /api/classes');
  const code = spacedCode(made!.code!);
  const told = `The class has been created: code ${code}, number ${made?.id}.`;
  await notice(page, 'status', told).waitFor();
  t.match(page.url(), new RegExp(`classId=${made?.id}$`), 'and is chosen');
  await page.getByRole('group', { name: 'Class code' }).getByText(code, { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Decks' }).click();
  await decks(page).first().waitFor();
  t.match(await decks(page).allInnerTexts(), [/Unit 1/]);
});

ofClass('CLS-05 CLS-11 ERR-32 the list has the own classes only, and keeps the choice', async (app) => {
  const { t, page, classroom } = app;
  const other = await makeAccount(app, 'teacher', 'Thầy Nam');
  await newClass(other, 'Not hers', (await newDeck(other, 'His')).id);
  await page.goto(`${CLASSES}?tab=students`);
  await notice(page, 'alert', 'Please select a class first').waitFor();
  await page.getByRole('article', { name: '10A1' }).getByRole('link', { name: '10A1' }).click();
  await title(page, '10A1').waitFor();
  await others(page).click();
  await page.getByRole('menuitem', { name: 'New class' }).click();
  await page.getByLabel('Class name').fill('10A2');
  await page.getByLabel('Deck', { exact: true }).selectOption({ label: 'Unit 1' });
  await form(page).getByRole('button', { name: 'Create class' }).click();
  await title(page, '10A2').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.goto(`${CLASSES}?classId=`);
  const cards = page.getByRole('region', { name: 'Your classes' }).getByRole('article');
  await cards.first().waitFor();
  t.same(await cards.getByRole('heading').allInnerTexts(), ['10A1', '10A2']);
  await cards.getByRole('link', { name: '10A2' }).click();
  await title(page, '10A2').waitFor();
  await others(page).click();
  await page.getByRole('menuitem', { name: 'All classes' }).waitFor();
  t.same(await page.getByRole('menuitem').allInnerTexts(), ['10A1', 'All classes', 'New class']);
  await page.getByRole('menuitem', { name: '10A1' }).click();
  await page.waitForURL(`**${CLASSES}?classId=${classroom.id}`);
  await page.getByRole('heading', { name: '10A1' }).waitFor();

  await page.reload();
  await page.getByRole('heading', { name: '10A1' }).waitFor();
  await page.goto(CLASSES);
  await page.getByRole('heading', { name: '10A1' }).waitFor();
  await page.goto(`${CLASSES}?classId=${classroom.id + 1}`);
  await cards.first().waitFor();
  t.equal(await title(page, 'Not hers').count(), 0, "another teacher's class is none");
});

ofClass('CLS-01 SL-19 CLS-19 a class has several decks, which come and go', async (app) => {
  const { t, page, teacher, classroom } = app;
  await newDeck(teacher, 'Unit 2');
  await page.goto(`${CLASSES}?classId=${classroom.id}&tab=decks`);
  await page.getByText('No students yet').waitFor();
  await page.getByLabel('Add a deck', { exact: true }).waitFor();
  t.same((await groupsOf(page, 'Add a deck'))[1], ['Personal decks', 'Unit 2'], 'of those it does not have');
  await page.getByRole('button', { name: 'Add deck' }).click();
  await page.getByText('Please choose a deck').waitFor();
  await page.getByLabel('Add a deck', { exact: true }).selectOption({ label: 'Unit 2' });
  await page.getByRole('button', { name: 'Add deck' }).click();
  await notice(page, 'status', 'The deck has been added to the class.').waitFor();
  await decks(page).filter({ hasText: 'Unit 2' }).waitFor();
  t.match(await decks(page).allInnerTexts(), [/Unit 2/, /Unit 1/], 'CLS-22 the newest first');
  const [field, list] = [page.getByLabel('Add a deck', { exact: true }), decks(page).first()];
  t.ok((await field.boundingBox())!.y < (await list.boundingBox())!.y, 'CLS-22 the form above them');

  await page.getByRole('button', { name: 'Remove: Unit 1' }).click();
  const question = page.getByRole('dialog', { name: 'Remove “Unit 1” from the class?' });
  await question.getByText('it comes back when the deck is added again').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  t.equal(await decks(page).count(), 2);
  await page.getByRole('button', { name: 'Remove: Unit 1' }).click();
  await question.getByRole('button', { name: 'Remove the deck' }).click();
  await decks(page).filter({ hasText: 'Unit 1' }).waitFor({ state: 'detached' });
  const { decks: left } = await teacher.call('GET /api/classes/:classId', {
    params: { classId: classroom.id },
    query: { include: 'decks' },
  });
  t.match(left, [{ title: 'Unit 2' }]);
});

ofClass('SL-115 CLS-09 ERR-21 ERR-37 a class is renamed, and deleted after a question', async (app) => {
  const { t, page, teacher, classroom } = app;
  const inMenu = async (item: string) => {
    await page.getByRole('button', { name: 'More about the class' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await page.goto(`${CLASSES}?classId=${classroom.id}`);
  await inMenu('Rename class');
  const dialog = page.getByRole('dialog', { name: 'Rename class' });
  const name = dialog.getByLabel('Class name');
  await name.fill(' ');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByText('Please give the class a name').waitFor();
  await name.fill('11A1');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await title(page, '11A1').waitFor();
  await notice(page, 'status', 'The class has been renamed.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  t.equal((await teacher.call('GET /api/classes'))[0]?.name, '11A1');

  const remove = async (answer: string) => {
    await inMenu('Delete class');
    await page.getByRole('dialog').getByRole('button', { name: answer }).click();
  };
  await remove('Cancel');
  const allow = await refuse(page, 'DELETE', `/api/classes/${classroom.id}`);
  await remove('Delete class');
  await notice(page, 'alert', 'The class could not be deleted: The server is busy').waitFor();
  await allow();
  t.equal((await teacher.call('GET /api/classes')).length, 1);
  await remove('Delete class');
  await notice(page, 'status', 'The class has been deleted.').waitFor();
  await page.getByText('You have no class yet.').waitFor();
  t.same(await teacher.call('GET /api/classes'), []);
});
