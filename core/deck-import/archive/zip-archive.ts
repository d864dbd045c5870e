import { ImportError } from '../cards/import-problems.ts';
import type { ArchiveLimits } from '../import-limits.ts';
import { ArchiveFile } from './archive-file.ts';
import { extractContent, readContent } from './zip-content.ts';
import { megabytes, readDirectory } from './zip-directory.ts';
import { readDirectoryEnd } from './zip-directory-end.ts';
import { type LocatedEntry, locateEntries } from './zip-local-headers.ts';

/** A file in an archive. */
export interface ArchiveEntry {
  /** NFC, with “/” between folders; never a path to write to. */
  name: string;
  /** Inflated. */
  bytes: number;
}

/** An archive whose directory was found right. */
export interface Archive {
  /** Files only, in the directory's order: without folders and without what macOS adds (`__MACOSX/`, `.DS_Store`). */
  entries: readonly ArchiveEntry[];
  /** The content, after its length and checksum were found right. Valid until the next call. Throws ImportError. */
  read(entry: ArchiveEntry): Buffer;
  /**
   * Streams a large entry to a file, with the same checks; removes the file when they fail. Throws ImportError, or the
   * system's error when the file cannot be written.
   */
  extract(entry: ArchiveEntry, path: string): Promise<void>;
  close(): void;
}

/**
 * Opens a ZIP after checking its whole directory, before anything in it is inflated. `docs/imports.md` has these
 * checks and their order. Reads synchronously, so it belongs into a process of its own. Throws ImportError
 * (`archive_…`), or the system's error when the file cannot be read.
 */
export async function openArchive(path: string, limits: ArchiveLimits): Promise<Archive> {
  const file = new ArchiveFile(path);
  try {
    if (file.size > limits.archiveBytes)
      throw new ImportError('archive_too_large', { megabytes: megabytes(limits.archiveBytes) });
    const end = readDirectoryEnd(file, limits);
    const located = locateEntries(file, end, await readDirectory(file, end, limits));
    return archiveOf(
      file,
      located.filter(({ name }) => isWanted(name)),
    );
  } catch (error) {
    file.close();
    throw error;
  }
}

function archiveOf(file: ArchiveFile, located: readonly LocatedEntry[]): Archive {
  const entries = located.map(({ name, bytes }): ArchiveEntry => ({ name, bytes }));
  const byEntry = new Map(entries.map((entry, index) => [entry, located[index] as LocatedEntry]));
  const locatedOf = (entry: ArchiveEntry): LocatedEntry => {
    const found = byEntry.get(entry);
    if (found === undefined) throw new Error('not an entry of this archive');
    return found;
  };
  return {
    entries,
    read: (entry) => readContent(file, locatedOf(entry)),
    extract: (entry, path) => extractContent(file, locatedOf(entry), path),
    close: () => file.close(),
  };
}

const isWanted = (name: string): boolean =>
  name !== '' && !name.endsWith('/') && !/^__MACOSX\/|(^|\/)\.DS_Store$/.test(name);
