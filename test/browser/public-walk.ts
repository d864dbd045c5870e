import type { Walk } from './gallery-walk.ts';

/** The pages for everybody, before anybody has logged in. */
export async function walkPublicPages(walk: Walk): Promise<void> {
  const { page, say, open, press, openMenu, check } = walk;
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
  await walkClosedDoors(walk);
  await open('/nothing');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check('not found');
}

/** The same pages where not everybody may come in. */
async function walkClosedDoors({ test, page, say, open, check }: Walk): Promise<void> {
  const set = (entry: string, code: string | null = null) =>
    test.db.query('update site_settings set entry = $1, entry_code = $2', [entry, code]);
  await set('code', 'ABCDEFGH');
  await open('/register');
  await page.getByLabel(say('Code of your school')).waitFor();
  await check('register by code');
  await set('closed');
  await open('/register');
  await page.getByRole('heading', { name: say('Your school makes the accounts') }).waitFor();
  await check('register where nobody does');
  const instead = say(
    'Your school makes the accounts: ask your teacher, or the administrator of your school.',
  );
  for (const path of ['/login', '/']) {
    await open(path);
    await page.getByText(instead).waitFor();
    await check(`${path} where nobody registers`);
  }
  await set('open');
}
