import type { Page } from 'playwright-core';
import { CARD_AUDIO_MAX } from '../../../core/contract/card-limits.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { until } from '../../harness/until.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { readsOf, writesOf } from '../harness/page-reads.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { type ChosenFile, realAudio } from '../people/import-in-browser.ts';
import { plainCards } from '../people/learning-in-browser.ts';
import { logIn, type Person } from '../people/person.ts';
import { chooseFile } from './chosen-file.ts';

const CARDS = '**/api/decks/*/cards**';

const newCard = (page: Page) => page.getByRole('form', { name: 'New card' });
const list = (page: Page) => page.getByRole('list', { name: 'Cards of the deck' });
const row = (page: Page, front: string) => list(page).getByRole('listitem').filter({ hasText: front });
async function manage(
  test: BrowserTest,
  cards: Partial<Card>[] = [],
): Promise<{ teacher: Person; deckId: number }> {
  const teacher = await logIn(test, test.page, 'teacher');
  const deckId = await teacher.deck('Words', cards);
  await test.page.goto(`/teacher?deckId=${deckId}`);
  await newCard(test.page).waitFor();
  return { teacher, deckId };
}

const sound = async (name: string, buffer?: Buffer): Promise<ChosenFile> => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: buffer ?? (await realAudio('cat.mp3')),
});

const test = screen();
const asTeacher = screen({ as: 'teacher' });

