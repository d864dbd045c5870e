import { until } from '../../harness/until.ts';
import { chooseFile } from '../card/chosen-file.ts';
import { LOOKS, lookName } from '../harness/accessible-screen.ts';
import { screen } from '../harness/screen.ts';
import { type AdminInBrowser, adminInBrowser } from '../people/admin-in-browser.ts';
import { csvFile } from '../people/import-in-browser.ts';
import { appendPoison, givenLog, quietNights } from '../people/log-in-browser.ts';
import { makeAccount } from '../people/person.ts';
import { type Walk, walkInLook } from './gallery-walk.ts';

/** The pages for everybody, before anybody has logged in. */
async function walkPublicPages(walk: Walk): Promise<void> {
  const { page, say, the, said, open, press, openMenu, check } = walk;
  await page.route('**/api/official-decks', (route) => route.fulfill({ status: 404, json: {} }));
  await open('/');
  await page
    .getByRole('alert')
    .filter({ hasText: say('The official decks could not be loaded') })
    .first()
    .waitFor();
  await check('a region that failed');
  await page.unrouteAll();
  await press('Try again');
  const decks = the('region', 'Start with a ready-made deck');
  await decks.getByRole('article').first().waitFor();
  await press('Read more');
  await openMenu();
  await check('home');
  await open('/about');
  await check('about', page.getByRole('heading', { level: 1 }));
  await open('/privacy');
  await check('privacy', the('heading', 'What you can do'));

  for (const [path, send] of [
    ['/login', 'Log In'],
    ['/register', 'Create my account'],
    ['/assmin/login', 'Log In'],
  ] as const) {
    await open(path);
    await page
      .getByRole('main')
      .getByRole('button', { name: say(send), exact: true })
      .click();
    await check(`${path} with nothing filled in`, said('Please fill in this field').first());
  }
  await walkClosedDoors(walk);
  await open('/forgotten-password');
  await said('Your teacher gives you a new one, or the administrator of your school.').waitFor();
  await check('forgotten password, without letters');
  await page.route('**/api/site-settings', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ json: { ...rest, data: { ...data, letters: true } } });
  });
  await open('/forgotten-password');
  await press('Send me the link');
  await check('forgotten password', said('Please fill in this field'));
  await page.unrouteAll();
  await open('/new-password-by-mail#token');
  await press('Change the password');
  await check('a new password by mail', said('Please fill in this field').first());
  await open('/new-password-by-mail');
  await check('a link that has ended', the('heading', 'This link no longer works'));
  await open('/confirm-email#token');
  await press('Confirm the address');
  await check('an address that cannot be confirmed', page.getByRole('alert'));
  await open('/login/school#problem=school_login_cancelled');
  await check('refused by the school’s login', page.getByRole('alert'));
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
  await check('not found', page.getByRole('heading', { level: 1 }));
}

/** The same pages where not everybody may come in. */
async function walkClosedDoors({ test, page, say, the, open, check }: Walk): Promise<void> {
  const set = (entry: string, code: string | null = null) =>
    test.sql`update site_settings set entry = ${entry}, entry_code = ${code}`;
  await set('code', 'ABCDEFGH');
  await open('/register');
  await check('register by code', page.getByLabel(say('Code of your school')));
  await set('closed');
  await open('/register');
  await check('register where nobody does', the('heading', 'Your school makes the accounts'));
  const instead = say(
    'Your school makes the accounts: ask your teacher, or the administrator of your school.',
  );
  for (const path of ['/login', '/']) {
    await open(path);
    await check(`${path} where nobody registers`, page.getByText(instead));
  }
  await set('open');
}

const LONG_TITLE = 'Một bộ thẻ chính thức có tên rất dài, dài hơn cả màn hình';
const LONG_SITE = 'Một trang web có tên thật dài để học từ vựng';
const LONG_FRONT = 'a'.repeat(80);

