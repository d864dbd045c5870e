import type { Page } from 'playwright-core';
import { ADDED_AT_ONCE_MAX } from '../../../core/contract/card-limits.ts';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { writesOf } from '../harness/page-reads.ts';
import { screen } from '../harness/screen.ts';
import { newDeck } from '../people/class-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';
import { pasteInto } from '../people/roster-in-browser.ts';

const words = (count: number) => Array.from({ length: count }, (_, n) => `word ${n + 1}\ttừ ${n + 1}`);
const list = (page: Page) => page.getByRole('list', { name: 'Lines of the list' });
const lines = (page: Page) => list(page).getByRole('listitem');
const line = (page: Page, number: number) =>
  lines(page).filter({ has: page.getByRole('checkbox', { name: new RegExp(`^Add line ${number}:`) }) });
const text = (page: Page) => page.getByLabel('List of cards');
const look = (page: Page) => page.getByRole('button', { name: 'Preview the cards' }).click();
const ownDecks = (page: Page) =>
  page.getByRole('region', { name: 'Your decks' }).getByRole('article').getByRole('heading');
const undo = (page: Page) => page.getByRole('button', { name: /^Undo: / });

/** Adds by this button; the answer to these calls is lost, so that all can be sent again. */
async function addUnanswered(page: Page, button: string, calls: string): Promise<void> {
  await page.route(calls, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: button }).click();
  // While it is being sent, the button is there and cannot be pressed.
  await page.getByRole('button', { name: 'Try again', disabled: false }).waitFor();
  await page.unroute(calls);
}

const test = screen({ as: 'teacher' });
const asGuest = screen();

