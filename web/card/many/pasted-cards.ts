import {
  CARD_TEXT_NAMES,
  type CardTextName,
  forCardTexts,
  isCardSide,
} from '../../../core/contract/card-fields.ts';
import {
  faultOf,
  isNoCard,
  readTableHead,
  type TableHead,
} from '../../../core/deck-import/formats/table-head.ts';
import { comparedAs } from '../../../core/text/normal-form.ts';
import { type PastedLine, plainPaste } from '../../../core/text/pasted-cells.ts';
import { fromCellText } from '../../../core/text/spreadsheet-cell.ts';
import { rowsOfText, type Separator } from '../../../core/text/table-rows.ts';
import { type CardProblems, type CardValues, checkCard } from '../../deck/card-rules.ts';

/** More columns are no list of cards; each has its own field on the screen. */
const COLUMNS_MAX = 20;

/** What each column holds; null for one that is skipped. */
export type Columns = readonly (CardTextName | null)[];

/** Why a line is not sure to be cut as it is meant. */
export type LineFault = NonNullable<ReturnType<typeof faultOf>>;

interface CutLine extends PastedLine {
  fault?: LineFault;
}

export interface PastedTable {
  text: string;
  separator: Separator;
  /** Lines without the headings and what stands above them. */
  lines: readonly CutLine[];
  /** Lines that are no cards, as a title above the headings. */
  remarks: readonly PastedLine[];
  /** Of the columns that are offered. */
  width: number;
  hasHeads: boolean;
  columns: Columns;
  /** The lines hold HTML of Anki's, which only an import reads. */
  isHtml: boolean;
}

/** Returns the cells of a text as an import would read them; without a separator, by what its lines agree on. */
export function readPaste(pasted: string, asked?: Separator, hasNames?: boolean): PastedTable {
  const text = plainPaste(pasted).replaceAll('\0', '');
  const head = readTableHead(text, { separator: asked, hasNames });
  const above = new Set(head.above);
  const lines: CutLine[] = [];
  const remarks: PastedLine[] = [];
  for (const [index, row] of rowsOfText(text, head.cut).entries()) {
    const cells = row.cells.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '') || index === head.headRow) continue;
    const fault = faultOf(row, head);
    if (above.has(index) || (index >= head.start && isNoCard(row, head)))
      remarks.push({ line: row.line, cells });
    else if (index >= head.start) lines.push({ line: row.line, cells, ...(fault && { fault }) });
  }
  const { separator } = head.cut;
  const columns = columnsOf(head);
  const isHtml = head.anki?.isHtml === true && /[<&]|\[sound:/.test(text);
  const hasHeads = head.headRow !== undefined;
  return { text, separator, lines, remarks, width: columns.length, hasHeads, columns, isHtml };
}

function columnsOf({ names, columns }: TableHead): Columns {
  const fields = new Map(CARD_TEXT_NAMES.map((field) => [columns[field], field]));
  return names.slice(0, COLUMNS_MAX).map((name) => fields.get(name) ?? null);
}

export const withHeads = (table: PastedTable, hasHeads: boolean): PastedTable =>
  readPaste(table.text, table.separator, hasHeads);

/** The same text, cut by something else. */
export const withSeparator = (table: PastedTable, separator: Separator): PastedTable =>
  readPaste(table.text, separator);

/** The same table with another field in a column; the column that had the field is skipped. */
export const withColumn = (table: PastedTable, index: number, field: CardTextName | null): PastedTable => ({
  ...table,
  columns: table.columns.map((one, place) => (place === index ? field : one === field ? null : one)),
});

/** A card that is there already: the same, or one with the same front alone. */
export type Likeness = 'card' | 'front';

export interface PastedRow {
  line: number;
  values: CardValues;
  problems: CardProblems;
  /** Until somebody mends the line, who sees how it is cut. */
  fault: LineFault | undefined;
  inDeck: Likeness | undefined;
  inPaste: Likeness | undefined;
}

/** What was typed into the rows, by line. */
export type Mendings = ReadonlyMap<number, Partial<CardValues>>;

/** Sides by which cards are compared, whatever keyboard or program has written them. */
export class KnownCards {
  readonly #backs = new Map<string, Set<string>>();

  /** Returns what the card is like of those before, and adds it. */
  add({ front, back }: Pick<CardValues, 'front' | 'back'>): Likeness | undefined {
    const likeness = this.find({ front, back });
    const key = comparedAs(front);
    const backs = this.#backs.get(key) ?? new Set();
    this.#backs.set(key, backs.add(comparedAs(back)));
    return likeness;
  }

  find({ front, back }: Pick<CardValues, 'front' | 'back'>): Likeness | undefined {
    const backs = this.#backs.get(comparedAs(front));
    if (!backs) return undefined;
    return backs.has(comparedAs(back)) ? 'card' : 'front';
  }
}

export function rowsOf(table: PastedTable, mendings: Mendings, inDeck: KnownCards): PastedRow[] {
  const earlier = new KnownCards();
  return table.lines.map(({ line, cells, fault }) => {
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
      fault: mendings.has(line) ? undefined : fault,
      inDeck: isComparable ? inDeck.find(values) : undefined,
      inPaste: isComparable ? earlier.add(values) : undefined,
    };
  });
}

export const isWrong = ({ problems, fault }: PastedRow): boolean =>
  fault !== undefined || CARD_TEXT_NAMES.some((name) => problems[name] !== undefined);

/** Whether a row is added unless somebody says otherwise: not what is there already. */
export const isWanted = ({ inDeck, inPaste }: PastedRow): boolean => inDeck !== 'card' && inPaste !== 'card';

/** What is sent of a row: blank texts are none. */
export const bodyOf = ({ values }: PastedRow) =>
  forCardTexts((name) => values[name].trim() || (isCardSide(name) ? '' : null)) as {
    [N in CardTextName]: N extends 'front' | 'back' ? string : string | null;
  };