/** The administrator's area, but for the log. */
async function walkAdministration(walk: Walk): Promise<void> {
  const { test, page, say, the, said, open, press, check } = walk;
  const admin = await adminInBrowser(test);
  const cards = [
    { front: LONG_FRONT, back: 'nhà', example_sentence: 'Một ngôi nhà to.', level: 'A1' },
    ...Array.from({ length: 25 }, (_, index) => ({ front: `front ${index}`, back: `back ${index}` })),
  ];
  const deckId = await admin.teacher.deck(LONG_TITLE, cards, { is_official: true });
  await admin.teacher.classes(deckId, 1);
  await admin.teacher.deck('Động vật');
  const field = (text: string) => page.getByLabel(say(text), { exact: true });

  await walkEntry(walk, admin);
  await admin.open('official');
  await press('Make it official');
  await check('no deck chosen');
  await page.getByRole('tabpanel').getByRole('combobox').click();
  await check('choice of a deck', page.getByRole('option', { name: /^Động vật/ }).first());
  await page.keyboard.press('Escape');
  await press('Edit: {0}', LONG_TITLE);
  await check('official deck', the('form', 'Edit the official deck'));
  const thrown = await admin.teacher.deck(LONG_TITLE, cards);
  await admin.call('DELETE /api/admin/decks/:deckId', { params: { deckId: thrown } });
  await press('Deleted decks');
  await check('trash of administrators', the('list', 'Deleted decks'));
  await press('Delete: {0}', LONG_TITLE);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Delete the deck') })
    .waitFor();
  await check('question about a deck');

  await admin.open('cards');
  await page.getByRole('combobox').fill(LONG_TITLE);
  await check('choice of any deck', page.getByRole('option', { name: LONG_TITLE }));
  await open(`/assmin?view=cards&deckId=${deckId}`);
  await press('Edit the card: {0}', LONG_FRONT);
  await check('card of anybody', the('form', 'Edit the card {0}', LONG_FRONT));

  await walkPeople(walk, admin);

  await admin.open('site');
  await field('Title of the site').fill('');
  await press('Save the settings');
  await check('site without a title', said('Please fill in this field'));
  await field('Title of the site').fill(LONG_SITE);
  await press('Save the settings');
  await check('site with a long title', page.getByRole('banner').getByText(LONG_SITE));

  await admin.open('account');
  await press('Change the password');
  await the('form', 'Change the password').getByLabel(say('Current password')).waitFor();
  const sections = the('navigation', 'Sections');
  // One of the two shows, by width; the sections come a moment after the page.
  const current = sections.getByRole('link', { name: say('Account') }).or(the('tab', 'Account'));
  await current.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    if (left < 0 || right > window.innerWidth) throw new Error(`The open section is at ${left} to ${right}`);
  });
  await check('account');
  // As the next walk expects it.
  await admin.open('site');
  await field('Title of the site').fill('Nhớ');
  await press('Save the settings');
  await page.getByRole('banner').getByText('Nhớ', { exact: true }).waitFor();
  await test.sql`delete from class_decks where deck_id = ${deckId}`;
  await test.sql`delete from decks where user_id = ${admin.teacher.id}`;
  await walkImports(walk);
}

/** The question that is asked once, and a teacher who waits. */
async function walkEntry({ test, page, say, the, open, check }: Walk, admin: AdminInBrowser): Promise<void> {
  await test.sql`update site_settings set entry_is_chosen = false`;
  await open('/assmin');
  await check('who may come in', page.getByRole('radio').first());
  await test.sql`update site_settings set entry_is_chosen = true`;
  const setWaiting = (isWaiting: boolean) =>
    test.sql`update users set awaits_approval = ${isWaiting} where id = ${admin.teacher.id}`;
  await setWaiting(true);
  await open('/assmin');
  const waiting = the('region', 'Teachers who wait to be let in');
  await waiting.getByRole('list').waitFor();
  await waiting.getByRole('checkbox', { name: say('Choose all on this page') }).check();
  await check('a teacher who waits');
  await setWaiting(false);
}

