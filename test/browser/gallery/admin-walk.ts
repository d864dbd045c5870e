import { type AdminInBrowser, adminInBrowser } from '../people/admin-in-browser.ts';
import { csvFile } from '../people/import-in-browser.ts';
import type { Walk } from './gallery-walk.ts';

const LONG_TITLE = 'Một bộ thẻ chính thức có tên rất dài, dài hơn cả màn hình';
const LONG_SITE = 'Một trang web có tên thật dài để học từ vựng';
const LONG_FRONT = 'a'.repeat(80);

/** The administrator's area, but for the log. */
export async function walkAdministration(walk: Walk): Promise<void> {
  const { test, page, say, open, press, check } = walk;
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
  await page
    .getByRole('option', { name: /^Động vật/ })
    .first()
    .waitFor();
  await check('choice of a deck');
  await page.keyboard.press('Escape');
  await press('Edit: {0}', LONG_TITLE);
  await page.getByRole('form', { name: say('Edit the official deck') }).waitFor();
  await check('official deck');
  const thrown = await admin.teacher.deck(LONG_TITLE, cards);
  await admin.call('DELETE /api/admin/decks/:deckId', { params: { deckId: thrown } });
  await press('Deleted decks');
  await page.getByRole('list', { name: say('Deleted decks') }).waitFor();
  await check('trash of administrators');
  await press('Delete: {0}', LONG_TITLE);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Delete the deck') })
    .waitFor();
  await check('question about a deck');

  await admin.open('cards');
  await page.getByRole('combobox').fill(LONG_TITLE);
  await page.getByRole('option', { name: LONG_TITLE }).waitFor();
  await check('choice of any deck');
  await open(`/assmin?view=cards&deckId=${deckId}`);
  await press('Edit the card: {0}', LONG_FRONT);
  await page.getByRole('form', { name: say('Edit the card {0}', LONG_FRONT) }).waitFor();
  await check('card of anybody');

  await walkPeople(walk, admin);

  await admin.open('site');
  await field('Title of the site').fill('');
  await press('Save the settings');
  await page.getByText(say('Please fill in this field')).waitFor();
  await check('site without a title');
  await field('Title of the site').fill(LONG_SITE);
  await press('Save the settings');
  await page.getByRole('banner').getByText(LONG_SITE).waitFor();
  await check('site with a long title');

  await admin.open('account');
  await press('Change the password');
  await page
    .getByRole('form', { name: say('Change the password') })
    .getByLabel(say('Current password'))
    .waitFor();
  const sections = page.getByRole('navigation', { name: say('Sections') });
  // One of the two shows, by width; the sections come a moment after the page.
  const current = sections
    .getByRole('link', { name: say('Account') })
    .or(page.getByRole('tab', { name: say('Account') }));
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
  await test.db.query('delete from class_decks where deck_id = $1', [deckId]);
  await test.db.query('delete from decks where user_id = $1', [admin.teacher.id]);
  await walkImports(walk);
}

/** The question that is asked once, and a teacher who waits. */
async function walkEntry({ test, page, say, open, check }: Walk, admin: AdminInBrowser): Promise<void> {
  await test.db.query('update site_settings set entry_is_chosen = false');
  await open('/assmin');
  await page.getByRole('radio').first().waitFor();
  await check('who may come in');
  await test.db.query('update site_settings set entry_is_chosen = true');
  const setWaiting = (isWaiting: boolean) =>
    test.db.query('update users set awaits_approval = $2 where id = $1', [admin.teacher.id, isWaiting]);
  await setWaiting(true);
  await open('/assmin');
  const waiting = page.getByRole('region', { name: say('Teachers who wait to be let in') });
  await waiting.getByRole('list').waitFor();
  await waiting.getByRole('checkbox', { name: say('Choose all on this page') }).check();
  await check('a teacher who waits');
  await setWaiting(false);
}

/** People, one of them, a new password, and the audit log. */
async function walkPeople({ page, say, press, check }: Walk, admin: AdminInBrowser): Promise<void> {
  const people = page.getByRole('list', { name: say('People') });
  await admin.open(`people&search=Lan`);
  await people.getByRole('link').first().waitFor();
  await page.getByLabel(say('Choose all on this page')).check();
  await page.getByRole('group', { name: say('For those who are chosen') }).waitFor();
  await check('people, all chosen');
  await admin.open(`people&personId=${admin.teacher.id}`);
  await press('New password');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('New password') }).click();
  await dialog.getByRole('table').waitFor();
  await check('a new password');
  await dialog.getByRole('button', { name: say('Done') }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(say('Must change the password')).waitFor();
  await check('one person');
  await press('Hand it over: {0}', 'Động vật');
  await page.getByRole('form', { name: say('Hand the deck over') }).waitFor();
  await check('a deck to hand over');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: new RegExp(`^${say('Hand over: {name}', '')}`) })
    .first()
    .click();
  await dialog.getByLabel(say('Find a teacher')).fill('nobody of this name');
  await dialog.getByText(say('No other teacher has this name.')).waitFor();
  await dialog.getByRole('button', { name: say('Hand over') }).click();
  await check('hand-over of a class');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await admin.open(`acts&personId=${admin.teacher.id}`);
  await page.getByRole('list', { name: say('Entries') }).waitFor();
  await check('book of acts');
  await admin.open('acts&classId=999999');
  await page.getByText(say('No entry is found.')).waitFor();
  await check('no acts');
}

async function walkImports({ test, page, say, open, press, check }: Walk): Promise<void> {
  await open('/assmin?view=import');
  const form = page.getByRole('form', { name: say('Import a deck') });
  const isOfficial = form.getByRole('switch', { name: say('Official deck') });
  await press('What the files look like');
  await isOfficial.check();
  await press('Check only');
  await check('import with nothing filled in');

  await form.getByLabel(say('Title'), { exact: true }).fill('a'.repeat(50));
  await isOfficial.uncheck();
  const chooser = page.waitForEvent('filechooser');
  await form.getByLabel(say('Deck file (Excel, CSV, TSV, JSON, Anki package or ZIP)')).click();
  const columns = Array.from({ length: 12 }, (_, index) => `column ${index}`).join(',');
  const table = `front,back,${columns}\n,mèo,${'x'.repeat(90)}\n`;
  await (await chooser).setFiles(csvFile(`${'long-name-'.repeat(15)}.csv`, table));
  await form.getByRole('table').waitFor();
  await check('columns of a table');

  await test.worker.stop();
  await press('Check only');
  const card = page.getByRole('article').first();
  await card.getByText(say('Waiting for its turn')).waitFor();
  await check('import on its way');
  await test.worker.start();
  await card.getByRole('table').waitFor();
  await check('report of an import');
}
