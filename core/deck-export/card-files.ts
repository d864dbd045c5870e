import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { CardSide, PictureField } from '../contract/card-fields.ts';
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

/** What a file is for on its card. */
type FileUse = 'audio' | CardSide;

/** The addresses of a card's files, each with what it is for. */
export function filesOf({ audio_file, front_picture, back_picture }: DeckRow): [FileUse, string][] {
  const files: [FileUse, string | undefined | null][] = [
    ['audio', audio_file],
    ['front', front_picture?.file],
    ['back', back_picture?.file],
  ];
  return files.flatMap(([use, address]) => (address ? [[use, address]] : []));
}

/** What the file of an address is called in the export; undefined for one that is lost. */
export type NameOf = (address: string) => string | undefined;

/** The pictures of a card as files name them; a lost one is left out with its text. */
export function namedPictures(
  { front_picture, back_picture }: DeckRow,
  nameOf: NameOf,
): Record<PictureField, string | undefined> {
  const [front, back] = [front_picture, back_picture].map((picture) => picture && nameOf(picture.file));
  return {
    front_picture: front ?? undefined,
    front_picture_alt: front ? front_picture?.alt : undefined,
    back_picture: back ?? undefined,
    back_picture_alt: back ? back_picture?.alt : undefined,
  };
}

/** Letters of a card's front that stand in the names of its files. */
const NAME_LETTERS = 40;

/**
 * Returns the name of a file in an archive and in the tables beside it: `audio/0001-con-meo.mp3`. It has the number of
 * the first card with it, from 1. Then comes what of its front every system can write.
 */
export function readableName({ row, position, extension, use }: Omit<FoundFile, 'key'>): string {
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
  return `${folder}/${String(position).padStart(4, '0')}${words && `-${words}`}${side}.${extension}`;
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
      for (const [use, address] of filesOf(row)) {
        const stored = storedFile(address);
        if (!stored || seen.has(address)) continue;
        seen.add(address);
        const content = await storedContent(storage, stored.key);
        if (!content) continue;
        const name = nameOf({ row, position, use, ...stored });
        names.set(address, name);
        yield* archive.stored(name, content);
      }
    }
}
