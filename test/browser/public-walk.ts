import type { Walk } from './gallery-walk.ts';

/** The pages for everybody, before anybody has logged in. */
export async function walkPublicPages({ page, say, open, press, openMenu, check }: Walk): Promise<void> {
  await page.route('**/api/official-decks', (route) => route.fulfill({ status: 404, json: {} }));
  await open('/');
  await page
    .getByRole('alert')
    .filter({ hasText: say('The official decks could not be loaded') })
    .waitFor();
  await check('a region that failed');
  await page.unrouteAll();
  await press('Try again');
  const decks = page.getByRole('region', { name: say('Start with a ready-made deck') });
  await decks.getByRole('article').first().waitFor();
  await press('Read more');
  await openMenu();
  await check('home');
  await open('/about');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check('about');
  await open('/privacy');
  await page.getByRole('heading', { name: say('What you can do') }).waitFor();
  await check('privacy');

  for (const [path, send] of [
    ['/login', 'Log in'],
    ['/register', 'Create my account'],
    ['/assmin/login', 'Log in'],
  ] as const) {
    await open(path);
    await page
      .getByRole('main')
      .getByRole('button', { name: say(send), exact: true })
      .click();
    await page.getByText(say('Please fill in this field')).first().waitFor();
    await check(`${path} with nothing filled in`);
  }
  await open('/nothing');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check('not found');
}
