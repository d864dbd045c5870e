import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Storage } from '../storage.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { type DeckRow, deckRows } from './deck-rows.ts';

/** A file of ours, by the address that a card has. */
const STORED = /^\/storage\/((?:[\w-]+\/)*[\w-]+\.(\w+))$/;

/** Key and extension of a card's audio in the storage; undefined for an address elsewhere. */
export function storedAudio(audioFile: string | null): { key: string; extension: string } | undefined {
  const [, key, extension] = STORED.exec(audioFile ?? '') ?? [];
  return key === undefined || extension === undefined ? undefined : { key, extension };
}

/** Letters of a card's front that stand in its audio's name. */
const NAME_LETTERS = 40;

/**
 * Returns the name of the audio in an archive and in the tables beside it: `audio/0001-con-meo.mp3`. It has the
 * number of the first card with it, from 1, and what of its front every system can write.
 */
export function readableAudioName(position: number, row: DeckRow, extension: string): string {
  const words = row.front
    .toLowerCase()
    .replaceAll('đ', 'd')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LETTERS)
    .replace(/^-+|-+$/g, '');
  return `audio/${String(position).padStart(4, '0')}${words && `-${words}`}.${extension}`;
}

/** The file's content, of at most the bytes that a card's audio may have; undefined when it is not there. */
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

/** Where cards and their audio are read from. */
export interface ExportSource {
  pool: Pool;
  storage: Storage;
}

/** An audio that is about to be added. */
export interface FoundAudio {
  row: DeckRow;
  /** Of the card in its deck, counted from 1. */
  position: number;
  key: string;
  extension: string;
}

/**
 * The audio of a deck's cards as parts of the archive, each content once, under the name that `nameOf` gives it. Notes
 * these names in `names` by the addresses that cards have; a file that is lost gets none.
 */
export async function* audioParts(
  { pool, storage }: ExportSource,
  deckId: number,
  archive: ArchiveWriter,
  names: Map<string, string>,
  nameOf: (audio: FoundAudio) => string,
): AsyncGenerator<Uint8Array> {
  const seen = new Set<string>();
  let position = 0;
  for await (const rows of deckRows(pool, deckId))
    for (const row of rows) {
      position++;
      const stored = storedAudio(row.audio_file);
      if (!stored || seen.has(row.audio_file!)) continue;
      seen.add(row.audio_file!);
      const content = await storedContent(storage, stored.key);
      if (!content) continue;
      const name = nameOf({ row, position, ...stored });
      names.set(row.audio_file!, name);
      yield* archive.stored(name, content);
    }
}
