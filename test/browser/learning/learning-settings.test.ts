import { notice } from '../harness/noted-notices.ts';
import { failsOnce, refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { counters, flashcard, openDeck, plainCards } from '../people/learning-in-browser.ts';

const test = screen({ as: 'student' });

test('LRN-03 LRN-04 LRN-05 LRN-06 LRN-07 LRN-08 ERR-47 MYC-14 the settings: what is chosen, refused and saved', async (app) => {
  const { t, page, student } = app;
  await openDeck(page, await student.deck('Words', plainCards(9)));
  await page.getByRole('button', { name: "Edit the deck's settings" }).click();
  const dialog = page.getByRole('dialog');
  const fresh = dialog.getByLabel('New cards per day');
  const most = dialog.getByLabel('Maximum cards per day');
  const save = dialog.getByRole('button', { name: 'Save' });
  const amount = dialog.getByRole('group', { name: 'How much each day' });
  const pressed = amount.locator('[aria-pressed=true]');
  const way = await dialog.getByRole('radio').first().boundingBox();
  t.ok(way!.y < (await amount.boundingBox())!.y, 'they begin with the way');
  t.same([await fresh.inputValue(), await most.inputValue()], ['20', '200'], 'LRN-09 the defaults');
  t.equal(await pressed.textContent(), 'A lot 20');
  t.equal(await most.getAttribute('min'), '200');
  await fresh.fill('30');
  t.equal(await most.getAttribute('min'), '300');
  t.equal(await pressed.count(), 0);
  await save.click();
  await dialog.getByText('Maximum cards per day must be at least 10× new cards per day').waitFor();
  await fresh.fill('-1');
  await dialog.getByText('New cards per day cannot be negative').waitFor();
  await most.fill('50');
  await amount.getByRole('button', { name: 'Medium 10' }).click();
  t.same([await fresh.inputValue(), await most.inputValue()], ['10', '100']);
  await amount.getByRole('button', { name: 'Light 5' }).click();

  const said = { code: 'validation_failed', message: 'Maximum cards per day: 7 at least' };
  const allow = await refuse(page, 'POST', '/api/decks/*/settings', [422, said]);
  await save.click();
  await dialog.getByText(said.message).waitFor();
  t.equal(await most.getAttribute('aria-invalid'), 'true');
  await allow();
  await failsOnce(page, 'POST', '/api/decks/*/settings', 'Failed to update settings', () => save.click());
  await save.click();
  await notice(page, 'status', 'Settings updated successfully!').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  t.same(await counters(page), ['New 5', 'Learning 0', 'Review 0']);
  await flashcard(page, 1, 5).waitFor();
});
