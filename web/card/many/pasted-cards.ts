import {
  CARD_TEXT_NAMES,
  type CardTextName,
  forCardTexts,
  isCardSide,
} from '../../../core/contract/card-fields.ts';
import { guessColumns } from '../../../core/deck-import/formats/column-names.ts';
import { fromCellText } from '../../../core/text/guarded-cell.ts';
import { comparedAs } from '../../../core/text/normal-form.ts';
import { cellsOf, type PastedLine, plainPaste } from '../../../core/text/pasted-cells.ts';
import { type CardProblems, type CardValues, checkCard } from '../../deck/card-rules.ts';

/** What stands between the texts of a card, in the order in which it is looked for. */
export const SEPARATORS = ['tab', 'dash', 'semicolon', 'comma'] as const;
export type Separator = (typeof SEPARATORS)[number];

const SIGNS = { tab: '\t', semicolon: ';', comma: ',' } as const satisfies Record<
  Exclude<Separator, 'dash'>,
  string
>;
/** With space around it: `well-known - nổi tiếng` has one. */
const DASH = /\s[-–—]\s/;

/** More columns are no list of cards; each has its own field on the screen. */
const COLUMNS_MAX = 20;

/** What each column holds; null for one that is skipped. */
export type Columns = readonly (CardTextName | null)[];

export interface PastedTable {
  separator: Separator;
  lines: readonly PastedLine[];
  /** Of the longest line, as far as columns are offered. */
  width: number;
  hasHeads: boolean;
  columns: Columns;
}

/** Returns the cells of a text; without a separator, the one that most lines have. */
export function readPaste(pasted: string, asked?: Separator): PastedTable {
  const text = plainPaste(pasted).replaceAll('\0', '');
  const separator = asked ?? guessSeparator(text);
  const lines = separator === 'dash' ? dashedLines(text) : cellsOf(text, SIGNS[separator]);
  const longest = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const width = Math.min(longest, COLUMNS_MAX);
  const heads = headsOf(lines[0]?.cells ?? []);
  const hasHeads = heads.includes('front') && heads.includes('back');
  return { separator, lines, width, hasHeads, columns: hasHeads ? heads : columnsByPlace(lines, width) };
}

export const withHeads = (table: PastedTable, hasHeads: boolean): PastedTable => {
  const heads = headsOf(table.lines[0]?.cells ?? []);
  const isNamed = hasHeads && heads.includes('front') && heads.includes('back');
  return { ...table, hasHeads, columns: isNamed ? heads : columnsByPlace(table.lines, table.width) };
};

/** The same table with another field in a column; the column that had the field is skipped. */
export const withColumn = (table: PastedTable, index: number, field: CardTextName | null): PastedTable => ({
  ...table,
  columns: table.columns.map((one, place) => (place === index ? field : one === field ? null : one)),
});

export const cardLines = ({ lines, hasHeads }: PastedTable): readonly PastedLine[] =>
  hasHeads ? lines.slice(1) : lines;

function guessSeparator(text: string): Separator {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isFrequent = (separator: Separator) =>
    lines.filter((line) => (separator === 'dash' ? DASH.test(line) : line.includes(SIGNS[separator])))
      .length *
      2 >=
    lines.length;
  return SEPARATORS.find(isFrequent) ?? 'tab';
}

const dashedLines = (text: string): PastedLine[] =>
  text.split('\n').flatMap((content, index) => {
    if (content.trim() === '') return [];
    const [term = ''] = content.split(DASH, 1);
    const rest = content.slice(term.length).replace(DASH, '');
    return [{ line: index + 1, cells: rest === '' ? [term.trim()] : [term.trim(), rest.trim()] }];
  });

function headsOf(cells: readonly string[]): Columns {
  const heads = cells.slice(0, COLUMNS_MAX);
  const known = guessColumns(heads);
  const fields = CARD_TEXT_NAMES.filter((name) => known[name] !== undefined);
  const places = new Map(fields.map((name) => [heads.indexOf(known[name]!), name]));
  return heads.map((_, index) => places.get(index) ?? null);
}

/** Without heads, the columns are in the order of our forms; one that only counts the lines is skipped. */
function columnsByPlace(lines: readonly PastedLine[], width: number): Columns {
  const isCounted = width > 2 && lines.length > 0 && lines.every(({ cells }) => /^\d+\.?$/.test(cells[0]!));
  const names = isCounted ? [null, ...CARD_TEXT_NAMES] : CARD_TEXT_NAMES;
  return Array.from({ length: width }, (_, index) => names[index] ?? null);
}

/** A card that is there already: the same, or one with the same front alone. */
export type Likeness = 'card' | 'front';

export interface PastedRow {
  line: number;
  values: CardValues;
  problems: CardProblems;
  inDeck: Likeness | undefined;
  inPaste: Likeness | undefined;
}

/** What was typed into the rows, by line. */
export type Mendings = ReadonlyMap<number, Partial<CardValues>>;

/** Sides by which cards are compared; case does not count. */
export class KnownCards {
  readonly #backs = new Map<string, Set<string>>();

  /** Returns what the card is like of those before, and adds it. */
  add({ front, back }: Pick<CardValues, 'front' | 'back'>): Likeness | undefined {
    const likeness = this.find({ front, back });
    const key = comparable(front);
    const backs = this.#backs.get(key) ?? new Set();
    this.#backs.set(key, backs.add(comparable(back)));
    return likeness;
  }

  find({ front, back }: Pick<CardValues, 'front' | 'back'>): Likeness | undefined {
    const backs = this.#backs.get(comparable(front));
    if (!backs) return undefined;
    return backs.has(comparable(back)) ? 'card' : 'front';
  }
}

/** A side as it is compared: case does not count. */
export const comparable = comparedAs;

export function rowsOf(table: PastedTable, mendings: Mendings, inDeck: KnownCards): PastedRow[] {
  const earlier = new KnownCards();
  return cardLines(table).map(({ line, cells }) => {
    const pasted = forCardTexts((name) => {
      const place = table.columns.indexOf(name);
      return place < 0 ? '' : fromCellText(cells[place] ?? '');
    });
    const values: CardValues = { ...pasted, ...mendings.get(line) };
    const isComparable = values.front.trim() !== '';
    return {
      line,
      values,
      problems: checkCard(values),
      inDeck: isComparable ? inDeck.find(values) : undefined,
      inPaste: isComparable ? earlier.add(values) : undefined,
    };
  });
}

export const isWrong = ({ problems }: PastedRow): boolean =>
  CARD_TEXT_NAMES.some((name) => problems[name] !== undefined);

/** Whether a row is added unless somebody says otherwise: not what is there already. */
export const isWanted = ({ inDeck, inPaste }: PastedRow): boolean => inDeck !== 'card' && inPaste !== 'card';

/** What is sent of a row: blank texts are none. */
export const bodyOf = ({ values }: PastedRow) =>
  forCardTexts((name) => values[name].trim() || (isCardSide(name) ? '' : null)) as {
    [N in CardTextName]: N extends 'front' | 'back' ? string : string | null;
  };
