import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { Archive, ArchiveEntry } from '../archive/zip-archive.ts';
import type { CardSource, ColumnMap } from '../cards/card-source.ts';
import { ImportError } from '../cards/import-problems.ts';
import { WORKBOOK_MAX } from '../import-limits.ts';
import { cardsOfTable, type SheetRow } from './table-cards.ts';
import { readSheetHead } from './table-head.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Reads the cards of a workbook's first sheet in which something stands, of those that are not hidden. Its parts are
 * found by what refers to them. Programs give them names of their own, and leave out what the standard lets them.
 * Cells have the values that they were saved with: of a formula its result, of a date its day. Returns undefined for an
 * archive that is no workbook. Throws `file_too_large`, `xlsx_malformed` and what the archive says of its entries.
 */
export function openWorkbook(archive: Archive, columns: ColumnMap | undefined): CardSource | undefined {
  const parts = new PackageParts(archive);
  const path = parts.documentPath();
  if (path === undefined || parts.rootOf(path) !== 'workbook') return undefined;
  parts.requireRoom();
  const workbook = new Workbook(parts, path);
  const { rows, name, others } = workbook.firstSheet();
  const source = cardsOfTable(readSheetHead(rows, { chosen: columns }), columns, async function* () {
    for (let start = 0; start < rows.length; start += ROWS) yield rows.slice(start, start + ROWS);
  });
  if (others.length === 0) return source;
  const params = { name, names: others.join(', ').slice(0, 200) };
  const note = { severity: 'warning', row: null, field: null, code: 'sheets_left_out', params } as const;
  return { ...source, found: () => [note, ...(source.found?.() ?? [])] };
}

/** Rows of one batch. */
const ROWS = 500;

const malformed = (detail: string, cause?: unknown): ImportError =>
  new ImportError('xlsx_malformed', { detail }, cause);

interface Relation {
  id: string;
  /** The last word of its type: `worksheet`, whatever the edition of the standard. */
  type: string;
  /** The path of the part that it refers to. */
  path: string;
}

/** The parts of an Office file, found by their relations. Case does not count in their names. */
class PackageParts {
  readonly #archive: Archive;
  readonly #entries: Map<string, ArchiveEntry>;

  constructor(archive: Archive) {
    this.#archive = archive;
    this.#entries = new Map(archive.entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  documentPath(): string | undefined {
    const usual = this.has('xl/workbook.xml') ? 'xl/workbook.xml' : undefined;
    return this.#entries.has('_rels/.rels')
      ? (this.relations('').find(({ type }) => type === 'officeDocument')?.path ?? usual)
      : usual;
  }

  /** Throws `file_too_large` when the XML is more than is held in memory. */
  requireRoom(): void {
    const bytes = [...this.#entries.values()]
      .filter(({ name }) => /\.(xml|rels)$/i.test(name))
      .reduce((sum, part) => sum + part.bytes, 0);
    if (bytes > WORKBOOK_MAX) throw new ImportError('file_too_large', { megabytes: WORKBOOK_MAX / MEGABYTE });
  }

  has = (path: string): boolean => this.#entries.has(path.toLowerCase());

  /** What the part with this path refers to; the package itself is ''. Empty when it refers to nothing. */
  relations(path: string): Relation[] {
    const at = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, at);
    const relations: Relation[] = [];
    const own = `${folder}_rels/${path.slice(at)}.rels`;
    if (!this.has(own)) return [];
    this.read(own, {
      open(name, attributes) {
        if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
        const type = (attributes.get('Type') ?? '').split('/').at(-1)!;
        const target = attributes.get('Target') ?? '';
        relations.push({ id: attributes.get('Id') ?? '', type, path: resolved(folder, target) });
      },
    });
    return relations;
  }

  /** The name of the part's outermost element; undefined for one that is not there or no XML. */
  rootOf(path: string): string | undefined {
    if (!this.has(path) || !/\.xml$/i.test(path)) return undefined;
    const names = new Set<string>();
    this.read(path, { open: (name) => void names.add(name) });
    return [...names][0];
  }

