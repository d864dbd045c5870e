import { readFileSync } from 'node:fs';
import t from 'tap';
import { cardContentColumns } from '../../core/contract/card-fields.ts';
import type { FurtherFile } from '../../core/contract/card-shape.schema.ts';
import type { ExportFormat } from '../../core/deck-export/deck-export.schema.ts';
import { storeByContent } from '../../core/files/storage.ts';
import { fileOf } from '../card/card-form.ts';
import { jpegOf, pngOf } from '../card/pictures-made.ts';
import { importCalls } from '../deck-import/import-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { download, givenDeck, givenPicture } from './exported-deck.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const imports = importCalls(api, admin);

const sound = (name: string) =>
  readFileSync(new URL(`../../content/official-decks/audio/${name}.mp3`, import.meta.url));
const stored = async (name: string) =>
  `/storage/${await storeByContent(api.services.storage, 'cards', sound(name), 'x.mp3')}`;

const red = await givenPicture(api, pngOf(40, 30, 1), { width: 40, height: 30, alt: 'A "red" <house>' });
const blue = await givenPicture(api, jpegOf(64, 48), { width: 64, height: 48 });
const green = await givenPicture(api, pngOf(32, 24, 2), { width: 32, height: 24 });

const CARDS = [
  {
    source_id: '1',
    front: 'con mèo <đen> & "trắng"',
    back: 'a black\nand white cat',
    example_sentence: '=SUM(1)',
    definition: 'An animal; or two',
    part_of_speech: 'noun',
    level: '1',
    audio_file: await stored('cat'),
    tags: ['pets', 'Bài 1_a', 'two _words \\', 'a::b'],
  },
  { source_id: 'p-1', front: '🖼️', back: 'house', front_picture: red, back_picture: red },
  {
    source_id: 'p-2',
    front: 'two',
    back: 'pictures',
    front_picture: blue,
    back_picture: red,
    tags: ['seen'],
  },
  {
    source_id: 'f-1',
    front: 'several; of each',
    back: 'sounds and pictures',
    audio_file: await stored('cat'),
    front_picture: blue,
    back_picture: red,
    further_files: [
      { kind: 'audio', file: await stored('dog') },
      { kind: 'audio', file: await stored('bread') },
      { kind: 'picture', side: 'front', ...red, alt: 'a house; or two' },
      { kind: 'picture', side: 'back', ...green, alt: '' },
      { kind: 'picture', side: 'back', ...blue, alt: 'blue' },
    ] satisfies FurtherFile[],
  },
  { front: '-ly', back: 'an ending [sound:x.mp3] {{c1::of words}}' },
  { source_id: '3', front: "'quoted'", back: '&amp; <b>', audio_file: await stored('cat') },
  {
    source_id: 'm-1',
    front: '{漢字|かんじ} is **bold, //so//**',
    back: '\\(a < b\\)\n\\[\n\\frac{1}{2}\n\\]',
    definition: 'letters: \\**these**, \\\\(x\\)',
  },
  { source_id: 'a-1', front: 'dog', back: 'chó' },
];

/** All that is on the cards of a deck, in its order. */
const contentOf = async (deckId: number | null): Promise<object[]> =>
  (
    await api.pool.query(
      `select source_id, ${cardContentColumns()}, tags from cards where deck_id = $1 order by ordinal`,
      [deckId],
    )
  ).rows;
/** A card that had no id gets one on its way to Anki and back. */
const withoutIds = (cards: object[]) => cards.map((card) => ({ ...card, source_id: null }));

for (const format of ['zip', 'apkg', 'csv'] as const satisfies ExportFormat[])
  t.test(
    `SL-55 SL-274 IMF-12 IMF-35 PIC-11 EMP-11 a deck exported as ${format} is the same when imported`,
    async (t) => {
      const title = `As ${format}`;
      const deckId = await givenDeck(api, admin.id, CARDS, { title });
      const before = await contentOf(deckId);
      const { bytes } = await download(api, admin.token, deckId, format);
      const file = fileOf(bytes, `deck.${format}`, 'application/octet-stream');

      const again = await imports.import({ title, json_file: file });
      t.match(again, { status: 'completed', deck_id: deckId, error_count: 0 });
      t.match(again.report, { cards_new: 0, cards_missing: 0 });
      // By the way to Anki and back, a card that had no id gets one.
      const named = format === 'apkg' ? 1 : 0;
      t.match(again.report, { cards_changed: named, cards_unchanged: CARDS.length - named });
      t.same(withoutIds(await contentOf(deckId)), withoutIds(before));
      const twice = await imports.import({ title, json_file: file });
      t.match(twice.report, { cards_new: 0, cards_changed: 0, cards_unchanged: CARDS.length });

      // A table has no audio of its own; the ZIP of the same deck has it.
      const archive = (await download(api, admin.token, deckId, 'zip')).bytes;
      const copy = await imports.import({
        title,
        as_new: '1',
        json_file: file,
        ...(format === 'csv' && { audio_archive: fileOf(archive, 'deck.zip', 'application/zip') }),
      });
      t.match(copy, { status: 'completed', report: { cards_new: CARDS.length, audio_missing: 0 } });
      t.not(copy.deck_id, deckId);
      t.same(withoutIds(await contentOf(copy.deck_id)), withoutIds(before));
    },
  );
