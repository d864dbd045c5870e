import type { Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import {
  audioFile,
  chooseFiles,
  deckZip,
  figure,
  fillIn,
  importCard,
  importForm,
  importPage,
  jsonFile,
  openImports,
  press,
  realAudio,
  slowUploads,
  statusOf,
  zipFile,
} from '../people/import-in-browser.ts';
import { rating, revealButton } from '../people/learning-in-browser.ts';
import { logIn } from '../people/person.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });

/** Notes from now on what the bars of the page show; answers the percentages of the one with this label. */
async function watchBars(page: Page): Promise<(label: string) => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: [string, number][] = [];
    Object.assign(window, { seenBars: seen });
    const look = () => {
      for (const bar of document.querySelectorAll('[role=progressbar]'))
        seen.push([bar.getAttribute('aria-label') ?? '', Number(bar.getAttribute('aria-valuenow'))]);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-valuenow'] });
  });
  return (label) =>
    page.evaluate(
      (name) =>
        (window as unknown as { seenBars: [string, number][] }).seenBars
          .filter(([bar]) => bar === name)
          .map(([, value]) => value),
      label,
    );
}

/** Notes, from the next page on, what is really played: the address of each audio, once its time goes on. */
async function listenToAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = new Set<string>();
    Object.assign(window, { heardAudio: heard });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.addEventListener('timeupdate', () => {
        if (this.currentTime > 0) heard.add(new URL(this.src).pathname);
      });
      return play.call(this);
    };
  });
}

const heardAudio = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { heardAudio: Set<string> }).heardAudio]);

const test = screen({ own: true }, importPage);

