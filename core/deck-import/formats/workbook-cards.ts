import type { Archive } from '../archive/zip-archive.ts';
import type { CardSource, ColumnMap } from '../cards/card-source.ts';
import { CellFormats } from './cell-formats.ts';
import { malformed, PackageParts, type Relation, type XmlReader } from './office-parts.ts';
import { pageAsMarked } from './page-marks.ts';
import { inScript, PageText } from './page-text.ts';
import { cardsOfTable } from './table-cards.ts';
import { readSheetHead, type SheetRow } from './table-head.ts';

/**
 * Reads the cards of a workbook's first sheet in which something stands, of those that are not hidden. Its parts are
 * found by what refers to them. Programs give them names of their own, and leave out what the standard lets them.
 * Cells have what the sheet shows: numbers by their formats, of a formula its result. Returns undefined for an archive
 * that is no workbook. Throws `file_too_large`, `xlsx_malformed` and what the archive says of its entries.
 */
export function openWorkbook(archive: Archive, columns: ColumnMap | undefined): CardSource | undefined {
  const parts = new PackageParts(archive);
  const path = parts.documentPath();
  if (path === undefined || parts.rootOf(path) !== 'workbook') return undefined;
  parts.requireRoom();
  const workbook = new Workbook(parts, path);
  const { rows, hiddenColumns, name, others } = workbook.firstSheet();
  const head = readSheetHead(rows, { chosen: columns, hiddenColumns });
  const source = cardsOfTable(head, columns, async function* () {
    for (let start = 0; start < rows.length; start += ROWS) yield rows.slice(start, start + ROWS);
  });
  if (others.length === 0) return source;
  const params = { name, names: others.join(', ').slice(0, 200) };
  const note = { severity: 'warning', row: null, field: null, code: 'sheets_left_out', params } as const;
  return { ...source, found: () => [note, ...(source.found?.() ?? [])] };
}

/** Rows of one batch. */
const ROWS = 500;

/** A text of a cell; with the marks of a card where only some of it is bold or in italics. */
interface CellString {
  text: string;
  marked?: string;
}

/** Letters that look alike. */
interface TextRun {
  text: string;
  isBold: boolean;
  isItalic: boolean;
  script: 'sup' | 'sub' | undefined;
}

const isOn = (attributes: ReadonlyMap<string, string>): boolean =>
  !/^(0|false|off)$/.test(attributes.get('val') ?? '');

/** Gathers the text of cells and strings: all of it but how it is pronounced, which Japanese sheets have beside it. */
class TextGatherer {
  #runs: TextRun[] = [];
  /** How the letters of the next run look. */
  #look = plainLook();
  #isText = false;
  #pronounced = 0;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'rPh') this.#pronounced++;
    else if (name === 'r') this.#look = plainLook();
    else if (name === 'b') this.#look.isBold = isOn(attributes);
    else if (name === 'i') this.#look.isItalic = isOn(attributes);
    else if (name === 'vertAlign') this.#look.script = SCRIPTS[attributes.get('val') ?? ''];
    this.#isText = name === 't' && this.#pronounced === 0;
    if (this.#isText) this.#runs.push({ ...this.#look, text: '' });
  }

  close(name: string): void {
    if (name === 'rPh') this.#pronounced--;
    if (name === 't') this.#isText = false;
    if (name === 'r') this.#look = plainLook();
  }

  add(text: string): void {
    if (this.#isText) this.#runs.at(-1)!.text += text;
  }

  take(): CellString {
    const runs = this.#runs.map((run) => ({ ...run, text: plainString(run.text) }));
    this.#runs = [];
    const text = runs.map((run) => (run.script ? inScript(run.text, run.script) : run.text)).join('');
    return { text, ...emphasised(runs) };
  }
}

/** What is bold as a whole is so as a column is wide: it says nothing of these words. */
function emphasised(runs: readonly TextRun[]): { marked?: string } {
  const words = runs.filter(({ text }) => text.trim() !== '');
  const isPart = (look: 'isBold' | 'isItalic'): boolean =>
    words.some((run) => run[look]) && !words.every((run) => run[look]);
  const [hasBold, hasItalic] = [isPart('isBold'), isPart('isItalic')];
  if (!hasBold && !hasItalic) return {};
  const page = new PageText();
  for (const { text, isBold, isItalic, script } of runs) {
    const names = [hasBold && isBold && 'b', hasItalic && isItalic && 'i', script].filter(
      (name) => typeof name === 'string',
    );
    for (const name of names) page.open(name);
    for (const [at, line] of text.split('\n').entries()) {
      if (at > 0) page.open('br');
      page.add(line);
    }
    for (const name of names.reverse()) page.close(name);
  }
  return { marked: pageAsMarked(page.signedText(), false) };
}

const plainLook = (): Omit<TextRun, 'text'> => ({ isBold: false, isItalic: false, script: undefined });

const SCRIPTS: Partial<Record<string, 'sup' | 'sub'>> = { superscript: 'sup', subscript: 'sub' };

/** Letters that XML cannot hold, and ends of lines, stand as `_x000D_`; such a text itself as `_x005F_x000D_`. */
const plainString = (text: string): string =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n');

interface Sheet {
  name: string;
  path: string;
  isHidden: boolean;
}

interface FirstSheet extends Pick<SheetReader, 'rows' | 'hiddenColumns'> {
  name: string;
  /** Of the other sheets that are seen and not empty. */
  others: string[];
}

class Workbook {
  readonly #parts: PackageParts;
  readonly #sheets: Sheet[] = [];
  readonly #relations: Relation[];
  #isMac = false;
  #texts: CellString[] | undefined;
  #formats: CellFormats | undefined;

