import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type CardTexts, forCardTexts, forSidesAndOthers } from '../contract/card-fields.ts';
import type { CardPicture } from '../contract/card-shape.schema.ts';
import type { Deck } from '../deck/deck.entity.ts';
import { pictureSize } from '../files/picture-type.ts';
import { type Storage, storeByContent } from '../files/storage.ts';
import type { Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { Card } from './card.entity.ts';

const Text = Type.String({ minLength: 1 });

/** A deck as content/official-decks/README.md describes its file. */
const DeckFile = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 50 }),
  description: Type.String({ maxLength: 100 }),
  official_button_label: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  display_back_first: Type.Boolean(),
  cards: Type.Array(
    Type.Object({
      ...forSidesAndOthers(
        () => Text,
        () => Type.Optional(Text),
      ),
      /** A file name in the folder `audio`. */
      audio: Type.Optional(Type.String({ pattern: '^[\\w-]+\\.mp3$' })),
      /** What is drawn on the back: a file of this name in the folder `pictures`. */
      drawing: Type.Optional(Type.String({ pattern: '^[\\w-]+$' })),
    }),
    { minItems: 1 },
  ),
});

/**
 * Adds the decks of a folder as official ones, unless there are decks already. Throws, having added none, when a file
 * is not as it should be.
 */
export async function addOfficialDecks(
  tx: Tx,
  storage: Storage,
  ownerId: number,
  folder: string,
): Promise<string[]> {
  const decks = tables<typeof Deck | typeof Card>(tx);
  if (await decks.selectFrom('decks').select('id').limit(1).executeTakeFirst()) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const titles: string[] = [];
  for (const name of names) {
    const { cards, ...deck }: Static<typeof DeckFile> = Value.Parse(
      DeckFile,
      JSON.parse(await readFile(join(folder, name), 'utf8')),
    );
    const { title, description, official_button_label, display_back_first } = deck;
    const { id } = await decks
      .insertInto('decks')
      .values({
        ...{ user_id: ownerId, title, description, display_back_first },
        ...{ is_official: true, official_button_label: official_button_label ?? null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = [];
    for (const [index, { audio, drawing, ...card }] of cards.entries())
      rows.push({
        deck_id: id,
        ordinal: index + 1,
        ...(forCardTexts((name) => card[name] ?? null) as CardTexts),
        audio_file: audio ? await store(storage, join(folder, 'audio', audio)) : null,
        back_picture: drawing
          ? await storeDrawing(storage, join(folder, 'pictures', `${drawing}.webp`))
          : null,
      });
    await decks.insertInto('cards').values(rows).execute();
    titles.push(title);
  }
  return titles;
}

const store = async (storage: Storage, path: string): Promise<string> =>
  `/storage/${await storeByContent(storage, 'cards', await readFile(path), path)}`;

/** It shows what the text beside it says: without a text of its own, nobody hears that twice. */
async function storeDrawing(storage: Storage, path: string): Promise<CardPicture> {
  const { width, height } = pictureSize('webp', await readFile(path))!;
  return { file: await store(storage, path), width, height, alt: '' };
}