/** People, one of them, a new password, and the audit log. */
async function walkPeople(
  { test, page, say, the, said, press, closeDialog, check }: Walk,
  admin: AdminInBrowser,
): Promise<void> {
  const student = await makeAccount(test, 'student', 'Mai');
  await student.deck('Nhật ký', [{ front: 'a', back: 'b' }]);
  await admin.open(`people&personId=${student.id}`);
  await check('what a student made', said('A student’s deck'));
  await test.sql`delete from decks where user_id = ${student.id}`;
  const people = the('list', 'People');
  await admin.open(`people&search=Lan`);
  await people.getByRole('link').first().waitFor();
  await page.getByLabel(say('Choose all on this page')).check();
  await check('people, all chosen', the('group', 'For those who are chosen'));
  await admin.open(`people&personId=${admin.teacher.id}`);
  await press('New password');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('New password') }).click();
  await check('a new password', dialog.getByRole('table'));
  await dialog.getByRole('button', { name: say('Done') }).click();
  await dialog.waitFor({ state: 'detached' });
  await check('one person', said('Must change the password'));
  await press('Hand it over: {0}', 'Động vật');
  await check('a deck to hand over', the('form', 'Hand the deck over'));
  await closeDialog();
  await page
    .getByRole('button', { name: new RegExp(`^${say('Hand over: {name}', '')}`) })
    .first()
    .click();
  await dialog.getByLabel(say('Find a teacher')).fill('nobody of this name');
  await dialog.getByText(say('No other teacher has this name.')).waitFor();
  await dialog.getByRole('button', { name: say('Hand over') }).click();
  await check('hand-over of a class');
  await closeDialog();
  await admin.open(`acts&personId=${admin.teacher.id}`);
  await check('book of acts', the('list', 'Entries'));
  await admin.open('acts&classId=999999');
  await check('no acts', said('No entry is found.'));
}

async function walkImports({ test, page, say, the, open, press, check }: Walk): Promise<void> {
  await open('/assmin?view=import');
  const form = the('form', 'Import a deck');
  const isOfficial = form.getByRole('switch', { name: say('Official deck') });
  await press('What the files look like');
  await isOfficial.check();
  await press('Check only');
  await check('import with nothing filled in');

  await form.getByLabel(say('Title'), { exact: true }).fill('a'.repeat(50));
  await isOfficial.uncheck();
  const label = say('Deck file (Excel, CSV, TSV, JSON, Anki package or ZIP)');
  const columns = Array.from({ length: 12 }, (_, index) => `column ${index}`).join(',');
  const table = `front,back,${columns}\n,mèo,${'x'.repeat(90)}\n`;
  await chooseFile(form.getByLabel(label), csvFile(`${'long-name-'.repeat(15)}.csv`, table));
  await check('columns of a table', form.getByRole('table'));

  await test.worker.stop();
  await press('Check only');
  const card = page.getByRole('article').first();
  await check('import on its way', card.getByText(say('Waiting for its turn')));
  await test.worker.start();
  await check('report of an import', card.getByRole('table'));
}

/** The log of a product in which rows differ and events are parked, as the administrator who is logged in. */
async function walkLog({ test, page, say, the, open, press, check }: Walk): Promise<void> {
  await open('/assmin?view=log');
  await page.getByText('unknown event type').first().waitFor();
  await press('Verify now');
  const latest = the('article', 'Last verification');
  await latest.getByRole('button', { name: say('Show the rows') }).click();
  await latest.getByRole('table').first().waitFor();
  await press('Show the numbers');
  await check('log with differences');
  await press('Rebuild…');
  await check('question about rebuilding', page.getByRole('dialog').getByRole('checkbox').first());
  await page.keyboard.press('Escape');
  await test.worker.stop();
  await press('Verify now');
  await check('run that waits', the('article', 'Current run'));
  await test.worker.start();
}

/** With a school's login, to which nobody goes here. */
const SCHOOL = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'nho',
  OIDC_CLIENT_SECRET: 'not needed',
  OIDC_NAME: 'Trường Lê Quý Đôn',
};

const test = screen({ own: true, env: { ...quietNights(), ...SCHOOL } });

test('LNG-01 GLB-30 GLB-31 ACC-22 ADM-21 the screens of visitors and administrators', async (app) => {
  const { t, db } = app;

  // A row of the log's tables was tampered with, and there are events that cannot be read.
  const scene = await givenLog(app, 3);
  const tamper = 'update deck_stats set seconds = seconds + 1 where student_id = $1 and reviews = 3';
  await until(async () => (await db.query(tamper, [scene.student.id])).rowCount === 1);
  await appendPoison(scene);

  const walks = [walkPublicPages, walkAdministration, walkLog];
  for (const look of LOOKS) await t.test(lookName(look), (t) => walkInLook(t, app, look, walks));
});
