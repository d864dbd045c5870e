import { open, readFile, stat } from 'node:fs/promises';
import type { Storage } from '../../files/storage.ts';
import { utf16Of } from '../../text/table-rows.ts';
import { isVideoName } from '../anki/anki-note.ts';
import { type AnkiPackage, hasCollection, openAnkiPackage } from '../anki/anki-package.ts';
import type { CardSource } from '../cards/card-source.ts';
import { ImportError } from '../cards/import-problems.ts';
import { openJsonCards } from '../formats/json-cards.ts';
import { openTableCards } from '../formats/table-cards.ts';
import { type ImportFile, localPath } from '../import-files.ts';
import { type ArchiveLimits, CARDS_FILE_MAX, isPictureName } from '../import-limits.ts';
import type { AnkiLeftOut } from '../import-report.schema.ts';
import type { ImportRequest } from '../import-request.ts';
import { FileShelf, isAudioName, type SentFile } from './file-shelf.ts';
import { type Archive, openArchive } from './zip-archive.ts';
import { shownName } from './zip-entry-names.ts';

/** What a file is that holds no cards that could be read. */
type ForeignFile = 'file_is_pdf' | 'file_is_office' | 'file_is_picture' | 'file_is_archive';

const FOREIGN_STARTS: [start: string, is: ForeignFile][] = [
  ['%PDF-', 'file_is_pdf'],
  // Word and Excel before 2007.
  ['\xd0\xcf\x11\xe0', 'file_is_office'],
  ['{\\rtf', 'file_is_office'],
  ['\x89PNG', 'file_is_picture'],
  ['\xff\xd8\xff', 'file_is_picture'],
  ['GIF8', 'file_is_picture'],
  ['Rar!', 'file_is_archive'],
  ['7z\xbc\xaf', 'file_is_archive'],
  ['\x1f\x8b', 'file_is_archive'],
  ['\xfd7zXZ', 'file_is_archive'],
  ['MSCF', 'file_is_archive'],
];

/** Returns what a file is that is certainly no deck; undefined for all others. */
export const foreignFile = (head: Buffer): ForeignFile | undefined =>
  FOREIGN_STARTS.find(([start]) => head.toString('latin1', 0, start.length) === start)?.[1] ??
  // HEIC and AVIF, as phones take pictures.
  (/^ftyp(hei|mif|avi)/.test(head.toString('latin1', 4, 11)) ? 'file_is_picture' : undefined) ??
  (isOfficePage(head) ? 'file_is_office' : undefined);

/** Tables in pages or in XML, which many programs write under the name of an Excel file; a list may begin with a tag. */
function isOfficePage(head: Buffer): boolean {
  const encoding = utf16Of(head);
  const text = encoding
    ? new TextDecoder(encoding).decode(head)
    : head.toString('utf8').replace(/^\uFEFF/, '');
  if (!/^\s*<[?!a-z]/i.test(text)) return false;
  return (
    /<(?:\w{1,10}:)?(?:Workbook|document|document-content)[\s>]/.test(text) ||
    (/<table[\s>]/i.test(text) && /<tr[\s>]/i.test(text))
  );
}

/** `zip` is an Anki package, an Excel file, or an archive with deck.json. */
type DeckFormat = 'json' | 'table' | 'zip';

const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/** A table may begin with “[noun] cat” or “{{c1::cat}}”. */
const JSON_START = /^\s*(\[\s*[[{"\]\d-]|\{\s*["}])/;

/**
 * Returns the format of a file by its first bytes (some ten thousand). If these leave it open, the name decides.
 * Returns undefined when it is none of ours. Its reader checks whether the rest holds what the start promises.
 */
export function detectFormat(head: Buffer, name: string): DeckFormat | undefined {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1];
  if (ZIP_STARTS.includes(head.toString('latin1', 0, 4))) return 'zip';
  const isTableName = extension !== undefined && ['csv', 'tsv', 'txt'].includes(extension);
  const utf16 = utf16Of(head);
  // Text without a mark of its encoding goes to a reader, which says what is wrong with it.
  const mayBeText =
    (isTableName && isText(head)) || ((isTableName || extension === 'json') && hasStrayZeros(head));
  if (head.includes(0) && !utf16 && !mayBeText) return undefined;
  const text = utf16 ? new TextDecoder(utf16).decode(head) : head.toString('utf8').replace(/^\uFEFF/, '');
  if (JSON_START.test(text) || extension === 'json') return 'json';
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1);
  return utf16 || isTableName || /[\t,;|]|^#| [-–—] /.test(firstLine) ? 'table' : undefined;
}

