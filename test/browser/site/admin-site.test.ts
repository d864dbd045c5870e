import type { Page } from 'playwright-core';
import { LOGO_MAX_BYTES } from '../../../core/site/site-limits.ts';
import { chooseFile } from '../card/chosen-file.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser } from '../people/admin-in-browser.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import type { ChosenFile } from '../people/import-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const SAVED = "The site's settings have been saved.";
const SETTINGS = '**/api/admin/site-settings';

const form = (page: Page) => page.getByRole('form', { name: 'Settings of the site' });
const title = (page: Page) => form(page).getByLabel('Title of the site');
const save = (page: Page) => form(page).getByRole('button', { name: 'Save the settings' }).click();
const headerLogo = (page: Page) => page.getByRole('banner').locator('img');
const preview = (page: Page) => form(page).getByRole('img', { name: 'Preview of the logo' }).locator('img');

/** A picture of this size, as the browser makes it. */
async function picture(page: Page, type: string, width: number, height: number): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([type, width, height]) => {
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d')?.fillRect(0, 0, width / 2, height);
      const blob = await canvas.convertToBlob({ type });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [type, width, height] as const,
  );
  return Buffer.from(bytes);
}

const chooseLogo = (page: Page, file: ChosenFile) =>
  chooseFile(form(page).getByRole('button', { name: 'Logo' }).first(), file);

const test = screen({ own: true });

