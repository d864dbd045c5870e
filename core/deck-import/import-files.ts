import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listStored, type Storage, storeFile, UPLOADED_IMPORTS } from '../files/storage.ts';
import type { Upload } from '../files/upload.ts';
import { tidyText } from '../text/tidy-text.ts';
import { ImportError } from './cards/import-problems.ts';

export type ImportFileRole = 'json_file' | 'audio_files' | 'audio_archive';

/** A file of an import as its row keeps it. */
export interface ImportFile {
  role: ImportFileRole;
  name: string;
  /** In the storage. */
  key: string;
  bytes: number;
}

/** The folder of this machine in which imports have their working folders. */
export const workFoldersOf = (dataDir: string): string => resolve(dataDir, 'uploads');

/** The working folder of an import, on the machine that performs it. */
export const workFolderOf = (dataDir: string, importId: number): string =>
  join(workFoldersOf(dataDir), `import-${importId}`);

/** Moves what was uploaded to where workers find it, in a folder of the import's own. */
export async function keepImportFiles(
  storage: Storage,
  folder: string,
  uploads: readonly Upload[],
): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  for (const [index, { field, name, path, bytes }] of uploads.entries()) {
    const key = `${UPLOADED_IMPORTS}/${folder}/${index}`;
    await storeFile(storage, key, path);
    files.push({ role: field as ImportFileRole, name: tidyText(name.replaceAll('\0', '')), key, bytes });
  }
  return files;
}

/** Removes an import's files; that they are gone already is no error. */
export async function removeImportFiles(storage: Storage, files: readonly ImportFile[]): Promise<void> {
  const [first] = files;
  if (first) await storage.disk.deleteAll(dirname(first.key));
}

/** The names of the folders in which imports keep their files. */
export async function uploadedFolders(storage: Storage): Promise<string[]> {
  const { objects } = await listStored(storage, UPLOADED_IMPORTS);
  return [...objects].filter((one) => !one.isFile).map(({ name }) => name);
}

/** Removes what has been kept so far in an import's folder. */
export const removeImportFolder = (storage: Storage, folder: string): Promise<void> =>
  storage.disk.deleteAll(`${UPLOADED_IMPORTS}/${folder}`);

/**
 * Returns the path at which a file can be read: where it lies, or in `folder`, to which it is fetched from a bucket.
 * Throws `upload_lost`.
 */
export async function localPath(storage: Storage, file: ImportFile, folder: string): Promise<string> {
  if (storage.folder) {
    const path = join(storage.folder, file.key);
    if (!(await stat(path).catch(() => undefined))?.isFile()) throw new ImportError('upload_lost');
    return path;
  }
  if (!(await storage.disk.exists(file.key))) throw new ImportError('upload_lost');
  const path = join(folder, file.key.replaceAll('/', '-'));
  await rm(path, { force: true });
  await pipeline(await storage.disk.getStream(file.key), createWriteStream(path));
  return path;
}