/** Bytes of UTF-16 without a mark: each second one is that of a letter of ASCII, or of a line. */
const isText = (head: Buffer): boolean =>
  [0, 1].some(
    (from) =>
      head.length > 1 && head.subarray(0, 8).every((byte, at) => (at % 2 === from ? byte === 0 : byte > 8)),
  );

/** A text in which a few zeros stand, and nothing else that is no letter. */
function hasStrayZeros(head: Buffer): boolean {
  const zeros = head.filter((byte) => byte === 0).length;
  return zeros * 20 < head.length && !head.some((byte) => byte > 0 && byte < 9);
}

/** The cards of an import and their files, ready to be read. */
export interface OpenedFiles {
  source: CardSource;
  shelf: FileShelf;
  /** Of an Anki package, once its cards have been read. */
  anki?: () => AnkiLeftOut;
  /** Of an Anki package, likewise: what was answered to the cards of rows, until a moment. */
  answers?: AnkiPackage['answers'];
  close(): void;
}

export interface OpeningOptions {
  storage: Storage;
  files: readonly ImportFile[];
  request: ImportRequest;
  limits: ArchiveLimits;
  /** A folder of the import's own, for what has to be unpacked to be read. */
  workFolder: string;
}

/** In what Word and PowerPoint, LibreOffice and Numbers save, and in the binary kind of Excel's. */
const OFFICE_PARTS = ['[Content_Types].xml', 'META-INF/manifest.xml', 'Index/Document.iwa', 'Index.zip'];
const DECK_JSON = 'deck.json';
const HEAD_BYTES = 64 * 1024;
const MEGABYTE = 1024 * 1024;

