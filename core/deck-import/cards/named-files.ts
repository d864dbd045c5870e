import {
  CARD_SIDES,
  FILE_USES,
  type FileUse,
  fileFieldOf,
  type PictureField,
} from '../../contract/card-fields.ts';
import type { FurtherFile } from '../../contract/card-shape.schema.ts';
import type { StoredPicture } from '../../files/stored-picture.ts';
import { tidyText } from '../../text/tidy-text.ts';

/** A file that a card names, and what is said of a picture. */
export interface NamedFile {
  use: FileUse;
  name: string;
  alt: string | null;
}

/** Between several names in one text, the surest first. */
const SEPARATORS = [/\r\n|\r|\n/, ';', '|', ','];

/** Without these a text is one name, as most are. */
const IS_SEVERAL = /[\r\n;|,[]/;

/** As notes of Anki name sounds, and nothing else. */
const SOUNDS = /^(\s*\[sound:[^[\]]*\])+\s*$/i;

/** Returns whether a text has a name and an ending, as files have. */
function isFileName(text: string): boolean {
  const ending = /\.[a-z0-9]{2,5}$/i.exec(text);
  const [name = ''] = text
    .slice(0, ending?.index ?? 0)
    .split(/[/\\]/)
    .slice(-1);
  return /[^.\s]/.test(name);
}

/**
 * Returns the names of files in a text: one a line, or parted by `;`, `|` or commas. A text that is the name of a file
 * as it stands is that name. So is one whose parts do not look like names of files.
 */
export function namesIn(text: string, isThere: (name: string) => boolean): string[] {
  if (!IS_SEVERAL.test(text)) {
    const name = tidyText(text);
    return name === '' ? [] : [name];
  }
  if (SOUNDS.test(text)) return [...text.matchAll(/\[sound:([^[\]]*)\]/gi)].map(([, name = '']) => name);
  const [lines, ...within] = SEPARATORS;
  return text.split(lines!).flatMap((line) => partsOf(line, within, isThere));
}

function partsOf(
  text: string,
  [separator, ...others]: readonly (string | RegExp)[],
  isThere: (name: string) => boolean,
): string[] {
  const whole = tidyText(text);
  if (whole === '') return [];
  if (separator === undefined || isThere(whole)) return [whole];
  const parts = whole
    .split(separator)
    .map(tidyText)
    .filter((part) => part !== '');
  if (parts.length > 1 && parts.every((part) => isThere(part) || isFileName(part)))
    return parts.flatMap((part) => partsOf(part, others, isThere));
  return partsOf(whole, others, isThere);
}

/** What a field holds: several in a list, one alone. */
export const oneOrAll = <T>(all: readonly T[]): T | readonly T[] => (all.length === 1 ? all[0]! : all);

/** What a row names of files, by their names in the archive or among those that were sent. */
export interface RowFiles extends Record<PictureField, string | null> {
  audio: string | null;
  /** What it names beside these, in the order of `FILE_USES`. */
  further: NamedFile[];
  /** The uses of which some names have no file: what the card has of these stays. */
  incomplete: FileUse[];
}

/** Returns what a row names of a use, its own first. */
export function namedOf(row: RowFiles, use: FileUse): NamedFile[] {
  const name = row[fileFieldOf(use)];
  if (name === null && row.further.length === 0) return [];
  const alt = use === 'audio' ? null : row[`${use}_picture_alt`];
  return [...(name === null ? [] : [{ use, name, alt }]), ...row.further.filter((one) => one.use === use)];
}

/** Makes these the files of a use of a row: the first its own, the others further ones. */
export function setNamed(row: RowFiles, use: FileUse, [own, ...others]: readonly NamedFile[]): void {
  row[fileFieldOf(use)] = own?.name ?? null;
  // The text of a picture that has not come is for the one that the card has.
  if (use !== 'audio' && own) row[`${use}_picture_alt`] = own.alt;
  if (others.length > 0 || row.further.length > 0)
    row.further = FILE_USES.flatMap((one) =>
      one === use ? others : row.further.filter((further) => further.use === one),
    );
}

/** What was stored of the files that rows name. */
export interface StoredFiles {
  audio: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, StoredPicture>;
}

/** A row whose further files have their addresses. */
export interface SettledFiles extends Omit<RowFiles, 'further'> {
  audio_file: string | null;
  front_picture_file: StoredPicture | null;
  back_picture_file: StoredPicture | null;
  further_files: FurtherFile[] | null;
}

/**
 * Returns where the files of a row lie. What could not be stored is left out, and the next one of its use takes its
 * place. A content that two names have counts once.
 */
export function settledFiles(given: RowFiles, { audio, pictures }: StoredFiles): SettledFiles {
  const row = { ...given };
  const incomplete = new Set(row.incomplete);
  const addressOf = ({ use, name }: NamedFile): string | undefined =>
    use === 'audio' ? audio.get(name) : pictures.get(name)?.file;
  for (const use of FILE_USES) {
    const named = namedOf(row, use);
    const seen = new Set<string>();
    const stored = named.filter((one) => {
      const address = addressOf(one);
      if (address === undefined) incomplete.add(use);
      return address !== undefined && !seen.has(address) && seen.add(address);
    });
    // Where nothing is left, the row itself says later what lacks.
    setNamed(row, use, stored.length > 0 ? stored : named.slice(0, 1));
  }
  const furtherFiles = row.further.map((one): FurtherFile => {
    const { use, name, alt } = one;
    return use === 'audio'
      ? { kind: use, file: audio.get(name)! }
      : { kind: 'picture', side: use, ...pictures.get(name)!, alt: alt ?? '' };
  });
  const { further: _, ...others } = row;
  const [front, back] = CARD_SIDES.map((side) => {
    const name = row[`${side}_picture`];
    return name === null ? null : (pictures.get(name) ?? null);
  });
  return {
    ...others,
    incomplete: [...incomplete],
    audio_file: row.audio === null ? null : (audio.get(row.audio) ?? null),
    front_picture_file: front ?? null,
    back_picture_file: back ?? null,
    further_files: furtherFiles.length > 0 ? furtherFiles : null,
  };
}
