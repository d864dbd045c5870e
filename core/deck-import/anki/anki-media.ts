import { zstdDecompressSync } from 'node:zlib';
import type { Archive, ArchiveEntry } from '../archive/zip-archive.ts';
import { ImportError } from '../cards/import-problems.ts';
import { protobufFields } from './protobuf-reader.ts';

/** Bytes of the list of a package's media, for tens of thousands of files. */
const LIST_MAX = 32 * 1024 * 1024;

/**
 * The media of a package by their names (NFC), whose files in the archive are called by numbers. Media that the list
 * names and the archive lacks are left out, as are names that are paths. Throws `apkg_malformed`.
 */
export function readMediaList(archive: Archive, isCompressed: boolean): Map<string, ArchiveEntry> {
  const media = new Map<string, ArchiveEntry>();
  const list = archive.entries.find(({ name }) => name === 'media');
  // Some programs leave out an empty list.
  if (!list) return media;
  const byNumber = new Map(archive.entries.map((entry) => [entry.name, entry]));
  let names: Iterable<[number: string, name: string]>;
  try {
    if (list.bytes > LIST_MAX) throw new RangeError('it is too large');
    const content = archive.read(list);
    names = isCompressed
      ? namesInProtobuf(zstdDecompressSync(content, { maxOutputLength: LIST_MAX }))
      : namesInJson(content);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const detail = `its list of media cannot be read (${(error as Error).message})`;
    throw new ImportError('apkg_malformed', { detail }, error);
  }
  for (const [number, name] of names) {
    const entry = byNumber.get(number);
    const plain = name.normalize('NFC');
    if (entry && isFileName(plain) && !media.has(plain)) media.set(plain, entry);
  }
  return media;
}

function namesInJson(content: Buffer): [string, string][] {
  const list: unknown = JSON.parse(content.toString('utf8'));
  if (typeof list !== 'object' || list === null) throw new TypeError('it is no object');
  return Object.entries(list).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** Anki's proto/anki/import_export.proto: `MediaEntries { repeated MediaEntry entries = 1 }`, in the files' order. */
function namesInProtobuf(content: Buffer): [string, string][] {
  const names: [string, string][] = [];
  for (const { number, value } of protobufFields(content)) {
    if (number !== 1 || typeof value === 'number') continue;
    let file = names.length;
    let name = '';
    // `MediaEntry { string name = 1; …; optional uint32 legacy_zip_filename = 255 }`
    for (const field of protobufFields(value)) {
      if (field.number === 1 && typeof field.value !== 'number') name = field.value.toString('utf8');
      if (field.number === 255 && typeof field.value === 'number') file = field.value;
    }
    names.push([String(file), name]);
  }
  return names;
}

const isFileName = (name: string): boolean => name !== '' && !/[/\\]/.test(name);