/** Opens everything that was sent, archives after their checks. Throws ImportError, with nothing left open. */
export async function openFiles(options: OpeningOptions): Promise<OpenedFiles> {
  const opened: { close(): void }[] = [];
  const close = (): void => {
    for (const one of opened.splice(0)) one.close();
  };
  try {
    const archives = async (path: string): Promise<Archive> => {
      const archive = await openArchive(path, options.limits);
      opened.push(archive);
      return archive;
    };
    const { storage, files, request, workFolder } = options;
    const sent: SentFile[] = [];
    for (const file of files.filter(({ role }) => role === 'audio_files')) {
      const path = await localPath(storage, file, workFolder);
      sent.push({ name: file.name, bytes: file.bytes, content: () => readFile(path) });
    }
    const archived = files.find(({ role }) => role === 'audio_archive');
    if (archived) sent.push(...entriesOf(await archives(await localPath(storage, archived, workFolder))));

    const cards = files.find(({ role }) => role === 'json_file');
    if (!cards) throw new ImportError('upload_lost');
    const path = await localPath(storage, cards, workFolder);
    const read = await openCards(path, cards.name, archives, options);
    opened.push(read);
    const shelf = new FileShelf([...sent, ...read.files], request.audio_source_path);
    const { ankiLeftOut, answers } = read;
    return {
      source: read.source,
      shelf,
      ...(ankiLeftOut && { anki: () => ankiLeftOut((file) => shelf.isUsed(file)) }),
      ...(answers && { answers }),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

interface OpenedCards {
  source: CardSource;
  files: SentFile[];
  /** Of an Anki package, once its cards have been read. */
  ankiLeftOut?: (isUsed: (file: SentFile) => boolean) => AnkiLeftOut;
  answers?: AnkiPackage['answers'];
  close(): void;
}

async function openCards(
  path: string,
  name: string,
  archives: (path: string) => Promise<Archive>,
  { request, workFolder }: OpeningOptions,
): Promise<OpenedCards> {
  const head = await headOf(path);
  const foreign = foreignFile(head);
  if (foreign) throw new ImportError(foreign);
  const format = detectFormat(head, name);
  if (!format) throw new ImportError('unknown_format');
  if (format === 'zip') {
    const archive = await archives(path).catch((error: unknown) => {
      throw /\.xlsx$/i.test(name) ? asWorkbookError(error) : error;
    });
    return openPackage(archive, workFolder, request);
  }
  if ((await stat(path)).size > CARDS_FILE_MAX)
    throw new ImportError('file_too_large', { megabytes: CARDS_FILE_MAX / MEGABYTE });
  const source =
    format === 'json'
      ? openJsonCards(path, request.columns ?? undefined)
      : await openTableCards(path, request.columns ?? undefined);
  return { source, files: [], close: () => {} };
}

/** Nobody packs a file of Excel's: it is saved again. */
function asWorkbookError(error: unknown): unknown {
  const isDamaged = error instanceof ImportError && /^archive_(truncated|malformed)$/.test(error.code);
  return isDamaged ? new ImportError('xlsx_malformed', error.params, error) : error;
}

/** What may hold cards, in an archive that is no deck of ours itself. */
const CARDS_NAME = /\.(apkg|colpkg|csv|tsv|txt|xlsx|json)$/i;

/** A ZIP with deck.json, as we export it, or a package of Anki's, in whichever folder. */
async function openPackage(
  archive: Archive,
  workFolder: string,
  request: ImportRequest,
): Promise<OpenedCards> {
  const [deck] = archive.entries
    .filter(({ name }) => name === DECK_JSON || name.endsWith(`/${DECK_JSON}`))
    .sort((one, other) => one.name.length - other.name.length);
  if (deck) {
    const path = `${workFolder}/${DECK_JSON}`;
    await archive.extract(deck, path);
    const files = entriesOf(archive).filter((one) => one.name !== deck.name);
    return { source: openJsonCards(path, request.columns ?? undefined), files, close: () => {} };
  }
  // With it comes what shows numbers by their formats, which nothing else needs.
  const { openWorkbook } = await import('../formats/workbook-cards.ts');
  const workbook = openWorkbook(archive, request.columns ?? undefined);
  if (workbook) return { source: workbook, files: [], close: () => {} };
  if (archive.entries.some(({ name }) => OFFICE_PARTS.includes(name)))
    throw new ImportError('file_is_office');
  const cards = archive.entries.find(({ name }) => CARDS_NAME.test(name));
  if (cards && !hasCollection(archive))
    throw new ImportError('archive_no_cards', { name: shownName(cards.name) });
  const anki: AnkiPackage = await openAnkiPackage(archive, workFolder, request.columns ?? undefined);
  // Films have no place on our cards.
  const files = [...anki.media]
    .filter(([name]) => !isVideoName(name))
    .map(([name, { bytes }]): SentFile => {
      const isOptional = !isAudioName(name);
      return { name, bytes, isOptional, content: async () => anki.readMedia(name) };
    });
  const ankiLeftOut = (isUsed: (file: SentFile) => boolean): AnkiLeftOut => ({
    ...anki.leftOut(),
    pictures: files.filter((file) => isPictureName(file.name) && !isUsed(file)).length,
  });
  const { source, answers } = anki;
  return { source, files, ankiLeftOut, answers, close: () => anki.close() };
}

const entriesOf = (archive: Archive): SentFile[] =>
  archive.entries.map((entry) => ({
    name: entry.name,
    others: entry.others,
    bytes: entry.bytes,
    content: async () => archive.read(entry),
  }));

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
