import { delimiterOfText } from '../formats/column-names.ts';

/** What a file is that holds no cards that could be read. */
export type ForeignFile = 'file_is_pdf' | 'file_is_office' | 'file_is_picture' | 'file_is_archive';

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
];

/** Returns what a file is that is certainly no deck; undefined for all others. */
export const foreignFile = (head: Buffer): ForeignFile | undefined =>
  FOREIGN_STARTS.find(([start]) => head.toString('latin1', 0, start.length) === start)?.[1] ??
  // HEIC and AVIF, as phones take pictures.
  (/^ftyp(hei|mif|avi)/.test(head.toString('latin1', 4, 11)) ? 'file_is_picture' : undefined);

/** `zip` is an Anki package, an Excel file, or an archive with deck.json. */
export type DeckFormat = 'json' | 'csv' | 'tsv' | 'zip';

const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/**
 * Returns the format of a file by its first bytes (some ten thousand). If these leave it open, the name decides.
 * Returns undefined when it is none of ours. Its reader checks whether the rest holds what the start promises.
 */
export function detectFormat(head: Buffer, name: string): DeckFormat | undefined {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1];
  if (ZIP_STARTS.includes(head.toString('latin1', 0, 4))) return 'zip';
  // UTF-16 goes to a reader, which says what is wrong with it.
  const isUtf16 = head.length >= 2 && [0xfeff, 0xfffe].includes(head.readUInt16BE(0));
  if (head.includes(0) && !isUtf16) return undefined;
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  if (/^\s*[[{]/.test(text) || extension === 'json') return 'json';
  if (extension === 'tsv') return 'tsv';
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1);
  const isTable = isUtf16 || extension === 'csv' || extension === 'txt' || /[\t,;]|^#| - /.test(firstLine);
  if (!isTable) return undefined;
  return delimiterOfText(text) === '\t' ? 'tsv' : 'csv';
}