  /** Throws `xlsx_malformed` for one that is not there, or no XML. */
  read(path: string, reader: XmlReader): void {
    const entry = this.#entries.get(path.toLowerCase());
    if (!entry) throw malformed(`“${path.slice(0, 100)}” is missing`);
    readXml(this.#archive.read(entry), reader, () =>
      malformed(`the XML of “${path.slice(0, 100)}” is not as it should be`),
    );
  }
}

/** The path of what is named in a folder, or from the top. */
function resolved(folder: string, target: string): string {
  const steps: string[] = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const step of target.replaceAll('%20', ' ').split(/[/\\]/)) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/').normalize('NFC');
}

/** What an XML document gives its reader, by names without their prefix. */
interface XmlReader {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a document with the tokenizer alone: it takes time by the length of what it reads, whatever stands in it. */
class XmlTokens implements TokenizerCallbacks {
  readonly #xml: string;
  readonly #reader: XmlReader;
  #name = '';
  #attribute = '';
  #attributes = new Map<string, string>();
  /** Elements that are open. */
  depth = 0;
  elements = 0;

  constructor(xml: string, reader: XmlReader) {
    this.#xml = xml;
    this.#reader = reader;
  }

  ontext = (start: number, end: number): void => this.#reader.text?.(this.#xml.slice(start, end));
  ontextentity = (codePoint: number): void => this.#reader.text?.(String.fromCodePoint(codePoint));

