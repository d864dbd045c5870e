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
  await walkClosedDoors(walk);
  await open('/forgotten-password');
  await page
    .getByText(say('Your teacher gives you a new one, or the administrator of your school.'))
    .waitFor();
  await check('forgotten password, without letters');
  await page.route('**/api/site-settings', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ json: { ...rest, data: { ...data, letters: true } } });
  });
  await open('/forgotten-password');
  await press('Send me the link');
  await page.getByText(say('Please fill in this field')).waitFor();
  await check('forgotten password');
  await page.unrouteAll();
  await open('/new-password-by-mail#token');
  await press('Change the password');
  await page.getByText(say('Please fill in this field')).first().waitFor();
  await check('a new password by mail');
  await open('/new-password-by-mail');
  await page.getByRole('heading', { name: say('This link is no longer good') }).waitFor();
  await check('a link that has ended');
  await open('/confirm-email#token');
  await press('Confirm the address');
  await page.getByRole('alert').waitFor();
  await check('an address that cannot be confirmed');
  await open('/login/school#problem=school_login_cancelled');
  await page.getByRole('alert').waitFor();
  await check('refused by the school’s login');
  for (const [wanted, heading] of [
    ['role', say('Welcome, {name}!', 'Mai')],
    ['password', say('You have an account here already')],
  ] as const) {
    const question = { wanted, name: 'Mai', email: 'mai@school.edu.vn' };
    await page.route('**/api/login/school', (route) =>
      route.fulfill({ json: { success: true, data: { login: null, question, logout_url: null } } }),
    );
    await open(`/login/school?next=%2F${wanted}#code=x`);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await check(`the school’s login asks for the ${wanted}`);
    await page.unrouteAll();
  }
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
