import type { Walk } from './gallery-walk.ts';

/** The log of a product in which rows differ and events are parked, as the administrator who is logged in. */
export async function walkLog({ test, page, say, open, press, check }: Walk): Promise<void> {
  await open('/assmin?view=log');
  await page.getByText('unknown event type').first().waitFor();
  await press('Verify now');
  const latest = page.getByRole('article', { name: say('Last verification') });
  await latest.getByRole('button', { name: say('Show the rows') }).click();
  await latest.getByRole('table').first().waitFor();
  await press('Show the numbers');
  await check('log with differences');
  await press('Rebuild…');
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await check('question about rebuilding');
  await page.keyboard.press('Escape');
  await test.worker.stop();
  await press('Verify now');
  await page.getByRole('article', { name: say('Current run') }).waitFor();
  await check('run that waits');
  await test.worker.start();
}
