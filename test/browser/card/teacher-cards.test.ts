import type { Page } from 'playwright-core';
import { CARD_AUDIO_MAX } from '../../../core/contract/card-limits.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { becomes } from '../../harness/becomes.ts';
import { until } from '../../harness/until.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { readsOf, writesOf } from '../harness/page-reads.ts';
import { failsOnce, refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { type ChosenFile, realAudio } from '../people/import-in-browser.ts';
import { cardsLearnt, plainCards } from '../people/learning-in-browser.ts';
import { enter, logIn, makeAccount, type Person } from '../people/person.ts';
import { chooseFile } from './chosen-file.ts';

const CARDS = '**/api/decks/*/cards**';

const newCard = (page: Page) => page.getByRole('form', { name: 'New card' });
const list = (page: Page) => page.getByRole('list', { name: 'Cards of the deck' });
const row = (page: Page, front: string) => list(page).getByRole('listitem').filter({ hasText: front });
const versions = (page: Page) => page.getByRole('dialog', { name: 'Earlier versions of the card' });
const field = (page: Page, name: string) => versions(page).getByRole('row', { name: new RegExp(`^${name}`) });
const marked = (page: Page, name: string) => field(page, name).locator('mark').allTextContents();

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
  await failsOnce(page, 'DELETE', CARDS, 'The card could not be deleted', remove);
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
    [...alone, ...batches.flat()].filter((url) => url === `/api/decks/${deckId}/cards?limit=100`).length;
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

asTeacher('VER-03 VER-06 a card that was changed by mistake comes back from its form', async (app) => {
  const { t, page, sql, teacher } = app;
  const deckId = await teacher.deck('Words', [{ front: 'house', back: 'nơi để ở' }]);
  await page.goto(`/teacher?deckId=${deckId}`);
  const edit = page.getByRole('button', { name: 'Edit the card: house' });
  const form = page.getByRole('form', { name: 'Edit the card house' });
  await edit.click();
  await form.getByRole('button', { name: 'Earlier versions…' }).click();
  await versions(page).getByText('This card has not been changed since it was added.').waitFor();
  await page.keyboard.press('Escape');
  await versions(page).waitFor({ state: 'detached' });

  await form.getByLabel('Back').fill('nơi để sống');
  await form.getByLabel('Level').fill('A1');
  await form.getByRole('button', { name: 'Save the card' }).click();
  await notice(page, 'status', 'The card has been saved.').waitFor();
  await edit.click();
  await form.getByRole('button', { name: 'Earlier versions…' }).press('Enter');
  await field(page, 'Level').waitFor();
  t.same(await marked(page, 'Back'), ['ở', 'sống']);
  t.same(await marked(page, 'Level'), ['A1']);
  t.equal(await field(page, 'Back').getByText('differs').count(), 1);
  t.equal(await field(page, 'Front').getByText('differs').count(), 0);
  t.match(await versions(page).getByLabel('Version').textContent(), / · as it was added$/);
  await versions(page).getByRole('button', { name: 'Bring this version back' }).press('Enter');
  await notice(page, 'status', 'The card is as it was then.').waitFor();
  await versions(page).waitFor({ state: 'detached' });
  await page.getByText('nơi để ở', { exact: true }).waitFor();
  const rows = await sql`select back, level from cards where deck_id = ${deckId}`;
  t.same(rows, [{ back: 'nơi để ở', level: null }]);
});

asTeacher(
  'VER-04 VER-06 the table shows the versions of one card; others’ changes are not lost',
  async (app) => {
    const { t, page, sql, teacher } = app;
    const deckId = await teacher.deck('Words', [
      { front: 'house', back: 'nhà' },
      { front: 'tree', back: 'cây' },
    ]);
    const say = (back: string) =>
      sql`update cards set back = ${back} where deck_id = ${deckId} and front = 'house'`;
    await say('first');
    await say('second');
    await page.goto(`/teacher/decks/table/${deckId}`);
    await page.getByRole('checkbox', { name: 'Select the card house' }).check();
    await page.getByRole('button', { name: 'Earlier versions…' }).click();
    await field(page, 'Back').waitFor();
    t.same(await marked(page, 'Back'), ['first', 'second'], 'the latest of the earlier ones comes first');
    await versions(page).getByLabel('Version').selectOption({ value: '1' });
    t.same(await marked(page, 'Back'), ['nhà', 'second']);
    await say('third');
    const bringBack = versions(page).getByRole('button', { name: 'Bring this version back' });
    await bringBack.click();
    await notice(
      page,
      'alert',
      /^Nothing was brought back: Somebody else changed this card meanwhile/,
    ).waitFor();
    await field(page, 'Back').getByText('third').waitFor();
    await bringBack.click();
    await notice(page, 'status', 'The card is as it was then.').waitFor();
    await page.getByRole('gridcell', { name: 'nhà', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select the card tree' }).check();
    await page.getByRole('button', { name: 'Earlier versions…' }).waitFor({ state: 'detached' });
  },
);

asTeacher(
  'VER-11 VER-12 who changes a card that students know may say that it means something else',
  async (app) => {
    const { t, page, sql, teacher } = app;
    const deckId = await teacher.deck('Words', [
      { front: 'bank', back: 'ngân hàng' },
      { front: 'tree', back: 'cây' },
    ]);
    await cardsLearnt(app, deckId);
    const card = async (front: string) =>
      (
        await sql<{ back: string; meaning: number }>`select back, meaning from cards
          where deck_id = ${deckId} and front = ${front}`
      )[0];
    const form = page.getByRole('form', { name: 'Edit the card bank' });
    const other = form.getByRole('checkbox', { name: 'It means something else now' });
    const edit = async (back: string) => {
      await page.getByRole('button', { name: 'Edit the card: bank' }).click();
      await form.getByLabel('Back').fill(back);
    };
    const save = async () => {
      await form.getByRole('button', { name: 'Save the card' }).click();
      await form.waitFor({ state: 'detached' });
    };
    await page.goto(`/teacher?deckId=${deckId}`);
    await edit('ngân hàng lớn');
    await form.getByText('1 student has learnt this card.').waitFor();
    t.notOk(await other.isChecked(), 'another wording, unless one says so');
    await form.getByLabel('Back').fill('(ngân hàng).');
    await other.waitFor({ state: 'detached' });
    await save();
    t.same(await card('bank'), { back: '(ngân hàng).', meaning: 1 });
    await edit('ngân hàng lớn');
    await other.waitFor();
    await save();
    t.same(await card('bank'), { back: 'ngân hàng lớn', meaning: 1 });
    await edit('bờ');
    await form.getByText('The text is quite another one.').waitFor();
    await other.check();
    await save();
    t.same(await card('bank'), { back: 'bờ', meaning: 4 });

    await page.goto(`/teacher/decks/table/${deckId}`);
    const type = async (before: string, after: string) => {
      await page.getByRole('gridcell', { name: before, exact: true }).dblclick();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(after);
      await page.keyboard.press('Enter');
      await page.getByRole('gridcell', { name: after, exact: true }).waitFor();
    };
    const note = page.getByRole('region', { name: 'Saved as another wording' });
    await type('cây', 'cái cây');
    await note.getByText('1 student has learnt this card.').waitFor();
    t.same(await card('tree'), { back: 'cái cây', meaning: 1 }, 'it is saved already');
    await note.getByRole('button', { name: 'They mean the same' }).click();
    await note.waitFor({ state: 'detached' });
    await type('cái cây', 'tấm gỗ');
    await note.getByRole('button', { name: 'It means something else now: tree' }).click();
    await note.waitFor({ state: 'detached' });
    await becomes(t, () => card('tree'), { back: 'tấm gỗ', meaning: 4 });
    await page.getByRole('grid').press('Control+z');
    await becomes(t, () => card('tree'), { back: 'tấm gỗ', meaning: 1 });
    await page.getByRole('grid').press('Control+z');
    await becomes(t, () => card('tree'), { back: 'cái cây', meaning: 1 });
  },
);

test('REP-01 REP-02 REP-04 REP-05 a learner reports a card, its teacher mends it, the learner reads that', async (app) => {
  const { t, page, newContext, sql } = app;
  await page.setViewportSize({ width: 360, height: 740 });
  const teacher = await makeAccount(app, 'teacher');
  const deckId = await teacher.deck('Animals', [
    { front: 'cat', back: 'con cho' },
    { front: 'bird', back: 'con chim' },
  ]);
  const classId = (await newClass(teacher, '10A1', deckId)).id;
  const student = await studentOf(app, classId, 'An', teacher);

  await enter(page, student, `/learn/${deckId}`);
  await page.getByRole('button', { name: 'More: this card' }).click();
  await page.getByRole('menuitem', { name: 'Report a mistake' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a mistake' });
  await dialog.getByRole('button', { name: 'Report the mistake' }).click();
  await dialog.getByText('Choose what is wrong', { exact: true }).waitFor();
  t.equal(await dialog.getByRole('radio', { name: 'The sound is wrong' }).count(), 0, 'it has none');
  await dialog.getByRole('radio', { name: 'The spelling is wrong' }).check();
  await dialog.getByLabel('What should it say?').fill('con chó? No: con mèo');
  await dialog.getByRole('button', { name: 'Report the mistake' }).click();
  await notice(page, 'status', 'Thank you! Your home page will tell you what became of it.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  const desk = await (await newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await enter(desk, teacher, '/teacher/decks');
  await desk.getByText('1 card reported', { exact: true }).waitFor();
  await desk.goto(`/teacher?deckId=${deckId}`);
  const reports = desk.getByRole('region', { name: 'Reported by learners' });
  await reports.getByText('The spelling is wrong: con chó? No: con mèo').waitFor();
  await reports.getByText(/^An, /).waitFor();
  await reports.getByRole('button', { name: 'Edit the reported card: cat' }).click();
  await reports.getByLabel('Back', { exact: true }).fill('con mèo');
  await reports.getByRole('button', { name: 'Save' }).click();
  await reports.getByText('con mèo', { exact: true }).waitFor();
  await reports.getByRole('button', { name: 'Mended: cat' }).click();
  await reports.waitFor({ state: 'detached' });

  await page.goto('/student');
  const became = page.getByRole('region', { name: 'What became of your reports' });
  await became.getByText('The card is mended. Thank you!').waitFor();
  await became.getByRole('button', { name: 'Read' }).click();
  await became.waitFor({ state: 'detached' });
  const rows = await sql`select 1 from card_reports where student_id = ${student.id}`;
  t.same(rows, []);
});
