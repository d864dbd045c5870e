import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { counters, flashcard, openDeck, plainCards } from '../people/learning-in-browser.ts';

const test = screen({ as: 'student' });

test('LRN-03 LRN-04 LRN-05 LRN-06 LRN-07 the settings form and what it refuses', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(2)));
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  const fresh = dialog.getByLabel('New cards per day');
  const most = dialog.getByLabel('Maximum cards per day');
  t.same([await fresh.inputValue(), await most.inputValue()], ['20', '200'], 'LRN-09 the defaults');
  t.equal(await most.getAttribute('min'), '200');
  await fresh.fill('30');
  t.equal(await most.getAttribute('min'), '300');
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  const tooLow = dialog.getByText('Maximum cards per day must be at least 10× new cards per day');
  await tooLow.waitFor();
  await fresh.fill('-1');
  await dialog.getByText('New cards per day cannot be negative').waitFor();
  await fresh.fill('1');
  await page.route('**/settings', (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, code: 'validation_failed', message: 'Maximum cards per day: 7 at least' },
    }),
  );
  await save.click();
  await dialog.getByText('Maximum cards per day: 7 at least').waitFor();
  t.equal(await most.getAttribute('aria-invalid'), 'true');
});

test('MYC-14 the settings begin with the way, and the amount is one touch or an own number', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(9)));
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByRole('group', { name: 'How much' });
  const way = await dialog.getByRole('radio').first().boundingBox();
  t.ok(way!.y < (await amount.boundingBox())!.y);
  const pressed = amount.locator('[aria-pressed=true]');
  t.equal(await pressed.textContent(), 'A lot 20', 'LRN-09 the default');
  await dialog.getByLabel('Maximum cards per day').fill('50');
  await amount.getByRole('button', { name: 'Medium 10' }).click();
  t.equal(await dialog.getByLabel('New cards per day').inputValue(), '10');
  t.equal(await dialog.getByLabel('Maximum cards per day').inputValue(), '100');
  await dialog.getByLabel('New cards per day').fill('7');
  t.equal(await pressed.count(), 0);
  await amount.getByRole('button', { name: 'Light 5' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await flashcard(page, 1, 5).waitFor();
});

test('LRN-08 ERR-47 settings are saved, and the session follows; a failure is told', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(5)));
  await page.route('**/settings', (route) =>
    route.fulfill({
      status: 418,
      json: { success: false, code: 'internal_error', message: 'I am a teapot' },
    }),
  );
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New cards per day').fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await notice(page, 'alert', 'Failed to update settings: I am a teapot').waitFor();
  await page.unroute('**/settings');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await notice(page, 'status', 'Settings updated successfully!').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  t.same(await counters(page), ['New 2', 'Learning 0', 'Review 0']);
  await flashcard(page, 1, 2).waitFor();
});
