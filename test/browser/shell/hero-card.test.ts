import t from 'tap';
import { startBrowserTest } from '../harness/browser-harness.ts';

t.test('HOM-01 a visitor turns the card, rates it, and sees when it comes again', async (t) => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1320, height: 900 },
  ])
    await t.test(String(viewport.width), async (t) => {
      const { page } = await startBrowserTest(t, { locale: 'en-US', viewport });
      await page.goto('/');
      const trial = page.getByRole('region', { name: 'A card to try' });
      const press = (name: string | RegExp) => trial.getByRole('button', { name }).click();
      const below = page.getByRole('region', { name: 'Start with a ready-made deck' });
      const top = () => below.evaluate((each) => each.getBoundingClientRect().top + scrollY);
      await below.getByRole('article').first().waitFor();
      const before = await top();

      await trial.getByText('remember', { exact: true }).first().waitFor();
      t.equal(await trial.getByText('nhớ', { exact: true }).count(), 0, 'the answer comes after');
      await press('Turn the card');
      await trial.getByText('nhớ', { exact: true }).waitFor();
      await trial.getByRole('button', { name: /^Forgot\s+tomorrow$/ }).waitFor();
      t.equal(
        await trial.evaluate((each) => each.contains(document.activeElement)),
        true,
        'the keyboard stays',
      );
      await press(/^Knew it\s+2 days$/);
      await trial.getByRole('status').getByText('You meet it again in 2 days.').waitFor();
      t.equal(await top(), before, 'nothing below has moved');

      await press('Go to that day');
      await press('Turn the card');
      await press(/^Knew it\s+11 days$/);
      await trial.getByText('You meet it again in 11 days.').waitFor();
      await press('Go to that day');
      await press('Turn the card');
      await press(/^Forgot/);
      await trial.getByText('You meet it again in 2 days.').waitFor();
      await press('Start again');
      await trial.getByText('1 / 4', { exact: true }).waitFor();
      t.equal(await top(), before);
    });
});
