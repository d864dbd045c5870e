import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import {
  FILE_USES,
  type FileUse,
  fileFieldOf,
  fileUseOf,
  type PictureField,
} from '../contract/card-fields.ts';
import type { ArchiveWriter } from '../files/archive-writer.ts';
import type { Storage } from '../files/storage.ts';
import { type DeckRow, deckRows } from './deck-rows.ts';

/** A file of ours, by the address that a card has. */
const STORED = /^\/storage\/((?:[\w-]+\/)*[\w-]+\.(\w+))$/;

/** Key and extension of a card's file in the storage; undefined for an address elsewhere. */
export function storedFile(address: string | null): { key: string; extension: string } | undefined {
  const [, key, extension] = STORED.exec(address ?? '') ?? [];
  return key === undefined || extension === undefined ? undefined : { key, extension };
}

/** A file of a card, and what it is for. */
interface CardFile {
  use: FileUse;
  /** Of those of its use, counted from 1: the first is the card's own. */
  nth: number;
  address: string;
  /** Of a picture. */
  alt: string;
}

/** The files of a card: of each use its own, then the further ones. */
export function filesOf({ audio_file, front_picture, back_picture, further_files }: DeckRow): CardFile[] {
  const audio = audio_file === null ? null : { file: audio_file };
  const own: Record<FileUse, { file: string; alt?: string } | null> = {
    audio,
    front: front_picture,
    back: back_picture,
  };
  return FILE_USES.flatMap((use) => {
    const first = own[use];
    const further = (further_files ?? []).filter((one) => fileUseOf(one) === use);
    const files: { file: string; alt?: string }[] = first ? [first, ...further] : further;
    return files.map(({ file, alt = '' }, index) => ({
      use,
      nth: first ? index + 1 : index + 2,
      address: file,
      alt,
    }));
  });
}

/** What the file of an address is called in the export; undefined for one that is lost. */
export type NameOf = (address: string) => string | undefined;

/** The files of a card as files name them, and the texts of pictures; a lost one is left out with its text. */
export function namedFiles(row: DeckRow, nameOf: NameOf): Partial<Record<'audio' | PictureField, string[]>> {
  const files = filesOf(row);
  const fields = FILE_USES.flatMap((use): ['audio' | PictureField, string[]][] => {
    const named = files.flatMap(({ address, alt, ...file }) => {
      const name = file.use === use ? nameOf(address) : undefined;
      return name === undefined ? [] : [{ name, alt }];
    });
    if (named.length === 0) return [];
    const names = named.map(({ name }) => name);
    if (use === 'audio') return [[use, names]];
    return [
      [fileFieldOf(use), names],
      [`${use}_picture_alt`, named.some(({ alt }) => alt) ? named.map(({ alt }) => alt) : []],
    ];
  });
  return Object.fromEntries(fields);
}

/** Letters of a card's front that stand in the names of its files. */
const NAME_LETTERS = 40;

/**
 * Returns the name of a file in an archive and in the tables beside it: `audio/0001-con-meo.mp3`. It has the number of
 * the first card with it, from 1. Then comes what of its front every system can write.
 */
export function readableName({ row, position, extension, use, nth }: Omit<FoundFile, 'key'>): string {
  const words = row.front
    .toLowerCase()
    .replaceAll('đ', 'd')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LETTERS)
    .replace(/^-+|-+$/g, '');
  const folder = use === 'audio' ? 'audio' : 'pictures';
  const side = use === 'back' ? '-back' : '';
  const number = nth > 1 ? `-${nth}` : '';
  return `${folder}/${String(position).padStart(4, '0')}${words && `-${words}`}${side}${number}.${extension}`;
}

/** The file's content, of at most the bytes that a file of a card may have; undefined when it is not there. */
async function storedContent({ disk, folder }: Storage, key: string): Promise<Uint8Array | undefined> {
  try {
    // By its path when there is one, which takes a third of the time.
    if (folder) return await readFile(join(folder, key));
    return await buffer(await disk.getStream(key));
  } catch (error) {
    if (await disk.exists(key)) throw new Error(`${key} cannot be read`, { cause: error });
    return undefined;
  }
}

/** Where cards and their files are read from. */
export interface ExportSource {
  pool: Pool;
  storage: Storage;
}

/** A file that is about to be added. */
interface FoundFile {
  row: DeckRow;
  /** Of the card in its deck, counted from 1. */
  position: number;
  use: FileUse;
  nth: number;
  key: string;
  extension: string;
}

/**
 * The files of a deck's cards as parts of the archive, each content once. `nameOf` gives the names. Notes them in
 * `names` by the addresses that cards have; a file that is lost gets none.
 */
export async function* fileParts(
  { pool, storage }: ExportSource,
  deckId: number,
  archive: ArchiveWriter,
  names: Map<string, string>,
  nameOf: (file: FoundFile) => string,
): AsyncGenerator<Uint8Array> {
  const seen = new Set<string>();
  let position = 0;
  for await (const rows of deckRows(pool, deckId))
    for (const row of rows) {
      position++;
      for (const { use, nth, address } of filesOf(row)) {
        const stored = storedFile(address);
        if (!stored || seen.has(address)) continue;
        seen.add(address);
        const content = await storedContent(storage, stored.key);
        if (!content) continue;
        const name = nameOf({ row, position, use, nth, ...stored });
        names.set(address, name);
        yield* archive.stored(name, content);
      }
    }
}
