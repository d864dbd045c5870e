import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Account } from '../account/account.entity.ts';
import { Card } from '../card/card.entity.ts';
import {
  type CardSide,
  type CardTexts,
  forCardTexts,
  isCardSide,
  type OptionalCardText,
} from '../card/card-fields.ts';
import { type Storage, storeByContent } from '../storage.ts';
import { Deck } from './deck.entity.ts';

const Text = Type.String({ minLength: 1 });
const OptionalText = Type.Optional(Text);

/** A deck as content/official-decks/README.md describes its file. */
const DeckFile = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 50 }),
  description: Type.String({ maxLength: 100 }),
  official_button_label: Type.String({ minLength: 1, maxLength: 50 }),
  display_back_first: Type.Boolean(),
  cards: Type.Array(
    Type.Object({
      ...(forCardTexts((name) => (isCardSide(name) ? Text : OptionalText)) as Record<CardSide, typeof Text> &
        Record<OptionalCardText, typeof OptionalText>),
      /** A file name in the folder `audio`. */
      audio: Type.Optional(Type.String({ pattern: '^[\\w-]+\\.mp3$' })),
    }),
    { minItems: 1 },
  ),
});

/** Adds the decks of a folder as official ones, unless there are decks already. Throws, having added none, when a file is not as it should be. */
export async function addOfficialDecks(
  em: EntityManager,
  storage: Storage,
  owner: Account,
  folder: string,
): Promise<string[]> {
  if (await em.count(Deck)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const titles: string[] = [];
  for (const name of names) {
    const file: Static<typeof DeckFile> = Value.Parse(
      DeckFile,
      JSON.parse(await readFile(join(folder, name), 'utf8')),
    );
    const { title, description, official_button_label, display_back_first } = file;
    const deck = em.create(Deck, {
      user: owner,
      title,
      description,
      displayBackFirst: display_back_first,
      isOfficial: true,
      officialButtonLabel: official_button_label,
    });
    for (const [index, { audio, ...card }] of file.cards.entries()) {
      em.create(Card, {
        deck,
        ordinal: index + 1,
        ...(forCardTexts((name) => card[name] ?? null) as CardTexts),
        audioFile: audio ? await storeAudio(storage, join(folder, 'audio', audio)) : null,
      });
    }
    titles.push(title);
  }
  await em.flush();
  return titles;
}

const storeAudio = async (storage: Storage, path: string): Promise<string> =>
  `/storage/${await storeByContent(storage, 'cards', await readFile(path), path)}`;
