import { type Entry, getFileNameLowLevel } from 'yauzl';
import { ImportError } from '../cards/import-problems.ts';

const NAME_BYTES_MAX = 1_024;
const SHOWN_MAX = 100;

/** Besides the control characters those that turn the direction of what follows, which hide a name's true ending. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const EACH_CONTROL = new RegExp(CONTROL, 'gu');

/** As bytes, of which those from 0x80 on are letters in CP437 and parts of letters in UTF-8. */
const RAW_CONTROL = /[^\x20-\x7e\x80-\xff]/;

/** From the root or a drive, or with “..” on the way. */
const OUTSIDE = /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:$|[/\\])/i;
/** A backslash, a folder without a name, or no name behind the folders. */
const NO_PATH = /\\|\/\/|(?:^|\/)\.$/;
const DOT_FOLDERS = /(^|\/)(?:\.\/)+/g;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const UTF8_FLAG = 0x800;
/** The systems of "version made by" that part folders by backslashes, as older Windows PowerShell writes names. */
const WINDOWS = [0, 10, 14];
/** Of a folder, in the attributes that these systems keep. */
const FOLDER_ATTRIBUTE = 0x10;

/** A name as it may be shown: shortened, and with control characters made visible. */
export function shownName(name: string): string {
  const visible = name
    .slice(0, SHOWN_MAX + 1)
    .toWellFormed()
    .replace(EACH_CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return visible.length <= SHOWN_MAX ? visible : `${visible.slice(0, SHOWN_MAX - 1).toWellFormed()}…`;
}

const isOfWindows = ({ versionMadeBy }: Entry): boolean => WINDOWS.includes(versionMadeBy >> 8);

/**
 * Returns the name of an entry in NFC, with “/” between folders and after a folder, without “.” as a folder. Empty
 * for the archive's own root. A backslash parts folders where Windows has written it, and is refused elsewhere. Throws ImportError for what could lie outside the archive or is no name.
 */
export function entryName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const refused = (name: string) => new ImportError('archive_name', { name: shownName(name) });
  // CP437 shows control characters as ☺ and the like, so the bytes are looked at.
  if (raw.length === 0 || raw.length > NAME_BYTES_MAX || RAW_CONTROL.test(raw.toString('latin1')))
    throw refused(raw.toString());
  const name = decodedName(entry)?.normalize('NFC');
  if (name === undefined || name.includes('\ufffd') || CONTROL.test(name))
    throw refused(name ?? raw.toString());
  if (OUTSIDE.test(name)) throw new ImportError('archive_path', { name: shownName(name) });
  const path = asPath(name, entry);
  if (NO_PATH.test(path)) throw refused(name);
  return path.replace(DOT_FOLDERS, '$1');
}

function asPath(name: string, entry: Entry): string {
  if (!isOfWindows(entry)) return name;
  const path = name.replaceAll('\\', '/');
  const isFolder = (entry.externalFileAttributes & FOLDER_ATTRIBUTE) !== 0 && entry.uncompressedSize === 0;
  return isFolder && !path.endsWith('/') ? `${path}/` : path;
}

/**
 * Returns how else an entry may be called: a name of letters beyond ASCII that says no encoding is one of the machine
 * that packed it. By CP437 it is read first; Western Europe's machines have CP850, those of Vietnam CP1258.
 */
export function otherNames(entry: Entry): string[] {
  if (
    saysItsName(entry) ||
    !/[\x80-\xff]/.test(entry.fileNameRaw.toString('latin1')) ||
    utf8(entry.fileNameRaw)
  )
    return [];
  const names = [fromCp850(entry.fileNameRaw), CP1258.decode(entry.fileNameRaw)];
  return names.map((name) => asPath(name.normalize('NFC'), entry).replace(DOT_FOLDERS, '$1'));
}

const CP1258 = new TextDecoder('windows-1258');

/** The letters of CP850 from 0x80 on. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const fromCp850 = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP850[byte - 0x80])).join('');

const saysItsName = ({ generalPurposeBitFlag, extraFields }: Entry): boolean =>
  (generalPurposeBitFlag & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === 0x7075);

/** Undefined when it is said to be UTF-8 and is not. Many programs write UTF-8 and do not say so. */
function decodedName(entry: Entry): string | undefined {
  const { generalPurposeBitFlag: flags, fileNameRaw, extraFields } = entry;
  if (flags & UTF8_FLAG) return utf8(fileNameRaw);
  const plain = saysItsName(entry) ? undefined : utf8(fileNameRaw);
  return plain ?? getFileNameLowLevel(flags, fileNameRaw, extraFields, true);
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Throws `archive_duplicate` when two files have one name, or a file has the name of a folder, ignoring case. Some
 * disks do not distinguish upper from lower case. `names` as `entryName` returns them; a folder may come twice.
 */
export function refuseDuplicates(names: readonly string[]): void {
  const keys = sortingKeys(names);
  const keyed = names.map((name, index) => ({ name, key: keys[index] as string }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const [index, { name, key }] of keyed.entries()) {
    const before = keyed[index - 1]?.key;
    if (before === undefined || before === '' || before.endsWith('\0')) continue;
    if (key === before || key.startsWith(`${before}\0`))
      throw new ImportError('archive_duplicate', { name: shownName(name) });
  }
}

/**
 * Returns the names without their case, and with the smallest character for “/”. So the content of a folder follows
 * directly on a file of the folder's name. All at once, since replacing in each of 50,000 long names takes seconds.
 */
function sortingKeys(names: readonly string[]): string[] {
  // No name holds a line feed. Upper case first makes ß the same as SS, and ς the same as σ.
  const folded = Buffer.from(names.join('\n').toUpperCase().toLowerCase().normalize('NFC'));
  for (let at = 0; at < folded.length; at++) if (folded[at] === 0x2f) folded[at] = 0;
  return folded.toString().split('\n');
}
