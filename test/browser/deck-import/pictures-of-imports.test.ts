import { pngOf } from '../../card/pictures-made.ts';
import { packageOf } from '../../deck-import/anki/given-anki-packages.ts';
import { screenCheck } from '../harness/accessible-screen.ts';
import { screen } from '../harness/screen.ts';
import {
  figure,
  fillIn,
  importCard,
  importPage,
  press,
  statusOf,
  zipFile,
} from '../people/import-in-browser.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>');

const test = screen();

test('PIC-08 PIC-09 a check shows which cards have pictures, and which are left out', async (app) => {
  const { t, page } = app;
  await importPage(app);
  const cards = [
    { front: 'red', back: 'đỏ', front_picture: 'red.png', front_picture_alt: 'A red square' },
    { front: 'blue', back: 'xanh', back_picture: 'blue.png' },
    { front: 'green', back: 'lục', back_picture: 'green.png' },
  ];
  const files = { 'deck.json': Buffer.from(JSON.stringify(cards)), 'blue.png': SVG, 'red.png': pngOf(9, 9) };
  await fillIn(page, 'Colours', await zipFile('colours.zip', files));
  await press(page, 'Check only');
  const card = importCard(page, 'Colours');
  await statusOf(card, 'Checked').waitFor();
  await card.getByText('Left out: 1 picture that is SVG and 1 picture that was not sent.').waitFor();
  t.equal(await figure(card, 'Pictures found'), '1');
  const first = card.getByRole('list', { name: 'First cards' }).getByRole('listitem');
  t.equal(await first.filter({ hasText: 'red' }).getByRole('img', { name: 'with a picture' }).count(), 1);
  t.equal(await first.getByRole('img', { name: 'with a picture' }).count(), 1);
  await screenCheck(t, page)('wide');
  await page.setViewportSize({ width: 360, height: 740 });
  await screenCheck(t, page)('narrow');
});

test('IMF-05 of an Anki package all that does not come along is said in one sentence', async (app) => {
  const { t, page } = app;
  await importPage(app);
  const words = {
    id: 5,
    fields: ['Word', 'Meaning', 'Romanization', 'Breakdown'],
    templates: [['{{Word}}', '{{Meaning}}']] as [string, string][],
  };
  const fields = ['cat <img src=cat.png>', 'mèo', 'kat', 'c-a-t'];
  const buffer = await packageOf(t.testdir(), {
    version: 3,
    types: [words],
    notes: [{ guid: 'a', type: 5, fields, ords: [0], tags: ' pets ' }],
    media: { 'cat.png': SVG, 'other.png': pngOf(9, 9), 'film.mp4': Buffer.of(1), 'more.mp3': Buffer.of(1) },
  });
  await fillIn(page, 'From Anki', { name: 'words.apkg', mimeType: 'application/zip', buffer });
  await press(page, 'Check only');
  const card = importCard(page, 'From Anki');
  await statusOf(card, 'Checked').waitFor();
  await card
    .getByText(
      '1 card in Anki, 1 here. Left out: 1 video, 1 picture that is SVG, 1 further picture, 1 further sound, ' +
        'and the fields Romanization and Breakdown.',
    )
    .waitFor();
});