  onopentagname(start: number, end: number): void {
    this.#name = localName(this.#xml.slice(start, end));
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    const name = this.#xml.slice(start, end);
    // `r:id` is another one than `id`, whatever its prefix; declarations of prefixes say nothing.
    this.#attribute = name.startsWith('xmlns') ? '' : localName(name);
    if (this.#attribute !== '') this.#attributes.set(this.#attribute, '');
  }

  onattribdata = (start: number, end: number): void => this.#addToAttribute(this.#xml.slice(start, end));
  onattribentity = (codePoint: number): void => this.#addToAttribute(String.fromCodePoint(codePoint));

  #addToAttribute(text: string): void {
    if (this.#attribute !== '')
      this.#attributes.set(this.#attribute, this.#attributes.get(this.#attribute)! + text);
  }

  onattribend(): void {}

  onopentagend(): void {
    this.depth++;
    this.elements++;
    this.#reader.open?.(this.#name, this.#attributes);
  }

  onselfclosingtag(): void {
    this.elements++;
    this.#reader.open?.(this.#name, this.#attributes);
    this.#reader.close?.(this.#name);
  }

  onclosetag(start: number, end: number): void {
    this.depth--;
    this.#reader.close?.(localName(this.#xml.slice(start, end)));
  }

  oncdata = (start: number, end: number, cut: number): void =>
    this.#reader.text?.(this.#xml.slice(start, end - cut));

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

function readXml(bytes: Buffer, reader: XmlReader, failure: () => ImportError): void {
  const mark = bytes[0] === 0xff || bytes[0] === 0xfe;
  const xml = new TextDecoder(mark ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  const tokens = new XmlTokens(xml, reader);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, tokens);
  tokenizer.write(xml);
  tokenizer.end();
  if (tokens.depth !== 0 || tokens.elements === 0) throw failure();
}

/** Gathers the text of cells and strings: all of it but how it is pronounced, which Japanese sheets have beside it. */
class TextGatherer {
  text = '';
  #isText = false;
  #pronounced = 0;

  open(name: string): void {
    if (name === 'rPh') this.#pronounced++;
    this.#isText = name === 't' && this.#pronounced === 0;
  }

  close(name: string): void {
    if (name === 'rPh') this.#pronounced--;
    if (name === 't') this.#isText = false;
  }

  add(text: string): void {
    if (this.#isText) this.text += text;
  }

  take(): string {
    const text = plainString(this.text);
    this.text = '';
    return text;
  }
}

/** Letters that XML cannot hold, and ends of lines, stand as `_x000D_`; such a text itself as `_x005F_x000D_`. */
const plainString = (text: string): string =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n');

/** Numbers of formats of dates and times that need no description. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a described format is one of dates: its letters outside of quotes, brackets and escapes say so. */
const isDateCode = (code: string): boolean =>
  /[dmyhs]/i.test(
    code
      .replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')
      .replace(/General/gi, '')
      .split(';')[0] ?? '',
  ) || /\[(h+|m+|s+)\]/i.test(code);

const DAY = 24 * 60 * 60 * 1000;
/** Days from the first one of Excel's to that of Unix, where 1900 was taken for a leap year. */
const FIRST_DAY = 25_569;
/** Days that workbooks of old Macs begin later. */
const MAC_DAYS = 1_462;

/** A moment as it is read everywhere: `2026-11-23`, with its time where it has one; a time alone as `07:30`. */
function dateText(serial: number, isMac: boolean): string {
  const days = serial + (isMac ? MAC_DAYS : 0);
  // Before its leap day that never was, Excel counts a day less.
  const moment = Math.round(((days + (days < 60 ? 1 : 0) - FIRST_DAY) * DAY) / 1000) * 1000;
  const date = new Date(moment);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return String(serial);
  return isoText(date.toISOString(), serial >= 1);
}

function isoText(iso: string, hasDay = true): string {
  const [day = '', time = ''] = iso.split('T');
  if (!hasDay) return time.slice(0, 5);
  return time === '' || time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

/** A number with the digits that people see: some programs write 0.1 + 0.2 with all that a computer knows of it. */
function numberText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) && value.trim() !== '' ? String(Number(number.toPrecision(15))) : value;
}

interface Sheet {
  name: string;
  path: string;
  isHidden: boolean;
}

class Workbook {
  readonly #parts: PackageParts;
  readonly #sheets: Sheet[] = [];
  readonly #relations: Relation[];
  #isMac = false;
  #texts: string[] | undefined;
  #dateStyles: boolean[] | undefined;

  constructor(parts: PackageParts, path: string) {
    this.#parts = parts;
    this.#relations = parts.relations(path);
    const byId = new Map(this.#relations.map((relation) => [relation.id, relation]));
    parts.read(path, {
      open: (name, attributes) => {
        if (name === 'workbookPr') this.#isMac = /^(1|true)$/.test(attributes.get('date1904') ?? '');
        if (name !== 'sheet') return;
        const relation = byId.get(attributes.get('id') ?? '');
        if (relation?.type !== 'worksheet') return;
        const isHidden = /hidden$/i.test(attributes.get('state') ?? '');
        this.#sheets.push({ name: attributes.get('name') ?? '', path: relation.path, isHidden });
      },
    });
  }

  /** The first sheet that is seen and not empty; of the other ones that are, their names. */
  firstSheet(): { rows: SheetRow[]; name: string; others: string[] } {
    const seen = this.#sheets.filter(({ isHidden }) => !isHidden);
    if (seen.length === 0) throw malformed('it has no sheet');
    let found: { rows: SheetRow[]; name: string; others: string[] } | undefined;
    for (const { name, path } of seen) {
      if (found) {
        if (this.#hasCells(path)) found.others.push(name);
        continue;
      }
      const rows = this.#rowsOf(path);
      if (rows.some(({ cells }) => cells.some((cell) => cell.trim() !== '')))
        found = { rows, name, others: [] };
    }
    return found ?? { rows: [], name: seen[0]!.name, others: [] };
  }

  #hasCells(path: string): boolean {
    const names = new Set<string>();
    this.#parts.read(path, { open: (name) => void names.add(name) });
    return names.has('v') || names.has('t');
  }

  #rowsOf(path: string): SheetRow[] {
    const reader = new SheetReader((cell) => this.#cellText(cell));
    this.#parts.read(path, reader);
    return reader.rows;
  }

  #cellText({ type, style, value, text, formula }: Cell): ReturnType<CellText> {
    switch (type) {
      case 's': {
        if (value.trim() === '') return { text: '' };
        const shared = this.#sharedTexts()[Number(value)];
        if (shared === undefined) throw malformed('a text that a cell refers to is missing');
        return { text: shared };
      }
      case 'inlineStr':
        return { text };
      case 'str':
        return { text: plainString(value) };
      case 'b':
        return { text: /^(1|true)$/.test(value.trim()) ? 'true' : value.trim() === '' ? '' : 'false' };
      case 'e':
        return { text: '', error: value.trim() };
      case 'd':
        return { text: isoText(value.trim()) };
    }
    // Some programs write a formula and leave it to others to compute it.
    if (value.trim() === '')
      return formula === '' ? { text } : { text: '', error: `=${formula}`.slice(0, 100) };
    const number = Number(value);
    return {
      text:
        Number.isFinite(number) && this.#isDate(style) ? dateText(number, this.#isMac) : numberText(value),
    };
  }

  #sharedTexts(): string[] {
    if (this.#texts) return this.#texts;
    const texts: string[] = [];
    const path = this.#relations.find(({ type }) => type === 'sharedStrings')?.path;
    const gatherer = new TextGatherer();
    if (path !== undefined)
      this.#parts.read(path, {
        open: (name) => gatherer.open(name),
        text: (text) => gatherer.add(text),
        close(name) {
          gatherer.close(name);
          if (name === 'si') texts.push(gatherer.take());
        },
      });
    this.#texts = texts;
    return texts;
  }

