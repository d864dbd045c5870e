import {
  CARD_TEXT_NAMES,
  type CardTextName,
  forCardTexts,
  isCardSide,
} from '../../../core/contract/card-fields.ts';
import { cardsOfCells, hasGapMark, type ReadHtml } from '../../../core/deck-import/anki/anki-cloze.ts';
import {
  faultOf,
  isNoCard,
  readTableHead,
  type TableHead,
} from '../../../core/deck-import/formats/table-head.ts';
import { comparedAs } from '../../../core/text/normal-form.ts';
import { type Parting, type PastedLine, plainPaste } from '../../../core/text/pasted-cells.ts';
import { rowsOfText, type Separator } from '../../../core/text/table-rows.ts';
import { type CardProblems, type CardValues, checkCard } from '../../deck/card-rules.ts';

/** More columns are no list of cards; each has its own field on the screen. */
const COLUMNS_MAX = 20;

/** What each column holds; null for one that is skipped. */
export type Columns = readonly (CardTextName | null)[];

/** Why a line is not sure to be cut as it is meant; `gap` for one of Anki's that is not closed. */
export type LineFault = NonNullable<ReturnType<typeof faultOf>> | 'gap';

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
  /** The lines hold HTML of Anki's. */
  isHtml: boolean;
  /** What reads it, which is loaded for such pastes alone. */
  readHtml: ReadHtml | undefined;
  /** Tags of Anki's, which stay behind: what is pasted is the texts of cards. */
  tags: readonly string[];
  /** Between which cards lines were, or perhaps should have been, parted. */
  parting: Pick<Parting, 'sign' | 'isUnsure'> | undefined;
}

interface PasteOptions {
  /** What separates, where somebody has chosen. */
  asked?: Separator | undefined;
  hasNames?: boolean | undefined;
  readHtml?: ReadHtml | undefined;
}

/** Returns the cells of a text as an import would read them; without a separator, by what its lines agree on. */
export function readPaste(pasted: string, { asked, hasNames, readHtml }: PasteOptions = {}): PastedTable {
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
  const isHtml = head.anki?.isHtml === true;
  const hasHeads = head.headRow !== undefined;
  const tags = tagsIn(head, lines);
  const { parted, perhapsParted } = head.cut;
  const sign = parted ?? perhapsParted;
  const parting = sign && { sign, isUnsure: parted === undefined };
  const width = columns.length;
  return { text, separator, lines, remarks, width, hasHeads, columns, isHtml, readHtml, tags, parting };
}

function tagsIn({ anki }: TableHead, lines: readonly CutLine[]): string[] {
  if (!anki) return [];
  const { tags: place } = anki.places;
  const ofLines = place === undefined ? [] : lines.flatMap(({ cells }) => (cells[place] ?? '').split(/\s+/));
  return [...new Set([...anki.tags, ...ofLines])].filter((tag) => tag !== '');
}

function columnsOf({ names, columns }: TableHead): Columns {
  const fields = new Map(CARD_TEXT_NAMES.map((field) => [columns[field], field]));
  return names.slice(0, COLUMNS_MAX).map((name) => fields.get(name) ?? null);
}

export function withHeads(table: PastedTable, hasHeads: boolean): PastedTable {
  const { text, separator, parting, readHtml } = table;
  // What is asked for parts no lines.
  const asked = parting && !parting.isUnsure ? undefined : separator;
  return readPaste(text, { asked, hasNames: hasHeads, readHtml });
}

/** The same text, cut by something else. */
export const withSeparator = (table: PastedTable, separator: Separator): PastedTable =>
  readPaste(table.text, { asked: separator, readHtml: table.readHtml });

/** The same table with another field in a column; the column that had the field is skipped. */
export const withColumn = (table: PastedTable, index: number, field: CardTextName | null): PastedTable => ({
  ...table,
  columns: table.columns.map((one, place) => (place === index ? field : one === field ? null : one)),
});

/** A card that is there already: the same, or one with the same front alone. */
export type Likeness = 'card' | 'front';

export interface PastedRow {
  /** Of all rows; a line with gaps is a row for each of them. */
  key: string;
  line: number;
  values: CardValues;
  problems: CardProblems;
  /** Until somebody mends the line, who sees how it is cut. */
  fault: LineFault | undefined;
  inDeck: Likeness | undefined;
  inPaste: Likeness | undefined;
}

/** What was typed into the rows, by their keys. */
export type Mendings = ReadonlyMap<string, Partial<CardValues>>;

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

/** A card of the table as it stands there. */
interface ReadCard extends Pick<PastedRow, 'key' | 'line' | 'values' | 'fault'> {
  /** Names of sounds and pictures. */
  files: string[];
}

/** Read once for each table, since the rows are drawn with every letter that somebody types. */
const READ = new WeakMap<PastedTable, ReadCard[]>();

export function cardsOfPaste(table: PastedTable): readonly ReadCard[] {
  let cards = READ.get(table);
  if (!cards) {
    const places = CARD_TEXT_NAMES.map((name) => [name, table.columns.indexOf(name)] as const);
    cards = table.lines.flatMap((line) => cardsOfLine(line, places, table));
    READ.set(table, cards);
  }
  return cards;
}

function cardsOfLine(
  { line, cells, fault }: CutLine,
  places: readonly (readonly [CardTextName, number])[],
  { readHtml, hasHeads }: PastedTable,
): ReadCard[] {
  const { cards, isBroken } = cardsOfCells(cells, places, { readHtml, isSure: !fault, areNamed: hasHeads });
  return cards.map(({ values, gap }, index) => ({
    key: index === 0 ? String(line) : `${line}.${gap?.number}`,
    line,
    values: forCardTexts((name) => String(values[name])),
    fault: isBroken ? 'gap' : fault,
    files: [values.audio, values.front_picture, values.back_picture]
      .flat()
      .filter((name) => name !== undefined)
      .map(String),
  }));
}

/** The names of the sounds and pictures of a paste, which stay behind. */
export const filesOfPaste = (table: PastedTable): string[] => [
  ...new Set(cardsOfPaste(table).flatMap(({ files }) => files)),
];

export function rowsOf(table: PastedTable, mendings: Mendings, inDeck: KnownCards): PastedRow[] {
  const earlier = new KnownCards();
  return cardsOfPaste(table).map((card) => {
    const mending = mendings.get(card.key);
    const values: CardValues = { ...card.values, ...mending };
    const isComparable = values.front.trim() !== '';
    // A gap is mended when no mark of one is left; how a line is cut, when somebody has seen it.
    const isStill = card.fault === 'gap' && (hasGapMark(values.front) || hasGapMark(values.back));
    return {
      key: card.key,
      line: card.line,
      values,
      problems: checkCard(values),
      fault: mending && !isStill ? undefined : card.fault,
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
