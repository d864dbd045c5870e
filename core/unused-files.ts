import { dirname } from 'node:path';
import type { Pool } from 'pg';
import { type Storage, UPLOADED_IMPORTS } from './storage.ts';

/** A file that nobody refers to may be one that somebody is about to refer to: it is left alone for so long. */
const GRACE_MS = 24 * 60 * 60_000;

const BATCH = 1_000;

/** Those of the keys ($1) that something refers to, by folder. */
const REFERENCES: Record<string, string> = {
  cards: `select substr(audio_file, 10) as key from cards where substr(audio_file, 10) = any ($1)`,
  exams: 'select main_audio_path as key from exams where main_audio_path = any ($1)',
  site: 'select substr(logo_file, 10) as key from site_settings where substr(logo_file, 10) = any ($1)',
  [UPLOADED_IMPORTS]: `select f ->> 'key' as key from deck_imports, jsonb_array_elements(files) f
    where has_files and f ->> 'key' = any ($1)`,
};

/**
 * Removes files that were stored more than a day ago and that nothing refers to any more: audio that was replaced or
 * whose card is gone, what a killed process has left. Whoever stores a content that is there already makes it new.
 * Answers how many. `now` in milliseconds.
 */
export async function removeUnusedFiles(pool: Pool, storage: Storage, now: number): Promise<number> {
  let removed = 0;
  for (const [folder, references] of Object.entries(REFERENCES))
    for await (const keys of keysIn(storage, folder)) {
      const { rows } = await pool.query<{ key: string }>(references, [keys]);
      const used = new Set(rows.map(({ key }) => key));
      for (const key of keys.filter((one) => !used.has(one))) {
        const { lastModified } = await storage.disk.getMetaData(key);
        if (lastModified.getTime() > now - GRACE_MS) continue;
        await storage.disk.delete(key);
        // Of an import the folder is its own.
        if (folder === UPLOADED_IMPORTS) await storage.disk.deleteAll(dirname(key));
        removed++;
      }
    }
  return removed;
}

async function* keysIn({ disk }: Storage, folder: string): AsyncGenerator<string[]> {
  let token: string | undefined;
  do {
    const page = await disk
      .listAll(`${folder}/`, { recursive: true, ...(token && { paginationToken: token }) })
      .catch((error: Error) => {
        // Nothing was stored there yet.
        if ((error.cause as NodeJS.ErrnoException)?.code === 'ENOENT')
          return { objects: [], paginationToken: undefined };
        throw error;
      });
    token = page.paginationToken;
    const keys = [...page.objects].filter((one) => one.isFile).map((one) => one.key);
    for (let start = 0; start < keys.length; start += BATCH) yield keys.slice(start, start + BATCH);
  } while (token);
}