test('imports', async (app) => {
  const { t, page, sql, worker, newContext } = app;

  await t.test('ADM-21 ADM-23 ADM-26 ADM-28 SL-60 a ZIP becomes a deck that a student hears', async (t) => {
    await openImports(app);
    const bar = await watchBars(page);
    const zip = await deckZip(1_500);
    await slowUploads(page, 2 * zip.buffer.length);
    await fillIn(page, 'Animals', zip);
    await press(page, 'Import');

    await page.getByRole('progressbar', { name: 'Uploaded' }).waitFor();
    // Empty bars are not to be seen; how they filled is noted, however quickly they did.
    const ofServer = page.getByRole('progressbar', { name: 'Imported by the server' });
    await ofServer.waitFor({ state: 'attached' });
    await slowUploads(page, -1);
    const card = importCard(page, 'Animals');
    await statusOf(card, 'Imported').waitFor();
    for (const name of ['Uploaded', 'Imported by the server']) {
      const values = await bar(name);
      const ascending = values.toSorted((one, other) => one - other);
      t.same(values, ascending, `${name} never goes back`);
      const isOnItsWay = values.some((value) => value > 0 && value < 100);
      t.ok(isOnItsWay, `${name} is seen on its way: ${values}`);
    }

    await notice(page, 'status', 'The deck has been imported.').waitFor();
    await card.getByText('A new deck was made.').waitFor();
    t.equal(await figure(card, 'New cards'), '1,500');
    t.equal(await figure(card, 'Audio found'), '1,500');
    await card.getByRole('link', { name: 'See the cards' }).click();
    await page.waitForURL(/\/assmin\?view=cards&deckId=\d+$/);
    await page.getByText('word 1', { exact: true }).waitFor();

    await sections(page).getByRole('link', { name: 'Official decks' }).click();
    const official = page.getByRole('form', { name: 'New official deck' });
    await official.getByRole('combobox').fill('Animals');
    await official.getByRole('option', { name: 'Animals' }).click();
    await official.getByLabel('Label of its button').fill('Learn animals');
    await official.getByRole('button', { name: 'Make it official' }).click();
    await notice(page, 'status', 'The official deck has been saved.').waitFor();

    const student = await (await newContext()).newPage();
    await listenToAudio(student);
    await logIn(app, student, 'student');
    await student.goto('/student');
    await student.getByRole('link', { name: 'Learn animals' }).click();
    await revealButton(student).click();
    await student.getByText('nghĩa 1', { exact: true }).waitFor();
    await student.getByRole('button', { name: 'Play audio' }).click();
    await until(async () => (await heardAudio(student)).length > 0);
    t.match(await heardAudio(student), [/^\/storage\/.+\.mp3$/]);
    await rating(student, 'Confident').waitFor();
  });

  await t.test('ADM-22 ADM-24 ADM-25 ADM-26 ADM-27 SL-56 all that the form takes arrives', async (t) => {
    await openImports(app);
    const cards = [
      { front: 'cat', back: 'mèo', audio: 'cat.mp3' },
      { front: 'bag', back: 'túi', audio: 'bag.mp3' },
      { front: 'no', back: 'không' },
    ];
    await fillIn(page, 'Things', jsonFile('things.json', { cards }));
    const form = importForm(page);
    await form.getByLabel('Description (optional)').fill('Around the house');
    await chooseFiles(page, 'Audio and pictures (optional)', [
      await audioFile('cat.mp3'),
      await audioFile('agree.mp3'),
    ]);
    const bag = await realAudio('bag.mp3');
    const other = await realAudio('advice.mp3');
    await chooseFiles(page, 'Archive of such files (optional)', [
      await zipFile('audio.zip', { 'deck/audio/bag.mp3': bag, 'old/bag.mp3': other }),
    ]);
    await form.getByText(/^2 files · \d+ kB$/).waitFor();
    await form.getByText(/^audio\.zip · \d+ kB$/).waitFor();
    await form.getByText(/^To upload: \d+ kB$/).waitFor();
    await form.getByLabel('Audio source path (optional)').fill('deck/audio');
    await form.getByLabel('Official deck').check();
    await form.getByLabel('Label of its button').fill('Learn things');
    await press(page, 'Import');
    const card = importCard(page, 'Things');
    await statusOf(card, 'Imported').waitFor();
    t.equal(await figure(card, 'Audio found'), '2');
    t.equal(await figure(card, 'Audio that no card uses'), '2');
    const rows = await sql`select d.description, d.is_official, d.official_button_label,
         (select array_agg(c.front || coalesce(' ' || right(c.audio_file, 4), '') order by c.ordinal) from cards c
          where c.deck_id = d.id) as cards
       from decks d where title = 'Things'`;
    t.same(rows, [
      {
        description: 'Around the house',
        is_official: true,
        official_button_label: 'Learn things',
        cards: ['cat .mp3', 'bag .mp3', 'no'],
      },
    ]);
    t.equal(await form.getByLabel('Title').inputValue(), '', 'the form is ready for the next deck');
  });

  await t.test('ADM-23 SL-55 the same deck again updates its cards, or is made once more', async (t) => {
    await openImports(app);
    const send = async (title: string, cards: object[]) => {
      await fillIn(page, title, jsonFile('pets.json', cards));
      await importForm(page).getByText('You have a deck of this title already').waitFor();
    };
    await fillIn(
      page,
      'Pets',
      jsonFile('pets.json', [
        { id: '1', front: 'cat', back: 'mèo' },
        { id: '2', front: 'dog', back: 'chó' },
      ]),
    );
    await press(page, 'Import');
    await statusOf(importCard(page, 'Pets'), 'Imported').waitFor();

    await send(' pets ', [
      { id: '1', front: 'cat', back: 'con mèo' },
      { id: '3', front: 'fish', back: 'cá' },
    ]);
    const form = importForm(page);
    t.equal(await form.getByLabel('Update “Pets” (2 cards)').isChecked(), true);
    await form.getByLabel('Remove cards that are no longer in the file').check();
    await press(page, 'Import');
    const updated = importCard(page, 'pets');
    await updated.getByText('The deck “Pets” was updated.').waitFor();
    t.equal(await figure(updated, 'New cards'), '1');
    t.equal(await figure(updated, 'Changed cards'), '1');
    t.equal(await figure(updated, 'No longer in the file, removed'), '1');

    await send('PETS', [{ front: 'cow', back: 'bò' }]);
    await form.getByLabel('Make another deck of this title').check();
    t.equal(await form.getByLabel('Remove cards that are no longer in the file').count(), 0);
    await press(page, 'Import');
    await importCard(page, 'PETS').getByText('A new deck was made.').first().waitFor();
    const rows = await sql`
      select (select array_agg(c.back order by c.ordinal) from cards c where c.deck_id = d.id) as backs
      from decks d where lower(title) = 'pets' order by d.id`;
    t.same(rows, [{ backs: ['con mèo', 'cá'] }, { backs: ['bò'] }]);
  });

  await t.test('ADM-28 SL-60 an import is stopped before and while the server works', async (t) => {
    await openImports(app);

    await slowUploads(page, 50_000);
    await fillIn(page, 'Slow', await deckZip(200));
    await press(page, 'Import');
    const uploading = page.getByRole('heading', { name: 'Uploading “Slow”' });
    await uploading.waitFor();
    await page.getByRole('button', { name: 'Stop the upload' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the upload' }).click();
    await uploading.waitFor({ state: 'detached' });
    await slowUploads(page, -1);
    t.equal(await importForm(page).getByLabel('Title').inputValue(), 'Slow', 'the form is as it was');

    await worker.stop();
    await press(page, 'Import');
    const card = importCard(page, 'Slow');
    await statusOf(card, 'Waiting').waitFor();
    await card.getByText('Waiting for its turn').waitFor();
    await card.getByRole('button', { name: 'Stop the import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the import' }).click();
    await statusOf(card, 'Stopped').waitFor();
    await notice(page, 'status', 'The import has been stopped.').waitFor();
    await card.getByText('It was stopped; nothing was changed.').waitFor();
    t.same(await sql`select 1 from decks where title = 'Slow'`, []);
  });

  await t.test('ADM-28 an import is seen running again after leaving and returning', async (t) => {
    await openImports(app);
    await worker.stop();
    await slowUploads(page, 5_000);
    await fillIn(page, 'Long', await deckZip(300));
    await press(page, 'Import');

    await page.getByRole('heading', { name: 'Uploading “Long”' }).waitFor();
    t.equal(await importForm(page).getByRole('button', { name: 'Import', exact: true }).isDisabled(), true);
    await sections(page).getByRole('link', { name: 'Site' }).click();
    await importForm(page).waitFor({ state: 'detached' });
    await sections(page).getByRole('link', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Uploading “Long”' }).waitFor();
    const asked = page.waitForEvent('dialog');
    // Left open it would hang on the question.
    const leaving = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    t.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await leaving;
    await slowUploads(page, -1);
    await statusOf(importCard(page, 'Long'), 'Waiting').waitFor();

    await openImports(app);
    const listed = (list: string) =>
      page.getByRole('list', { name: list }).getByRole('article', { name: 'Long' });
    const running = listed('Current imports');
    await statusOf(running, 'Waiting').waitFor();
    await statusOf(running, 'Live').waitFor();
    await worker.start();
    await statusOf(running, 'Imported').waitFor();
    await notice(page, 'status', 'The deck has been imported.').waitFor();
    t.equal(await figure(running, 'New cards'), '300');

    await openImports(app);
    const recent = listed('Recent imports');
    await statusOf(recent, 'Imported').waitFor();
    t.equal(await recent.getByText('New cards').count(), 0, 'what is over is folded');
    await recent.getByRole('button', { name: 'Show the report' }).click();
    t.equal(await figure(recent, 'New cards'), '300');
  });
});