test('the settings of the site, and what there is on it', async (app) => {
  const { t, page, sql } = app;
  const teacher = await makeAccount(app, 'teacher');
  const { id } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Unit 1')).id);
  const student = await studentOf(app, id, 'Lan', teacher);
  const admin = await adminInBrowser(app);
  t.afterEach(() => page.unrouteAll());

  await t.test('TCH-08 first it is seen who is there, what there is and whether all is well', async (t) => {
    const allow = await refuse(page, 'GET', '/api/admin/home');
    await page.goto('/assmin');
    const panel = page.getByRole('tabpanel', { name: 'Overview' });
    await panel.getByRole('button', { name: 'Try again' }).waitFor();
    await allow(() => panel.getByRole('button', { name: 'Try again' }).click());
    const figure = async (label: string) =>
      panel
        .locator('dl > div')
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator('dd')
        .textContent();
    await panel.getByText('Students active today').waitFor();
    t.equal(await figure('Students'), '1');
    t.equal(await figure('Students active today'), '0');
    t.equal(await figure('Classes'), '1');
    await panel
      .getByRole('status')
      .getByText('All answers are kept, and every figure is up to date.')
      .waitFor();
    await panel
      .getByRole('region', { name: 'Storage' })
      .getByText(/ used, .* free; the database has /)
      .waitFor();
    await panel.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('tabpanel', { name: 'System log' }).waitFor();
  });

  await t.test('RET-01 RET-04 a rule says whom it would delete, and is told to all', async () => {
    await sql`update users set seen_at = now() - interval '4 years' where id = ${student.id}`;
    await admin.open('site');
    const rules = page.getByRole('form', { name: 'How long accounts are kept' });
    await rules.getByLabel('Accounts that nobody has seen').selectOption('3');
    await rules.getByRole('button', { name: 'See what this would do' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Today this would delete 1 account, 30 days from now\./).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The times have been saved.').waitFor();
    await page.goto('/privacy');
    await page.getByText(/nobody has seen you here for 3 years\. 30 days pass/).waitFor();
  });

  await t.test('ADM-04 SL-11 SL-60 the title is saved, and shown everywhere at once', async (t) => {
    await admin.open('site');
    t.equal(await title(page).inputValue(), 'Nhớ');
    const writes = writesOf(page);
    for (const typed of [' ', 'ế'.repeat(51)]) {
      await title(page).fill(typed);
      await save(page);
      await title(page).and(page.locator('[aria-invalid=true]')).and(page.locator(':focus')).waitFor();
    }
    await form(page).getByText('51/50').waitFor();
    t.same(writes, []);

    await title(page).fill('  Lớp cô Lan ');
    await form(page).getByText('10/50').waitFor();
    await save(page);
    await notice(page, 'status', SAVED).waitFor();
    await page.getByRole('banner').getByText('Lớp cô Lan').waitFor();
    t.equal(await page.title(), 'Administration · Lớp cô Lan');
    await page.goto('/');
    await page.waitForFunction(() => document.title === 'Home · Lớp cô Lan');
    await page.getByRole('banner').getByText('Lớp cô Lan').waitFor();
  });

  await t.test('ADM-05 SL-11 a logo is seen before it is sent, shown, and taken away', async (t) => {
    await admin.open('site');
    await title(page).waitFor();
    t.equal(
      await form(page).locator('input[type=file]').getAttribute('accept'),
      'image/png,image/jpeg,image/webp',
    );
    for (const [name, mimeType] of [
      ['logo.png', 'image/png'],
      ['logo.jpg', 'image/jpeg'],
      ['logo.webp', 'image/webp'],
    ] as const) {
      const before = (await headerLogo(page).count()) > 0 ? await headerLogo(page).getAttribute('src') : null;
      await chooseLogo(page, { name, mimeType, buffer: await picture(page, mimeType, 400, 100) });
      await preview(page).and(page.locator('[src^="blob:"]')).waitFor();
      t.equal((await preview(page).boundingBox())?.width, 100, `${name}: at most 100 px wide`);
      t.not(await preview(page).getAttribute('src'), before);
      await save(page);
      await page.waitForFunction(
        (old) => ![old, null].includes(document.querySelector('header img')?.getAttribute('src') ?? null),
        before,
      );
      await preview(page).and(page.locator('[src^="/storage/"]')).waitFor();
      t.equal(await preview(page).getAttribute('src'), await headerLogo(page).getAttribute('src'), name);
      t.ok(await headerLogo(page).evaluate((image: HTMLImageElement) => image.decode().then(() => true)));
    }

    const remove = form(page).getByRole('button', { name: 'Remove the logo' });
    await remove.click();
    await form(page).getByText('The built-in logo comes back when you save.').waitFor();
    await form(page).getByRole('button', { name: 'Keep it' }).click();
    await preview(page).waitFor();
    await remove.click();
    await save(page);
    await notice(page, 'status', SAVED).waitFor();
    await headerLogo(page).waitFor({ state: 'detached' });
    t.equal(await remove.count(), 0);
  });

  await t.test('ADM-05 ERR-36 SL-60 what is no logo is not sent; a refusal loses nothing', async (t) => {
    await admin.open('site');
    await title(page).fill('Another title');
    const writes = writesOf(page);
    const notALogo = 'The logo must be a PNG, JPEG or WebP picture';
    const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await chooseLogo(page, svg);
    await notice(page, 'alert', notALogo).waitFor();
    await form(page).getByText(notALogo).waitFor();
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(LOGO_MAX_BYTES + 1) };
    await chooseLogo(page, large);
    await notice(page, 'alert', /^The logo must be at most 2 MB and \d+ pixels wide and high$/).waitFor();
    await chooseLogo(page, { ...large, name: 'broken.png', buffer: Buffer.from('no picture') });
    await notice(page, 'alert', notALogo).waitFor();
    t.equal(await preview(page).count(), 0, 'what can’t be shown is not kept');
    t.same(writes, []);

    const wide = await picture(page, 'image/png', 5_000, 10);
    await chooseLogo(page, { name: 'wide.png', mimeType: 'image/png', buffer: wide });
    await preview(page).waitFor();
    await save(page);
    await notice(
      page,
      'alert',
      /^The site's settings could not be saved: The logo must be at most 2 MB/,
    ).waitFor();
    await form(page)
      .getByText(/^The logo must be at most 2 MB/)
      .waitFor();
    t.equal(await title(page).inputValue(), 'Another title');
    await form(page).getByRole('button', { name: 'Do not send this file' }).click();

    await refuse(page, 'POST', SETTINGS, [
      422,
      { code: 'invalid_site_title', message: 'The title needs 1 to 50 characters' },
    ]);
    await save(page);
    await notice(page, 'alert', "The site's settings could not be saved: The title needs 1 to 50").waitFor();
    t.equal(await title(page).getAttribute('aria-invalid'), 'true');
    await page.unroute(SETTINGS);
    await save(page);
    await page.getByRole('banner').getByText('Another title').waitFor();
  });

  await t.test('ADM-04 settings that cannot be loaded are no empty form', async (t) => {
    const refusal = { code: 'malformed_request', message: 'The request could not be read: no' };
    const allow = await refuse(page, 'GET', '**/api/site-settings', [400, refusal]);
    await admin.open('site');
    const failed = "The site's settings could not be loaded: The request could not be read: no";
    await notice(page, 'alert', failed).waitFor();
    t.equal(await form(page).count(), 0);
    await allow(() => page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click());
    await title(page).waitFor();
  });

  await t.test('NAV-19 the parts are sections, kept in the address; on a phone tabs', async (t) => {
    const { baseUrl } = app;
    await page.goto('/assmin');
    const section = (name: string) =>
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await page.getByRole('tabpanel', { name: 'Overview' }).waitFor();
    for (const [name, view] of [
      ['Official decks', 'official'],
      ['Import', 'import'],
      ['Decks and cards', 'cards'],
      ['System log', 'log'],
      ['Site', 'site'],
      ['Account', 'account'],
    ] as const) {
      await section(name).click();
      await page.getByRole('tabpanel', { name }).waitFor();
      t.equal(page.url(), `${baseUrl}/assmin?view=${view}`);
    }
    await page.reload();
    await page
      .getByRole('tabpanel', { name: 'Account' })
      .getByRole('heading', { name: 'Change the password' })
      .waitFor();
    t.equal(await section('Account').getAttribute('aria-current'), 'page');
    t.equal(await tab('Account').count(), 0);
    await page.goBack();
    await page.getByRole('tabpanel', { name: 'Site' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await tab('Site').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Account' }).waitFor();
    t.equal(await tab('Account').getAttribute('aria-selected'), 'true');
    t.equal(page.url(), `${baseUrl}/assmin?view=account`);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await t.test('ADM-29 GLB-11 notices stay for five seconds', async (t) => {
    await page.clock.install();
    await admin.open('site');
    await title(page).fill('Lớp cô Lan');
    const saved = notice(page, 'status', SAVED);
    const failed = notice(page, 'alert', "The site's settings could not be saved");
    for (const told of [failed, saved]) {
      if (told === failed)
        await refuse(page, 'POST', SETTINGS, [503, { code: 'overloaded', message: 'Busy' }]);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
      await save(page);
      await told.waitFor();
      await page.clock.runFor(4_999);
      t.equal(await told.count(), 1);
      await page.clock.runFor(1);
      await told.waitFor({ state: 'detached' });
      await page.unroute(SETTINGS);
      await page.clock.resume();
    }

    // (document 1 §2) Five seconds, which stand while somebody is at it.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await save(page);
    await saved.waitFor();
    await page.clock.runFor(3_000);
    await saved.hover();
    await page.clock.runFor(60_000);
    t.equal(await saved.count(), 1, 'under the pointer');
    await saved.getByRole('button', { name: 'Close the notice' }).focus();
    await title(page).hover();
    await page.clock.runFor(60_000);
    t.equal(await saved.count(), 1, 'with the focus');
    await title(page).focus();
    await page.clock.runFor(1_999);
    t.equal(await saved.count(), 1);
    await page.clock.runFor(1);
    await saved.waitFor({ state: 'detached' });
    await page.clock.resume();
  });
});
