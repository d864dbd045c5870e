import {
  CARD_SIDES,
  CARD_TEXT_NAMES,
  CARD_TEXTS,
  type CardField,
  forCardTexts,
  listed,
} from '../../contract/card-fields.ts';
import { searchedAs } from '../../text/normal-form.ts';
import type { TableRow } from '../../text/table-rows.ts';
import type { ColumnMap } from '../cards/card-source.ts';

/** Longer names are no names of columns. */
const NAME_MAX = 100;

/**
 * What columns are called, in lower case and without accents, as `plainName` makes it; the surest first. A column goes
 * to the first field of this order that it fits.
 */
const NAMES: Record<CardField, readonly string[]> = {
  id: ['id', 'guid', 'card id', 'ma the', 'ma'],
  ...forCardTexts((name) => CARD_TEXTS[name].columnNames),
  audio: ['audio', 'am thanh', 'sound', 'audio file', 'tep am thanh', 'file am thanh', 'ghi am', 'mp3'],
  // A picture without a side shows what the word means, and would give it away on the front.
  front_picture: ['front picture', 'front image', 'hinh mat truoc', 'anh mat truoc'],
  front_picture_alt: ['front picture alt', 'front image alt', 'mo ta hinh mat truoc', 'mo ta anh mat truoc'],
  back_picture: listed(
    'back picture, back image, hinh mat sau, anh mat sau, picture, image, photo, hinh, anh, ' +
      'hinh anh, tranh, minh hoa',
  ),
  back_picture_alt: listed(
    'back picture alt, back image alt, mo ta hinh mat sau, mo ta anh mat sau, picture alt, ' +
      'image alt, alt, alt text, mo ta hinh, mo ta anh',
  ),
  tags: ['tags', 'tag', 'nhan', 'the tag', 'tu khoa', 'keywords', 'labels', 'label', 'topic', 'chu de'],
};

/** Only the other column shows which side a language is on. */
const LANGUAGES = {
  english: ['english', 'english word', 'tieng anh', 'tu tieng anh'],
  vietnamese: ['vietnamese', 'tieng viet', 'viet'],
};

/** A column's name as it is compared: no accents, no signs, lower case; a remark in brackets does not count. */
function plainName(name: string): string {
  const plain = (text: string): string =>
    searchedAs(text)
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim();
  if (name.length > NAME_MAX) return '';
  return plain(name.replace(/[([][^)\]]*[)\]]/g, ' ')) || plain(name);
}

/**
 * Guesses which of our fields the columns hold, by their English or Vietnamese names. Case, accents and order do not
 * count. A table of terms and definitions alone has the definition on the back.
 */
export function guessColumns(headers: readonly string[]): ColumnMap {
  const columns: ColumnMap = {};
  const left = new Map<string, string>();
  for (const header of headers) {
    const plain = plainName(header);
    if (plain && !left.has(plain)) left.set(plain, header);
  }
  const take = (field: CardField, names: readonly string[]): void => {
    const found = columns[field] === undefined && names.find((name) => left.has(name));
    if (!found) return;
    columns[field] = left.get(found)!;
    left.delete(found);
  };
  for (const [field, names] of Object.entries(NAMES) as [CardField, readonly string[]][]) take(field, names);
  const { english, vietnamese } = LANGUAGES;
  const isPair = [english, vietnamese].every((names) => names.some((name) => left.has(name)));
  if (columns.back !== undefined || isPair) take('front', [...english, ...vietnamese]);
  if (columns.front !== undefined) take('back', [...vietnamese, ...english]);
  if (columns.back === undefined && columns.definition !== undefined) {
    columns.back = columns.definition;
    delete columns.definition;
  }
  return columns;
}

/** True when the first line names columns, and is no card: it says where the front or the back is. */
export function isHeader(cells: readonly string[]): boolean {
  const { front, back } = guessColumns(cells);
  return front !== undefined || back !== undefined;
}

/** What columns without a name are called: by their number, from 1. */
export const numberedColumns = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));

/** A column that nobody sees has what calls a card, and what no other column has of a side. */
export function columnsByName(names: readonly string[], hidden: ReadonlySet<number> | undefined): ColumnMap {
  const all = guessColumns(names);
  if (!hidden?.size) return all;
  const seen = guessColumns(names.map((name, place) => (hidden.has(place) ? '' : name)));
  const isEnough = CARD_SIDES.every((side) => seen[side] !== undefined);
  return isEnough ? { ...seen, ...(all.id !== undefined && { id: all.id }) } : all;
}

/** Whether the cells of a column only count the rows, or say what these are called elsewhere. */
const isCount = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^([(#]?\d+[.)]?)?$/.test(cell)) &&
  cells.filter((cell) => cell !== '').length * 2 > cells.length;

/**
 * Without names the columns are in the order of our forms. Neither side is a column in which nothing is seen, nor one
 * that only counts.
 */
export function columnsByPlace(
  names: readonly string[],
  cards: readonly TableRow[],
  hidden: ReadonlySet<number> | undefined,
): ColumnMap {
  const cellsOf = (place: number): string[] => cards.map(({ cells }) => (cells[place] ?? '').trim());
  const shown = [...names.keys()].filter((place) => !hidden?.has(place));
  const used = shown.filter((place) => cellsOf(place).some((cell) => cell !== ''));
  const isCounted = used.length > CARD_SIDES.length && isCount(cellsOf(used[0]!));
  const sides = used.slice(isCounted ? 1 : 0).slice(0, CARD_SIDES.length);
  // Behind the sides each column has its place, also one in which nothing stands yet.
  const taken =
    sides.length === CARD_SIDES.length
      ? [...sides, ...shown.filter((place) => place > sides.at(-1)!)]
      : shown.slice(Math.max(0, Math.min(shown.indexOf(used[0] ?? -1), shown.length - CARD_SIDES.length)));
  return Object.fromEntries(
    CARD_TEXT_NAMES.flatMap((field, index) => {
      const name = names[taken[index] ?? -1];
      return name ? [[field, name]] : [];
    }),
  );
}
