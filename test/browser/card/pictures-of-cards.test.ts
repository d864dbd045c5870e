import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { withoutMetadata } from '../../../core/files/picture-metadata.ts';
import { type PictureKind, pictureSize } from '../../../core/files/picture-type.ts';
import { MP3 } from '../../card/card-form.ts';
import { MARKED_PICTURES } from '../../files/marked-pictures.ts';
import type { sql as sqlOf } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';
import { pastePicture } from '../harness/pasted-picture.ts';
import { screen } from '../harness/screen.ts';
import type { ChosenFile } from '../people/import-in-browser.ts';
import { flashcard, openDeck, revealButton } from '../people/learning-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';
import { chooseFile } from './chosen-file.ts';

const PNG = () => readFile(new URL('../../../web/public/icon-192.png', import.meta.url));

const side = (form: Locator, name: 'front' | 'back') =>
  form.getByRole('group', { name: `Picture on the ${name}` });

const choose = (field: Locator, file: ChosenFile) =>
  chooseFile(field.getByRole('button', { name: /^(Choose a|Another) picture$/ }), file);

const isDrawn = (picture: Locator) =>
  until(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0));

const test = screen({ as: 'teacher' });
const onPhone = screen({ as: 'student', viewport: { width: 360, height: 640 } });

test('PIC-05 pictures are chosen and pasted with a new card, made small, described, and taken away', async (app) => {
  const { t, page, sql, teacher } = app;
  const deckId = await teacher.deck('Words', []);
  await page.goto(`/teacher?deckId=${deckId}`);
  const form = page.getByRole('form', { name: 'New card' });
  await form.getByLabel('Front').fill('grapes');
  await form.getByLabel('Back').fill('nho');
  await choose(side(form, 'front'), {
    name: 'a.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
  await side(form, 'front')
    .getByText(/^The file is not a picture/)
    .waitFor();
  await choose(side(form, 'front'), { name: 'grapes.png', mimeType: 'image/png', buffer: await PNG() });
  await side(form, 'front').getByLabel('What it shows').fill('A bunch of grapes');
  await pastePicture(form.getByLabel('Back'), 3_000, 1_500);
  await side(form, 'back').getByRole('button', { name: 'Remove the picture' }).waitFor();
  await form.getByRole('button', { name: 'Add the card' }).click();
  const row = page
    .getByRole('list', { name: 'Cards of the deck' })
    .getByRole('listitem')
    .filter({ hasText: 'nho' });
  await isDrawn(row.getByRole('img', { name: 'A bunch of grapes' }));
  await side(form, 'front').getByRole('button', { name: 'Choose a picture' }).waitFor();

  const rows = await sql`select front_picture, back_picture from cards where deck_id = ${deckId}`;
  t.match(rows, [
    {
      front_picture: { width: 192, height: 192, alt: 'A bunch of grapes' },
      back_picture: { width: 1_280, height: 640, alt: '' },
    },
  ]);

  await row.getByRole('button', { name: 'Edit the card: grapes' }).click();
  const edit = page.getByRole('form', { name: 'Edit the card grapes' });
  await side(edit, 'front').getByRole('button', { name: 'Remove the picture' }).click();
  await side(edit, 'front').getByRole('button', { name: 'Choose a picture' }).waitFor();
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('img', { name: 'A bunch of grapes' }).waitFor({ state: 'detached' });
});

test('PIC-15 a drawing is found by what the card says, and becomes its picture', async ({
  t,
  page,
  sql,
  teacher,
}) => {
  const deckId = await teacher.deck('Words', []);
  await page.goto(`/teacher?deckId=${deckId}`);
  const form = page.getByRole('form', { name: 'New card' });
  await form.getByLabel('Front').fill('dog');
  await form.getByLabel('Back').fill('chó');
  await side(form, 'back').getByRole('button', { name: 'Find a drawing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find a drawing' });
  const found = dialog.getByRole('group', { name: 'Drawings' });
  await found.getByRole('button', { name: 'dog', exact: true }).waitFor();
  await dialog.getByRole('textbox').fill('mưa');
  await found.getByRole('button', { name: 'cloud with rain', exact: true }).click();
  await side(form, 'back').getByRole('button', { name: 'Remove the picture' }).waitFor();
  await form.getByRole('button', { name: 'Add the card' }).click();
  await page.getByRole('list', { name: 'Cards of the deck' }).getByRole('listitem').waitFor();
  const picture = async () =>
    (await sql`select back_picture from cards where deck_id = ${deckId}`)[0].back_picture;
  await until(async () => (await picture()) !== null);
  t.match(await picture(), { file: /\.webp$/, width: 480, height: 480 });
});

test('PIC-12 a picture that somebody else has just replaced is shown before it is replaced', async (app) => {
  const { t, page, sql, teacher } = app;
  const deckId = await teacher.deck('Words', [{ front: 'grapes', back: 'nho' }]);
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByRole('button', { name: 'Edit the card: grapes' }).click();
  const front = side(page.getByRole('form', { name: 'Edit the card grapes' }), 'front');
  await front.getByRole('button', { name: 'Choose a picture' }).waitFor();
  const theirs = { file: '/icon-192.png', width: 192, height: 192, alt: 'Theirs' };
  await sql`update cards set front_picture = ${theirs} where deck_id = ${deckId}`;
  const mine = { name: 'grapes.png', mimeType: 'image/png', buffer: await PNG() };
  await choose(front, mine);
  await front.getByRole('alert').getByText('Somebody else has changed this picture meanwhile').waitFor();
  await isDrawn(front.getByRole('img', { name: 'Theirs' }));
  const kept = async () =>
    (await sql`select front_picture from cards where deck_id = ${deckId}`)[0].front_picture;
  t.same(await kept(), theirs);
  await choose(front, mine);
  await front.getByRole('alert').waitFor({ state: 'detached' });
  await until(async () => (await kept()).file !== theirs.file);
  await front.getByLabel('What it shows').fill('Mine');
  await front.getByRole('button', { name: 'Another picture' }).focus();
  await until(async () => (await kept()).alt === 'Mine');
});

test('PIC-13 a picture without its metadata is drawn as the same pixels, turned as before', async ({
  t,
  page,
}) => {
  for (const [kind, marked] of Object.entries(MARKED_PICTURES)) {
    const clean = withoutMetadata(kind as PictureKind, marked) as Buffer;
    const drawn = (picture: Buffer) =>
      page.evaluate(
        async (bytes) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
          return { width, height, pixels: [...data] };
        },
        [...picture],
      );
    const picture = await drawn(clean);
    t.same(picture, await drawn(marked), kind);
    t.match(picture, pictureSize(kind as PictureKind, marked));
  }
});

onPhone('PIC-06 a card is studied with its pictures, which move nothing when they come', async (app) => {
  const { t, page, sql, student } = app;
  const deckId = await student.deck('Words', [{ front: 'grapes', back: 'nho' }]);
  const picture = (alt: string) => JSON.stringify({ file: '/icon-192.png', width: 192, height: 192, alt });
  await sql`update cards set front_picture = ${picture('A bunch')}, back_picture = ${picture('A vine')}
    where deck_id = ${deckId}`;
  await openDeck(page, deckId);
  await flashcard(page, 1, 1).waitFor();
  await isDrawn(page.getByRole('img', { name: 'A bunch' }));
  t.equal(await page.getByRole('img', { name: 'A vine' }).count(), 0, 'the answer stays hidden');
  await revealButton(page).click();
  await isDrawn(page.getByRole('img', { name: 'A vine' }));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  t.ok(wide <= 360, `${wide} pixels wide`);
});

const OWN_PICTURE = JSON.stringify({ file: '/icon-192.png', width: 192, height: 192, alt: '' });
const FURTHER = JSON.stringify([
  { kind: 'audio', file: '/storage/cards/second.mp3' },
  { kind: 'audio', file: '/storage/cards/third.mp3' },
  ...['A leaf', 'A root'].map((alt) => ({
    ...{ kind: 'picture', side: alt === 'A leaf' ? 'front' : 'back' },
    ...{ file: '/icon-192.png', width: 192, height: 192, alt },
  })),
]);

const withFurther = (sql: ReturnType<typeof sqlOf>, deckId: number) =>
  sql`update cards set audio_file = '/storage/cards/first.mp3', front_picture = ${OWN_PICTURE}::jsonb,
    back_picture = ${OWN_PICTURE}::jsonb, further_files = ${FURTHER}::jsonb where deck_id = ${deckId}`;

onPhone('PIC-17 VOI-06 further pictures stand at their side, further sounds at the answer', async (app) => {
  const { t, page, sql, student } = app;
  const deckId = await student.deck('Words', [{ front: 'grapes', back: 'nho' }]);
  await withFurther(sql, deckId);
  const asked: string[] = [];
  await page.route('**/storage/cards/*.mp3', async (route) => {
    asked.push(route.request().url().replace(/.*\//, ''));
    await route.fulfill({ body: MP3, contentType: 'audio/mpeg' });
  });
  await openDeck(page, deckId);
  await isDrawn(page.getByRole('img', { name: 'A leaf' }));
  t.equal(await page.getByRole('img', { name: 'A root' }).count(), 0, 'the answer stays hidden');
  t.equal(await page.getByRole('button', { name: 'Sound 2' }).count(), 0);
  await revealButton(page).click();
  await isDrawn(page.getByRole('img', { name: 'A root' }));
  await page.getByRole('button', { name: 'Sound 2' }).waitFor();
  t.same(asked, [], 'nothing of it plays by itself');
  const third = page.getByRole('button', { name: 'Sound 3' });
  await third.press('Enter');
  await until(() => asked.length === 1);
  t.same(asked, ['third.mp3']);
  const { height } = (await third.boundingBox())!;
  t.ok(height >= 44, `${height} pixels high`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  t.ok(wide <= 360, `${wide} pixels wide`);
});

test('CRD-15 the form of a card lists its further files, and each is removed', async (app) => {
  const { t, page, sql, teacher } = app;
  const deckId = await teacher.deck('Words', [{ front: 'grapes', back: 'nho' }]);
  await withFurther(sql, deckId);
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByText('Further sounds and pictures: 4').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Edit the card: grapes' }).click();
  const further = page.getByRole('group', { name: 'Further sounds and pictures' });
  await further.getByRole('img', { name: 'A root' }).waitFor();
  await further.getByRole('button', { name: 'Remove: Sound 3' }).click();
  await further.getByRole('button', { name: 'Remove: Sound 3' }).waitFor({ state: 'detached' });
  await further.getByRole('button', { name: 'Remove: Picture 2 on the front' }).click();
  await further.getByRole('img', { name: 'A leaf' }).waitFor({ state: 'detached' });
  const [row] = await sql`select further_files from cards where deck_id = ${deckId}`;
  t.match(row.further_files, [{ file: '/storage/cards/second.mp3' }, { alt: 'A root' }]);
  t.equal(row.further_files.length, 2);

  await page.getByRole('button', { name: 'Earlier versions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Earlier versions of the card' });
  await dialog.getByRole('row', { name: /^Further sounds and pictures/ }).waitFor();
  await dialog.getByRole('button', { name: 'Sound 2' }).first().waitFor();
});

test('GLB-27 PIC-05 a drawing on nothing stays one and is seen by day and by night, and a photo has no frame', async (app) => {
  const { t, page, sql, teacher, newContext } = app;
  const deckId = await teacher.deck('Words', []);
  // A browser that writes no WebP.
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      toBlob.call(this, done, type === 'image/webp' ? 'image/png' : type, quality);
    };
  });
  await page.goto(`/teacher?deckId=${deckId}`);
  const form = page.getByRole('form', { name: 'New card' });
  await form.getByLabel('Front').fill('line');
  await form.getByLabel('Back').fill('đường thẳng');
  await pastePicture(form.getByLabel('Front'), 2_000, 1_000, '', true);
  await side(form, 'front').getByRole('button', { name: 'Remove the picture' }).waitFor();
  await pastePicture(form.getByLabel('Back'), 3_000, 1_000);
  await side(form, 'back').getByRole('button', { name: 'Remove the picture' }).waitFor();
  await form.getByRole('button', { name: 'Add the card' }).click();
  const list = page.getByRole('list', { name: 'Cards of the deck' });
  await list.getByRole('listitem').waitFor();
  const stored = async () =>
    (await sql`select front_picture, back_picture from cards where deck_id = ${deckId}`)[0];
  await until(async () => (await stored()).back_picture !== null && (await stored()).front_picture !== null);
  t.match(await stored(), {
    front_picture: { file: /\.png$/, width: 1_280, height: 640 },
    back_picture: { file: /\.jpg$/, width: 1_280, height: 427 },
  });

  /** What is behind the see-through parts, and whether the picture fills its box, beyond which the ground would be seen. */
  const looks = (picture: Locator) =>
    picture.evaluate((image: HTMLImageElement) => {
      const { width, height } = image.getBoundingClientRect();
      const { backgroundColor, objectFit, padding } = getComputedStyle(image);
      const isFilled =
        objectFit === 'cover' || Math.abs(width / height - image.naturalWidth / image.naturalHeight) < 0.05;
      return { ground: backgroundColor, isFilled: isFilled && padding === '0px' };
    });
  const grounds = { light: 'rgb(141, 133, 147)', dark: 'rgb(113, 105, 115)' };
  const look = async (name: string, pictures: Locator, scheme: keyof typeof grounds) => {
    for (const picture of await pictures.all()) {
      await isDrawn(picture);
      t.same(await looks(picture), { ground: grounds[scheme], isFilled: true }, `${name}, ${scheme}`);
    }
    t.ok((await pictures.count()) > 0, name);
  };
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`/teacher?deckId=${deckId}`);
    await list.locator('img').first().waitFor();
    await look('list', list.locator('img'), scheme);
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await page.getByRole('grid').locator('img').first().waitFor();
    await look('table', page.getByRole('grid').locator('img'), scheme);
  }
  const student = await makeAccount(app, 'student', 'An');
  const theirs = await student.deck('Words', [
    { front: 'line', back: 'đường' },
    ...['chó', 'mèo', 'bò'].map((back, n) => ({ front: `word ${n}`, back })),
  ]);
  const { front_picture, back_picture } = await stored();
  await sql`update cards set front_picture = ${front_picture}, back_picture = ${back_picture} where deck_id = ${theirs}`;
  const learning = await (await newContext()).newPage();
  await enter(learning, student, '/student');
  for (const scheme of ['light', 'dark'] as const) {
    await learning.emulateMedia({ colorScheme: scheme });
    await openDeck(learning, theirs);
    // A card that was turned still is.
    if (scheme === 'light') await revealButton(learning).click();
    await flashcard(learning, 1, 4).locator('img').nth(1).waitFor();
    await look('session', flashcard(learning, 1, 4).locator('img'), scheme);
    await learning.goto(`/student/pairs/${theirs}`);
    await learning.getByRole('main').locator('img').first().waitFor();
    await look('pairs', learning.getByRole('main').locator('img'), scheme);
  }
});