  #isDate(style: number): boolean {
    this.#dateStyles ??= this.#readDateStyles();
    return this.#dateStyles[style] === true;
  }

  #readDateStyles(): boolean[] {
    const path = this.#relations.find(({ type }) => type === 'styles')?.path;
    const codes = new Map<number, string>();
    const styles: boolean[] = [];
    let isInCells = false;
    if (path !== undefined && this.#parts.has(path))
      this.#parts.read(path, {
        open(name, attributes) {
          const format = Number(attributes.get('numFmtId'));
          if (name === 'numFmt') codes.set(format, attributes.get('formatCode') ?? '');
          if (name === 'cellXfs') isInCells = true;
          if (name !== 'xf' || !isInCells) return;
          const code = codes.get(format);
          styles.push(code === undefined ? isDateFormat(format) : isDateCode(code));
        },
        close(name) {
          if (name === 'cellXfs') isInCells = false;
        },
      });
    return styles;
  }
}

interface Cell {
  type: string;
  style: number;
  value: string;
  /** What stands in the cell itself. */
  text: string;
  formula: string;
}

/** Returns what stands in a cell, or what it has in place of a result. */
type CellText = (cell: Cell) => { text: string; error?: string };

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

/** Reads the rows of a sheet; rows and cells that do not say where they are follow those before. */
class SheetReader implements XmlReader {
  readonly rows: SheetRow[] = [];
  readonly #textOf: CellText;
  readonly #gatherer = new TextGatherer();
  #row: SheetRow & { errors: Map<number, string> } = { cells: [], line: 0, errors: new Map() };
  #cell: Cell = { type: 'n', style: 0, value: '', text: '', formula: '' };
  #column = -1;
  #inside = '';
  #isInData = false;

  constructor(textOf: CellText) {
    this.#textOf = textOf;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'sheetData') this.#isInData = true;
    if (!this.#isInData) return;
    this.#gatherer.open(name);
    this.#inside = name;
    if (name === 'row') {
      const line = Number(attributes.get('r'));
      const isNamed = Number.isInteger(line) && line > 0;
      this.#row = { cells: [], line: isNamed ? line : this.#row.line + 1, errors: new Map() };
      this.#column = -1;
    } else if (name === 'c') {
      const place = columnOf(attributes.get('r') ?? '');
      this.#column = place ?? this.#column + 1;
      const style = Number(attributes.get('s') ?? 0);
      this.#cell = { type: attributes.get('t') ?? 'n', style, value: '', text: '', formula: '' };
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

  #takeCell(): void {
    const { text, error } = this.#textOf(this.#cell);
    const { cells, errors } = this.#row;
    if (error !== undefined) errors.set(this.#column, error);
    const shown = error ?? text;
    if (shown === '') return;
    while (cells.length < this.#column) cells.push('');
    cells[this.#column] = shown;
  }
}