test('CRD-01 CRD-03 CRD-04 CRD-07 DCK-18 ERR-37 one card after the other, with its audio', async (app) => {
  const { t, page } = app;
  const { teacher, deckId } = await manage(app);
  const form = newCard(page);
  t.equal(await form.locator('input[type=file][accept="audio/*"]').count(), 1);
  await form.getByLabel('Front').fill('cat');
  await form.getByLabel('Back').fill('mèo');
  await form.getByLabel('Example sentence').fill('The cat sleeps.');
  await form.getByLabel('Definition').fill('An animal');
  await form.getByLabel('Part of speech').fill('noun');
  await form.getByLabel('Level').fill('A1');
  await chooseFile(form.getByRole('button', { name: 'Audio' }), await sound('cat.mp3'));
  const player = form.getByLabel('Listen to cat.mp3');
  await until(() => player.evaluate((audio: HTMLAudioElement) => audio.duration > 0));
  await form.getByText(/^cat\.mp3 · \d+ kB$/).waitFor();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByRole('button', { name: 'Add the card' }).click();
  t.match((await sent).headers()['content-type'], /^multipart\/form-data; boundary=/);
  await notice(page, 'status', 'The card has been added.').waitFor();
  await row(page, 'mèo').getByRole('button', { name: 'Play the audio: cat' }).waitFor();
  await player.waitFor({ state: 'detached' });

  t.ok(await form.getByLabel('Front').evaluate((element) => element === document.activeElement));
  await page.keyboard.type('x² = 4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('x = ±2');
  await page.keyboard.press('Control+Enter');
  await row(page, 'x = ±2').waitFor();
  const [cat, equation] = await teacher.cards(deckId);
  t.match(cat, {
    front: 'cat',
    back: 'mèo',
    example_sentence: 'The cat sleeps.',
    definition: 'An animal',
    part_of_speech: 'noun',
    level: 'A1',
    audio_file: /^\/storage\/cards\//,
  });
  t.match(equation, {
    front: 'x² = 4',
    back: 'x = ±2',
    example_sentence: null,
    level: null,
    audio_file: null,
  });
});

test('CRD-05 ERR-09 ERR-11 SL-58 what is no card is not sent; a refusal loses nothing', async (app) => {
  const { t, page } = app;
  await manage(app);
  const writes = writesOf(page);
  const form = newCard(page);
  const add = form.getByRole('button', { name: 'Add the card' });
  const [front, back] = [form.getByLabel('Front'), form.getByLabel('Back')];
  const audio = form.getByRole('button', { name: 'Audio' });
  await front.fill('house');
  await back.fill(' ');
  await add.click();
  await notice(page, 'alert', 'Front and back are required').waitFor();
  t.equal(await back.getAttribute('aria-invalid'), 'true');
  t.ok(await back.evaluate((element) => element === document.activeElement));
  await chooseFile(audio, await sound('long.mp3', Buffer.alloc(CARD_AUDIO_MAX + 1)));
  await notice(page, 'alert', 'The audio file must be at most 10 MB').waitFor();
  await form.getByText('The audio file must be at most 10 MB').waitFor();
  t.same(writes, []);

  await back.fill('nhà');
  await chooseFile(audio, await sound('house.mp3', Buffer.from('MZ this is no sound')));
  await notice(page, 'alert', 'The audio could not be played').waitFor();
  await add.click();
  await notice(page, 'alert', /^The card could not be added: The file is not audio/).waitFor();
  t.same([await front.inputValue(), await back.inputValue()], ['house', 'nhà']);
  await form.getByRole('button', { name: 'Do not send this file' }).click();
  await add.click();
  await row(page, 'nhà').waitFor();
});

test('CRD-06 CRD-08 CRD-09 ERR-10 a card is edited in its place', async (app) => {
  const { t, page } = app;
  const { teacher, deckId } = await manage(app, [
    { front: 'house', back: 'nha', level: 'A1' },
    { front: 'tree', back: 'cây' },
  ]);
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Edit the card: house' }).click();
  const form = page.getByRole('form', { name: 'Edit the card house' });
  const save = form.getByRole('button', { name: 'Save the card' });
  await form.getByLabel('Front').fill('');
  await save.click();
  await notice(page, 'alert', 'Front and back are required').waitFor();
  t.same(writes, []);
  await form.getByLabel('Front').fill('home');
  await form.getByLabel('Back').fill('nhà');
  await form.getByLabel('Level').fill('');
  const errors = { definition: ['No definition'], level: ['No level', 'No class'] };
  await refuse(page, 'PATCH', CARDS, [
    422,
    { code: 'validation_failed', message: 'Some fields are not valid: definition, level', errors },
  ]);
  await save.click();
  await notice(page, 'alert', 'The card could not be saved: No definition; No level; No class').waitFor();
  t.equal(await form.getByLabel('Level').getAttribute('aria-invalid'), 'true');
  t.equal(await form.getByLabel('Back').inputValue(), 'nhà');
  await page.unroute(CARDS);
  await save.click();
  await notice(page, 'status', 'The card has been saved.').waitFor();
  await row(page, 'nhà').waitFor();
  await page.getByRole('button', { name: 'Edit the card: home' }).and(page.locator(':focus')).waitFor();
  t.match((await teacher.cards(deckId))[0], { front: 'home', back: 'nhà', level: null });
});

test("CRD-08 ERR-17 a card's audio is replaced and taken away; broken audio is told", async (app) => {
  const { t, page } = app;
  const { teacher, deckId } = await manage(app, [
    { front: 'cat', back: 'mèo', audio_file: '/storage/cards/none.mp3' },
  ]);
  const audioOf = async () => (await teacher.cards(deckId))[0]?.audio_file;
  await page.getByRole('button', { name: 'Play the audio: cat' }).click();
  await notice(page, 'alert', 'The audio could not be played').waitFor();

  const edit = page.getByRole('button', { name: 'Edit the card: cat' });
  const form = page.getByRole('form', { name: 'Edit the card cat' });
  await edit.click();
  await form.getByLabel("Listen to the card's audio").waitFor();
  await chooseFile(form.getByRole('button', { name: 'Other audio' }), await sound('cat.mp3'));
  await form.getByRole('button', { name: 'Save the card' }).click();
  await form.waitFor({ state: 'detached' });
  t.match(await audioOf(), /^\/storage\/cards\/.+\.mp3$/);
  t.not(await audioOf(), '/storage/cards/none.mp3');

  await edit.click();
  await form.getByRole('button', { name: 'Remove the audio' }).click();
  await form.getByText('The audio goes when you save.').waitFor();
  await form.getByRole('button', { name: 'Save the card' }).click();
  await form.waitFor({ state: 'detached' });
  t.equal(await audioOf(), null);
  await page.getByRole('button', { name: 'Play the audio: cat' }).waitFor({ state: 'detached' });
});

test('CRD-10 CRD-11 CRD-12 CRD-13 ERR-08 ERR-36 SL-68 cards are searched, and deleted after a question', async (app) => {
  const { t, page } = app;
  await manage(app, plainCards(41));
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/cards')) asked.push(searchParams.get('search'));
  });
  await page.getByRole('button', { name: 'Page 3' }).click();
  await row(page, 'front 41').waitFor();
  t.equal(await list(page).getByRole('listitem').count(), 1, 'twenty a page');

  const field = page.getByRole('searchbox', { name: 'Search the cards' });
  const search = page.getByRole('button', { name: 'Search', exact: true });
  const all = page.getByRole('button', { name: 'Show all cards' });
  await field.fill('  ');
  await search.click();
  await field.pressSequentially('front 40 ');
  await search.click();
  await page.getByText('1 card found').waitFor();
  await row(page, 'front 40').waitFor();
  t.same(asked, ['front 40'], 'blank text asks for nothing');

  await field.fill('nowhere');
  await field.press('Enter');
  await notice(page, 'status', 'No cards found').waitFor();
  await page.getByText('No card matches “nowhere”.').waitFor();
  await all.click();
  await row(page, 'front 1').first().waitFor();
  t.equal(await list(page).getByRole('listitem').count(), 20);

  await refuse(page, 'GET', /search=/);
  await field.fill('front');
  await search.click();
  await notice(page, 'alert', /^The search failed: The server is busy/).waitFor();
  t.equal(await list(page).getByRole('listitem').count(), 20, 'the list is as it was');

  await page.getByRole('button', { name: 'Page 3' }).click();
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete the card: front 41' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the card' }).click();
  };
  await refuse(page, 'DELETE', CARDS);
  await remove();
  await notice(page, 'alert', /^The card could not be deleted: The server is busy/).waitFor();
  await page.unroute(CARDS);
  await remove();
  await notice(page, 'status', 'The card has been deleted.').waitFor();
  await row(page, 'front 40').waitFor();
  t.equal(await list(page).getByRole('listitem').count(), 20, 'the third page is gone');
});

asTeacher('CON-02 SL-62 cards come from the cache for a while, and anew after an own change', async (app) => {
  const { t, page, teacher } = app;
  const deckId = await teacher.deck('Words', [{ front: 'cat', back: 'mèo' }]);
  const { alone, batches } = readsOf(page);
  const reads = () =>
    [...alone, ...batches.flat()].filter((url) => url === `/api/decks/${deckId}/cards`).length;
  const list = page.getByRole('list', { name: 'Cards of the deck' });
  const open = async () => {
    await page.goto(`/teacher?deckId=${deckId}`);
    await list.getByRole('listitem').first().waitFor();
  };
  await open();
  await open();
  t.equal(reads(), 1, 'a reload later');
  await page.goto('/teacher/decks');
  await page.getByRole('button', { name: 'Preview: Words' }).click();
  await page.getByRole('dialog').getByText('cat').first().waitFor();
  t.equal(reads(), 1, 'the preview too');

  await open();
  await page.getByRole('button', { name: 'Delete the card: cat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the card' }).click();
  await page.getByText('This deck has no cards yet.').waitFor();
  t.equal(reads(), 2);
  await page.reload();
  await page.getByText('This deck has no cards yet.').waitFor();
});