  constructor(parts: PackageParts, path: string) {
    this.#parts = parts;
    this.#relations = parts.relations(path);
    const byId = new Map(this.#relations.map((relation) => [relation.id, relation]));
    parts.read(path, {
      open: (name, attributes) => {
        if (name === 'workbookPr') this.#isMac = isTrue(attributes.get('date1904'));
        if (name !== 'sheet') return;
        const relation = byId.get(attributes.get('id') ?? '');
        if (relation?.type !== 'worksheet') return;
        const isHidden = /hidden$/i.test(attributes.get('state') ?? '');
        this.#sheets.push({ name: attributes.get('name') ?? '', path: relation.path, isHidden });
      },
    });
  }

  /** The first sheet that is seen and not empty; of the other ones that are, their names. */
  firstSheet(): FirstSheet {
    const seen = this.#sheets.filter(({ isHidden }) => !isHidden);
    if (seen.length === 0) throw malformed('it has no sheet');
    let found: FirstSheet | undefined;
    for (const { name, path } of seen) {
      if (found) {
        if (this.#hasCells(path)) found.others.push(name);
        continue;
      }
      const { rows, hiddenColumns } = this.#read(path);
      if (rows.some(({ cells }) => cells.some((cell) => cell.trim() !== '')))
        found = { rows, hiddenColumns, name, others: [] };
    }
    return found ?? { rows: [], hiddenColumns: new Set(), name: seen[0]!.name, others: [] };
  }

  #hasCells(path: string): boolean {
    const names = new Set<string>();
    this.#parts.read(path, { open: (name) => void names.add(name) });
    return names.has('v') || names.has('t');
  }

  #read(path: string): SheetReader {
    const reader = new SheetReader((cell) => this.#cellText(cell));
    this.#parts.read(path, reader);
    reader.fillMerged();
    return reader;
  }

  #cellText({ type, style, value, text, formula }: Cell): ReturnType<CellText> {
    this.#formats ??= this.#readFormats();
    switch (type) {
      case 's': {
        if (value.trim() === '') return { text: '' };
        const shared = this.#sharedTexts()[Number(value)];
        if (shared === undefined) throw malformed('a text that a cell refers to is missing');
        return { ...shared, text: this.#formats.string(shared.text, style) };
      }
      case 'inlineStr':
        return { ...text, text: this.#formats.string(text.text, style) };
      case 'str':
        return { text: this.#formats.string(plainString(value), style) };
      case 'b':
        if (value.trim() === '') return { text: '' };
        return { text: this.#formats.boolean(/^(1|true)$/.test(value.trim()), style) };
      case 'e':
        return { text: '', error: value.trim() };
      case 'd':
        return { text: this.#formats.moment(value.trim(), style) };
    }
    // Some programs write a formula and leave it to others to compute it.
    if (value.trim() === '') return formula === '' ? text : { text: '', error: `=${formula}`.slice(0, 100) };
    return { text: this.#formats.number(value, style) };
  }

  #sharedTexts(): CellString[] {
    if (this.#texts) return this.#texts;
    const texts: CellString[] = [];
    const path = this.#relations.find(({ type }) => type === 'sharedStrings')?.path;
    const gatherer = new TextGatherer();
    if (path !== undefined)
      this.#parts.read(path, {
        open: (name, attributes) => gatherer.open(name, attributes),
        text: (text) => gatherer.add(text),
        close(name) {
          gatherer.close(name);
          if (name === 'si') texts.push(gatherer.take());
        },
      });
    this.#texts = texts;
    return texts;
  }

  #readFormats(): CellFormats {
    const formats = new CellFormats({ isMac: this.#isMac });
    const path = this.#relations.find(({ type }) => type === 'styles')?.path;
    if (path !== undefined && this.#parts.has(path)) this.#parts.read(path, formats);
    return formats;
  }
}

interface Cell {
  type: string;
  style: number;
  value: string;
  /** What stands in the cell itself. */
  text: CellString;
  formula: string;
}

/** Returns what stands in a cell, or what it has in place of a result. */
type CellText = (cell: Cell) => CellString & { error?: string };

/** Columns that a sheet may have. */
const COLUMNS_MAX = 16_384;

/** The column, from 0, of a place such as `C5`; undefined when it names none. */
function columnOf(place: string): number | undefined {
  const letters = /^\$?([A-Za-z]{1,3})/.exec(place)?.[1]?.toUpperCase();
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column <= COLUMNS_MAX ? column - 1 : undefined;
}

/** Rows that are looked at for cells that are merged downwards. */
const MERGED_MAX = 200_000;
/** Cells of a sheet, the empty ones before others as well: one far to the right takes thousands. */
const CELLS_MAX = 4_000_000;

/** Cells of a column that are one. */
interface Merged {
  column: number;
  first: number;
  last: number;
}

const emptyCell = (type = 'n', style = 0): Cell => ({
  type,
  style,
  value: '',
  text: { text: '' },
  formula: '',
});

/** Reads the rows of a sheet; rows and cells that do not say where they are follow those before. */
class SheetReader implements XmlReader {
  readonly rows: SheetRow[] = [];
  readonly hiddenColumns = new Set<number>();
  readonly #textOf: CellText;
  readonly #gatherer = new TextGatherer();
  readonly #merged: Merged[] = [];
  #row: SheetRow = { cells: [], line: 0 };
  #cell = emptyCell();
  #column = -1;
  #inside = '';
  #isInData = false;
  #cells = 0;
  /** The first, from 1, of those that are not described yet. */
  #nextColumn = 1;

  constructor(textOf: CellText) {
    this.#textOf = textOf;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'sheetData') this.#isInData = true;
    if (name === 'col') this.#hideColumns(attributes);
    if (name === 'mergeCell') this.#merge(attributes.get('ref') ?? '');
    if (!this.#isInData) return;
    this.#gatherer.open(name, attributes);
    this.#inside = name;
    if (name === 'row') {
      const line = Number(attributes.get('r'));
      const isNamed = Number.isInteger(line) && line > 0;
      const isHidden = isTrue(attributes.get('hidden'));
      this.#row = { cells: [], line: isNamed ? line : this.#row.line + 1, ...(isHidden && { isHidden }) };
      this.#column = -1;
    } else if (name === 'c') {
      const place = columnOf(attributes.get('r') ?? '');
      this.#column = place ?? this.#column + 1;
      this.#cell = emptyCell(attributes.get('t') ?? 'n', Number(attributes.get('s') ?? 0));
    }
  }

  text(text: string): void {
    this.#gatherer.add(text);
    if (this.#inside === 'v') this.#cell.value += text;
    if (this.#inside === 'f') this.#cell.formula += text;
  }

  close(name: string): void {
    if (name === 'sheetData') this.#isInData = false;
    if (!this.#isInData) return;
    this.#gatherer.close(name);
    this.#inside = '';
    if (name === 'is') this.#cell.text = this.#gatherer.take();
    else if (name === 'c') this.#takeCell();
    else if (name === 'row') this.rows.push(this.#row);
  }

  /** Rows in which something stands have what is merged downwards into them. */
  fillMerged(): void {
    const isFilled = this.rows.map(({ cells }) => cells.length > 0);
    const places = new Map(this.rows.map(({ line }, index) => [line, index]));
    let left = MERGED_MAX;
    for (const { column, first, last } of this.#merged) {
      const place = places.get(first);
      const top = place === undefined ? undefined : this.rows[place];
      const text = top?.cells[column] ?? '';
      if (place === undefined || !top || text === '') continue;
      for (let index = place + 1; index < this.rows.length && this.rows[index]!.line <= last; index++) {
        if (--left < 0) throw malformed('too many of its cells are merged');
        const row = this.rows[index]!;
        if (!isFilled[index] || (row.cells[column] ?? '') !== '') continue;
        this.#setCell(row, column, text);
        note(row, 'errors', column, top.errors?.get(column));
        note(row, 'marked', column, top.marked?.get(column));
        row.continued ??= new Set();
        row.continued.add(column);
      }
    }
  }

  #hideColumns(attributes: ReadonlyMap<string, string>): void {
    const first = Math.max(Number(attributes.get('min')), this.#nextColumn);
    const last = Math.min(Number(attributes.get('max')), COLUMNS_MAX);
    if (!(first <= last)) return;
    this.#nextColumn = last + 1;
    if (!isTrue(attributes.get('hidden'))) return;
    for (let column = first; column <= last; column++) this.hiddenColumns.add(column - 1);
  }

  #merge(range: string): void {
    const [, place = '', first, last] = /^(\$?[A-Z]+)\$?(\d+):\$?[A-Z]+\$?(\d+)$/i.exec(range) ?? [];
    const column = columnOf(place);
    if (column !== undefined && Number(last) > Number(first))
      this.#merged.push({ column, first: Number(first), last: Number(last) });
  }

  #takeCell(): void {
    const { text, marked, error } = this.#textOf(this.#cell);
    note(this.#row, 'errors', this.#column, error);
    note(this.#row, 'marked', this.#column, marked);
    const shown = error ?? text;
    if (shown !== '') this.#setCell(this.#row, this.#column, shown);
  }

  #setCell({ cells }: SheetRow, column: number, text: string): void {
    this.#cells += Math.max(0, column + 1 - cells.length);
    if (this.#cells > CELLS_MAX) throw malformed('it has too many cells');
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }
}

const isTrue = (value: string | undefined): boolean => /^(1|true)$/.test(value ?? '');

function note(row: SheetRow, what: 'errors' | 'marked', column: number, text: string | undefined): void {
  if (text === undefined) return;
  row[what] ??= new Map();
  row[what].set(column, text);
}