test('MNY-01 MNY-02 MNY-03 MNY-06 MNY-08 MNY-14 a pasted list, mended, added and taken back', async (app) => {
  const { t, page, baseUrl, sql, teacher } = app;
  const deckId = await teacher.deck('Unit 1', [
    { front: 'Cat', back: 'mèo' },
    { front: 'dog', back: 'chó' },
  ]);
  const inDeck = async () => (await teacher.cards(deckId)).map(({ front, back }) => `${front}: ${back}`);
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('link', { name: 'Add many cards' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add many cards' }).waitFor();

  await look(page);
  await page.getByText('There are no cards in this text').waitFor();
  await pasteInto(text(page), words(ADDED_AT_ONCE_MAX + 1).join('\n'));
  await look(page);
  await page.getByText('These are 2,001 lines: at most 2,000 at once').waitFor();

  const take = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await take('deck.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  await page.getByText('This file is no text').waitFor();
  await take('list.csv', Buffer.from('\ufefffront,back\ncat,mèo\n'));
  await becomes(t, () => text(page).inputValue(), 'front,back\ncat,mèo\n', 'a file is taken as a paste is');

  const pasted = ['cat\tmèo', 'dog\tcon chó', '=1+1\thai', 'lonely', 'bird\tchim', 'bird\tchim', 'no\tkhông'];
  await text(page).fill(pasted.join('\n'));
  await look(page);
  await page.getByRole('heading', { name: '7 lines' }).waitFor();
  await line(page, 1).getByText('The deck has this card already').waitFor();
  t.notOk(await line(page, 1).getByRole('checkbox').isChecked());
  await line(page, 2).getByText('The deck has a card with this front').waitFor();
  t.ok(await line(page, 2).getByRole('checkbox').isChecked());
  await line(page, 6).getByText('The same card stands further up').waitFor();
  await line(page, 7).getByRole('checkbox').uncheck();
  await page.getByText('1 line is wrong: mend it here, or leave it out').waitFor();

  await page.getByRole('button', { name: 'Add 3 cards' }).click();
  await notice(page, 'status', '3 cards were added').waitFor();
  await becomes(
    t,
    inDeck,
    ['Cat: mèo', 'dog: chó', 'dog: con chó', '=1+1: hai', 'bird: chim'],
    'the good ones',
  );

  // What is wrong stays to be mended.
  await page.getByRole('switch', { name: 'Only lines that are wrong' }).check();
  await becomes(t, () => lines(page).count(), 1, 'the wrong line alone');
  await line(page, 4).getByLabel('Back').pressSequentially('cô đơn');
  await page.getByRole('button', { name: 'Add 1 card', exact: true }).click();
  await page.waitForURL(`${baseUrl}/teacher?deckId=${deckId}`);
  await becomes(t, async () => (await inDeck()).at(-1), 'lonely: cô đơn', 'the mended one');

  const added = page.getByRole('list', { name: 'Cards that you have just added together' });
  await becomes(t, () => added.getByRole('listitem').count(), 2, 'each addition by itself');
  await added.getByRole('button', { name: /^Undo: 3 cards/ }).click();
  await page
    .getByRole('dialog')
    .getByText(/for the students too/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await notice(page, 'status', 'The cards have been taken back.').waitFor();
  await becomes(t, inDeck, ['Cat: mèo', 'dog: chó', 'lonely: cô đơn'], 'all three are gone, and no other');
  await becomes(t, () => added.getByRole('listitem').count(), 1, 'the other one is left');

  await sql`update cards set back = 'x', updated_at = updated_at + interval '1 second'
    where deck_id = ${deckId} and front = 'lonely'`;
  await undo(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await notice(page, 'alert', 'Nothing was taken back, since cards were changed meanwhile (1)').waitFor();
});

test('MNY-17 MNY-18 a paste of Anki’s notes with their HTML and gaps, and what stays behind', async (app) => {
  const { t, page, teacher } = app;
  const deckId = await teacher.deck('From Anki');
  await page.goto(`/teacher/decks/many/${deckId}`);
  await text(page).fill(
    '#separator:tab\n#html:true\n#tags column:3\n' +
      '{{c1::Hà&nbsp;Nội}} is in <b>{{c2::Vietnam}}</b>[sound:a.mp3]\tAsia\tgeo\n<i>cat</i>\tmèo<br>miu\t',
  );
  await look(page);
  await page.getByRole('heading', { name: '3 lines' }).waitFor();
  await page.getByText('Sounds and pictures do not come along with a list: a.mp3').waitFor();
  await page.getByText('Tags do not come along with a list: geo').waitFor();
  await page.getByRole('button', { name: 'Add 3 cards' }).click();
  await notice(page, 'status', '3 cards were added').waitFor();
  t.same(
    (await teacher.cards(deckId)).map(({ front, back }) => [front, back]),
    [
      ['[…] is in **Vietnam**', 'Hà Nội is in **Vietnam**\nAsia'],
      ['Hà Nội is in **[…]**', 'Hà Nội is in **Vietnam**\nAsia'],
      ['//cat//', 'mèo\nmiu'],
    ],
  );
});

test('MNY-02 SL-240 columns are chosen, and what stands between the texts', async (app) => {
  const { t, page, baseUrl, teacher } = app;
  const deckId = await teacher.deck('Unit 1');
  await page.goto(`/teacher?deckId=${deckId}`);
  // An empty deck leads there as well.
  await page.getByRole('region', { name: 'Cards of the deck' }).getByRole('link').click();
  await text(page).fill('mèo;cat;A1\nchó;dog;A1');
  await look(page);
  await becomes(t, () => page.getByLabel('Between the texts of a card').inputValue(), ';', 'guessed');
  await page.getByLabel('Column 1').selectOption('Back');
  await page.getByLabel('Column 2').selectOption('Front');
  await page.getByLabel('Column 3').selectOption('Level');
  const writes = writesOf(page);
  const [sent] = await Promise.all([
    page.waitForRequest(`${baseUrl}/api/decks/${deckId}/cards/many`),
    page.getByRole('button', { name: 'Add 2 cards' }).click(),
  ]);
  t.match(sent.postDataJSON(), {
    cards: [
      { front: 'cat', back: 'mèo', level: 'A1' },
      { front: 'dog', back: 'chó', level: 'A1' },
    ],
  });
  t.notMatch(sent.postData(), 'mèo;cat', 'of the list itself nothing is sent');
  await page.waitForURL(`${baseUrl}/teacher?deckId=${deckId}`);
  await becomes(
    t,
    async () => (await teacher.cards(deckId)).map(({ front, back, level }) => [front, back, level]),
    [
      ['cat', 'mèo', 'A1'],
      ['dog', 'chó', 'A1'],
    ],
    'as the columns say',
  );
  t.same(
    writes.filter((write) => write !== 'POST /api/batch'),
    [`POST /api/decks/${deckId}/cards/many`],
    'the cards go in one call',
  );
});

test('MNY-04 an answer that is lost: sent again under the same key, nothing comes twice', async (app) => {
  const { t, page, baseUrl, teacher } = app;
  const deckId = await teacher.deck('Unit 1');
  await page.goto(`/teacher/decks/many/${deckId}`);
  await text(page).fill(words(3).join('\n'));
  await look(page);
  await addUnanswered(page, 'Add 3 cards', `${baseUrl}/api/decks/${deckId}/cards/many`);
  t.ok(await line(page, 1).getByRole('checkbox').isDisabled(), 'SL-243 it is not changed meanwhile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL(`${baseUrl}/teacher?deckId=${deckId}`);
  t.equal((await teacher.cards(deckId)).length, 3);
});

test('MNY-09 MNY-15 two thousand lines come a page at a time, and go in one call', async (app) => {
  const { t, page, baseUrl, sql, teacher } = app;
  const deckId = await teacher.deck('Unit 1');
  await page.goto(`/teacher/decks/many/${deckId}`);
  await pasteInto(text(page), words(ADDED_AT_ONCE_MAX).join('\n'));
  await look(page);
  await page.getByRole('heading', { name: '2,000 lines' }).waitFor();
  t.equal(await lines(page).count(), 50, 'a page of them');
  const add = page.getByRole('button', { name: 'Add 2,000 cards' });
  await lines(page).first().scrollIntoViewIfNeeded();
  const inSight = async () => {
    const box = await add.boundingBox();
    return box !== null && box.y + box.height <= page.viewportSize()!.height;
  };
  await becomes(t, inSight, true);
  await add.click();
  await page.waitForURL(`${baseUrl}/teacher?deckId=${deckId}`);
  const rows = await sql<{ count: number }>`select count(*)::integer as count from cards
    where deck_id = ${deckId}`;
  t.equal(rows[0]!.count, ADDED_AT_ONCE_MAX);
});

test('MNY-11 MNY-13 a new deck of a pasted list, mended, and taken back as a whole', async (app) => {
  const { t, page, baseUrl } = app;
  const titles = ownDecks(page);
  await page.goto('/teacher/decks');
  await page.getByRole('link', { name: 'Paste a list' }).click();
  await page.getByRole('heading', { level: 1, name: 'New deck from a list' }).waitFor();
  await text(page).fill('cat\tmèo\nlonely\ndog\tchó');
  await look(page);
  await page.getByRole('heading', { name: '3 lines' }).waitFor();
  await page.getByRole('button', { name: 'Make the deck with 2 cards' }).click();
  const title = page.getByRole('textbox', { name: 'Title of the new deck' });
  await becomes(t, () => title.getAttribute('aria-invalid'), 'true');
  await becomes(t, () => title.evaluate((field) => field === document.activeElement), true);
  const made = (await app.teacher.call('GET /api/decks')).filter(({ is_official }) => !is_official);
  t.same(made, [], 'nothing is made yet');

  await title.fill('Unit 7');
  await page.getByRole('button', { name: 'Make the deck with 2 cards' }).click();
  await notice(page, 'status', 'The deck was made with 2 cards').waitFor();
  await page.getByText('The deck “Unit 7” is made.').waitFor();
  await line(page, 2).getByRole('checkbox').uncheck();
  await page.goto('/teacher/decks');
  await becomes(t, () => titles.allInnerTexts(), ['Unit 7']);
  await page
    .getByRole('region', { name: 'Your decks' })
    .getByRole('link', { name: /Unit 7/ })
    .first()
    .click();
  await undo(page).click();
  const question = page.getByRole('dialog', { name: 'Take the new deck back?' });
  await question.getByRole('button', { name: 'Take back' }).click();
  await page.waitForURL(`${baseUrl}/teacher/decks`);
  await page.getByText('You have no deck yet.').waitFor();

  await t.test('MNY-11 of an answer that is lost one deck comes, and leads to it', async (t) => {
    await page.getByRole('link', { name: 'Paste a list' }).click();
    await title.fill('Unit 8');
    await text(page).fill(words(2).join('\n'));
    await look(page);
    await addUnanswered(page, 'Make the deck with 2 cards', `${baseUrl}/api/decks/with-cards`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/\/teacher\?deckId=\d+$/);
    await page.goto('/teacher/decks');
    await becomes(t, () => titles.allInnerTexts(), ['Unit 8']);
  });
});

asGuest('MNY-10 nobody adds to what they may not edit', async (app) => {
  const { page } = app;
  const others = await newDeck(await makeAccount(app, 'teacher'), 'Unit 1');
  const teacher = await makeAccount(app, 'teacher', 'Cô Mai');
  await enter(page, teacher, `/teacher/decks/many/${others.id}`);
  await page
    .getByRole('main')
    .getByRole('alert')
    .or(page.getByText('You cannot change the cards of this deck.'))
    .first()
    .waitFor();
  await page.goto('/teacher/decks/many/none');
  await page.getByText('You cannot change the cards of this deck.').waitFor();
});
