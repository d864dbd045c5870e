import { searchedAs } from '../text/normal-form.ts';
import { cellsOf, guessSeparator, type PastedLine, plainPaste } from '../text/pasted-cells.ts';
import type { Separator } from '../text/table-rows.ts';
import { bareName } from './roster-row.ts';
import {
  aroundOf,
  beginsAsFamily,
  cellKind,
  headOf,
  isHeadRow,
  isNumberHead,
  isOfOthers,
  isWholeName,
  plainHead,
  withoutNumber,
} from './roster-words.ts';

interface TextLine {
  line: number;
  text: string;
}

const half = (lines: readonly TextLine[], is: (text: string) => boolean): boolean =>
  lines.filter(({ text }) => is(text)).length * 2 >= lines.length;

/** What separates the cells of a class list; a list of names has none of it. */
const AMONG: readonly Separator[] = ['\t', ';', '|', ','];

const knownNames = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.trim() !== '' && headOf(cell) !== undefined).length;

/** Returns the cells of a pasted list, however they are separated: one person a line, wherever they stood. */
export function rosterCells(pasted: string): PastedLine[] {
  const plain = plainPaste(pasted).replaceAll('\0', '');
  // A list as programs write it down: `["Nguyễn Văn An", "Lê Chi"]`.
  const text = /^\s*\["[^{]*"\]\s*$/.test(plain) ? plain.trim().slice(1, -1) : plain;
  const receivers = receiversOf(text);
  if (receivers) return receivers.map((cells, index) => ({ line: index + 1, cells }));
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
  const named = namesInLines(lines);
  if (named) return named;
  // Titles and signatures say nothing of how the list between them is cut.
  const inside = lines.filter((line) => !['above', 'below'].includes(aroundOf(line.text) ?? ''));
  const judged = inside.length > 0 ? inside : lines;
  const withPoints = judged.map((line) => line.text.replace(/(?<=\d),(?=\d)/g, '.')).join('\n');
  const { separator, width } = guessSeparator(withPoints, {
    among: AMONG,
    knownNames,
    isAmidText: true,
  });
  if (width !== undefined) return inOneColumn(cellsOf(text, separator));
  if (half(judged, (line) => /\S {2,}\S/.test(line)))
    return inOneColumn(lines.map(({ line, text }) => ({ line, cells: text.split(/ {2,}/) })));
  const twice = blocksOfLines(lines);
  if (twice) return twice;
  return unfoldedLines(lines) ?? partedLines(lines) ?? withAddresses(cellsOf(text, '\t'));
}

/** Gives several lines of which each holds people numbers of their own, in the order in which they are read. */
const numberedAgain = (rows: readonly (readonly string[])[]): PastedLine[] =>
  rows.map((cells, index) => ({ line: index + 1, cells: [...cells] }));

/** People of one line, with what stands before them: `Tổ 1: Nguyễn Văn An, Trần Thị Bình và Lê Chi`. */
interface NamesInLine {
  label: string;
  names: string[];
  /** All are a family name with a given one. */
  areWhole: boolean;
  /** They are written as in a sentence: with blanks, or with “và” before the last. */
  isSentence: boolean;
}

const COMMAS = /[;,、，；]/;
/** Dashes and bars stand in other texts as well: between them names must be whole. */
const WEAK_SIGNS = [' | ', ' - ', ' – ', ' / ', '\t'] as const;
const LAST_TWO = / (?:và|and|&|et|y|und) /;
const LABEL_MAX = 60;

const isNamed = (text: string): boolean =>
  cellKind(text) === 'words' &&
  !text.includes('"') &&
  text.split(' ').length < 7 &&
  aroundOf(text) === undefined &&
  /^[^\p{Ll}]/u.test(text);

/** A label such as “Tổ 1” or “Lớp 6A gồm”: neither a field of a form nor a person, nor of a teacher. */
const isLabel = (text: string): boolean =>
  text !== '' && text.length <= LABEL_MAX && !/[,;\t]/.test(text) && !isWholeName(text) && !isOfOthers(text);

/** `1. An 2. Bình 3. Chi` */
function counted(text: string): string[] {
  const parts = text.split(/\s(?=\d{1,3}[.)]\s?\p{L})/u);
  const isCounted = parts.every((part, index) => withoutNumber(part).number === index + 1);
  return isCounted ? parts : [text];
}

const unquoted = (text: string): string => /^"([^"]*)"$/.exec(text)?.[1] ?? text;

/** “em An, em Bình” */
const CALLED = /^(?:em|bạn|cháu) (?=\p{Lu})/iu;

function partsOf(text: string): { parts: string[]; isWeak: boolean } {
  const weak = COMMAS.test(text) ? undefined : WEAK_SIGNS.find((sign) => text.includes(sign));
  const parts = COMMAS.test(text)
    ? text.split(COMMAS)
    : weak === undefined
      ? counted(text)
      : text.split(weak);
  const two = parts.at(-1)!.split(LAST_TWO);
  if (two.length === 2 && two.every((one) => one.trim() !== '')) parts.splice(-1, 1, ...two);
  const names = parts.map((part) => withoutNumber(unquoted(part.trim())).name).filter(Boolean);
  const areCalled = names.length > 1 && names.every((name) => CALLED.test(name));
  return {
    parts: areCalled ? names.map((name) => name.replace(CALLED, '')) : names,
    isWeak: weak !== undefined,
  };
}

/** What stands before the first name of a line: “Tổ 1:”, “Nhóm 2 -”, or the words of a sentence. */
function ledIn(line: string): { label: string; rest: string } {
  const colon = line.indexOf(':');
  const dash = line.search(/ [-–] /);
  for (const [at, isSure] of [
    [colon, (label: string) => isLabel(label) && headOf(label) === undefined],
    [dash, (label: string) => aroundOf(label) === 'above'],
  ] as const)
    if (at > 0 && isSure(line.slice(0, at).trim())) {
      const [label, rest] = [
        line.slice(0, at).trim(),
        line
          .slice(at + 1)
          .replace(/^[-–]/, '')
          .trim(),
      ];
      return { label, rest };
    }
  const words = line.slice(0, LABEL_MAX).split(' ');
  const first = words.findIndex(
    (word, index) => index > 0 && isCapital(word) && !isCapital(words[index - 1]!),
  );
  const label = words.slice(0, first).join(' ');
  const rest = line.slice(label.length).trim();
  const isSentenceBefore = first > 1 && !beginsAsFamily(label) && COMMAS.test(rest) && !COMMAS.test(label);
  return isSentenceBefore && isWholeName(rest.split(COMMAS)[0]!.trim())
    ? { label, rest }
    : { label: '', rest: line };
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

function namesInLine(line: string): NamesInLine {
  const { label, rest } = ledIn(line);
  const text = rest.replace(/[.,;]$/, '');
  const { parts, isWeak } = partsOf(text);
  const bare = parts.map((part) => bareName(part).name);
  const areWhole = bare.every(isWholeName);
  const areNames = bare.every(isNamed) && (areWhole || !isWeak || bare.every((name) => name.includes(' ')));
  const isSentence = /[,;] /.test(text) || LAST_TWO.test(text) || /[、，；]/.test(text);
  return { label, names: areNames ? parts : [], areWhole, isSentence };
}

/** `Tổ 2: Lê Chi` */
const isOfGroup = ({ label, names }: NamesInLine): boolean => names.length > 0 && aroundOf(label) === 'above';

/** Whether a line stands around people. A row of a table, which has separators and other cells as well, does not. */
function isAroundNames(text: string): boolean {
  const around = aroundOf(text);
  return (
    around !== undefined &&
    !text.includes('\t') &&
    (around !== 'other' || !(/[,;|]/.test(text) && /\d/.test(text)))
  );
}

/**
 * Returns the people of a text that has several of them in a line; null of other texts. Lines
 * that all have several names may be rows of a table, unless a label begins them.
 */
function namesInLines(lines: readonly TextLine[]): PastedLine[] | null {
  if (lines.length > 1 && half(lines, (line) => line.includes('\t'))) return null;
  const content = lines
    .map(({ text }) => ({ text, found: namesInLine(text) }))
    .map((one) => ({
      ...one,
      isAround: !isOfGroup(one.found) && one.found.names.length < 2 && isAroundNames(one.text),
    }));
  const people = content.filter(({ isAround }) => !isAround);
  const lists = people.filter(({ found }) => found.names.length > 1);
  if (lists.length === 0 || content.some(({ text }) => isHeadRow(text.split(/[\t;,|]/)))) return null;
  const isLabelled = ({ found }: (typeof people)[number]) => found.label !== '' && found.names.length > 0;
  const [first] = people;
  const isOneLine =
    people.length === 1 &&
    (first!.found.label !== '' ||
      first!.found.names.length > 2 ||
      first!.found.names.every((name) => name.includes(' ')));
  const isCut = people.slice(0, -1).every(({ text, found }) => found.isSentence && text.endsWith(','));
  const isSure = (one: (typeof people)[number]) =>
    isLabelled(one) ||
    one.found.names.length === 1 ||
    (one.found.areWhole && (isCut || LAST_TWO.test(one.text)));
  const areRows = lists.length > 1 && lists.length === people.length;
  const isNoTable = lists.every(isLabelled) || lists.some(({ text }) => LAST_TWO.test(text)) || isCut;
  const areLists = people.every(isSure) && (!areRows || isNoTable);
  if (!isOneLine && !areLists) return null;
  return numberedAgain(
    content.flatMap(({ text, found: { label, names }, isAround }) => {
      if (isAround) return [[text]];
      // What a line that names one person says before the name is looked at with it.
      if (names.length < 2 && label === '') return [[text]];
      return [...(label === '' ? [] : [[`${label}:`]]), ...names.map((name) => [name])];
    }),
  );
}

/** Lists side by side that came without separators: `1 Nguyễn Văn An 3 Lê Chi`. */
function blocksOfLines(lines: readonly TextLine[]): PastedLine[] | null {
  const rows = lines.map(({ line, text }) => ({
    line,
    cells: text.split(/\s(?=\d{1,3}[.)]?\s+\p{L})/u).flatMap((part) => {
      const { name, number } = withoutNumber(part);
      return number === null ? [part] : [String(number), name];
    }),
  }));
  return blocksByNumbers(rows) ? inOneColumn(rows) : null;
}

/** Puts an address that stands below each name beside it. */
function withAddresses(rows: PastedLine[]): PastedLine[] {
  const isAddress = (row: PastedLine | undefined) =>
    row?.cells.length === 1 && cellKind(row.cells[0]!) === 'email';
  const addresses = rows.filter(isAddress);
  const isBelow = rows.every(
    (row, index) =>
      !isAddress(row) || (index > 0 && !isAddress(rows[index - 1]) && !isLone(rows[index - 1]!)),
  );
  if (addresses.length === 0 || !isBelow) return rows;
  return rows.flatMap((row, index) => {
    if (isAddress(row)) return [];
    const below = rows[index + 1];
    return [{ line: row.line, cells: isAddress(below) ? [row.cells[0]!, below!.cells[0]!] : row.cells }];
  });
}

const isLone = ({ cells }: PastedLine): boolean => aroundOf(cells[0]!) !== undefined;

const HEADS_WITHIN = 40;
const NUMBER = /^\(?\d{1,4}[.)]?$/;

/** Where blocks begin that stand side by side, and from which row on; undefined of one block. */
interface Blocks {
  from: number;
  starts: number[];
}

/** Blocks of which each has its headings: “STT, Họ tên” twice or more. */
function blocksByHeads(rows: readonly PastedLine[]): Blocks | undefined {
  const from = rows.slice(0, HEADS_WITHIN).findIndex(({ cells }) => isHeadRow(cells));
  if (from < 0) return undefined;
  const heads = rows[from]!.cells.map(plainHead);
  const first = heads.findIndex((head) => head !== '');
  const starts = [...heads.keys()].filter((index) => heads[index] === heads[first]);
  if (starts.length < 2 || !isNumberHead(heads[first]!)) return undefined;
  const above = rows[from - 1]?.cells.filter(Boolean).length ?? 0;
  const isOfParents = above > 1 && starts.some((start) => isOfOthers(rows[from - 1]!.cells[start] ?? ''));
  const areAlike = starts.every((start, index) => {
    const block = heads.slice(start, starts[index + 1] ?? heads.length);
    return (
      block.some((head) => ['name', 'family', 'given'].includes(headOf(head) ?? '')) &&
      block.every((head, at) => head === '' || head === heads[first + at])
    );
  });
  return areAlike && !isOfParents ? { from, starts } : undefined;
}

/** Blocks that show themselves: each has a column that counts on, and names behind it. */
function blocksByNumbers(rows: readonly PastedLine[]): Blocks | undefined {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const numbers = Array.from({ length: width }, (_, column) =>
    rows.flatMap(({ cells }) =>
      NUMBER.test(cells[column] ?? '') ? [Number.parseInt(cells[column]!, 10)] : [],
    ),
  );
  const countsOn = (column: number) =>
    numbers[column]!.length > 1 &&
    numbers[column]!.every((number, index) => index === 0 || number === numbers[column]![index - 1]! + 1);
  const starts = [...numbers.keys()].filter(countsOn);
  const [first = 0, second = 0] = starts;
  const size = second - first;
  const isNamedBlock = (start: number) =>
    rows.some(({ cells }) => NUMBER.test(cells[start] ?? '') && /\p{L}/u.test(cells[start + 1] ?? ''));
  const goesOn = starts.every((start, index) => {
    const [begin = 0] = numbers[start]!;
    const last = numbers[starts[index - 1] ?? 0]?.at(-1) ?? 0;
    const isAnother = begin === 1 && rows.some(({ cells }) => isWholeName(cells[start + 1] ?? ''));
    return index === 0 || ((begin === last + 1 || isAnother) && start - starts[index - 1]! === size);
  });
  if (starts.length < 2 || size < 2 || !goesOn || !starts.every(isNamedBlock)) return undefined;
  return { from: rows.findIndex(({ cells }) => NUMBER.test(cells[first] ?? '')), starts };
}

/** Blocks without numbers, below the names of groups or classes: “Tổ 1” and “Tổ 2”. */
function blocksByTitles(rows: readonly PastedLine[]): Blocks | undefined {
  const from = rows.slice(0, HEADS_WITHIN).findIndex(({ cells }) => {
    const titles = cells.filter(Boolean);
    return titles.length > 1 && titles.every((title) => /\d/.test(title) && aroundOf(title) === 'above');
  });
  const titles = from < 0 ? [] : rows[from]!.cells;
  const starts = [...titles.keys()].filter((column) => titles[column] !== '');
  const below = rows.slice(from + 1);
  const areNamed = starts.every((start) => {
    const cells = below.map((row) => row.cells[start] ?? '').filter(Boolean);
    return cells.length > 0 && cells.filter(isWholeName).length * 2 > cells.length;
  });
  return starts.length > 1 && areNamed ? { from, starts } : undefined;
}

/** Puts lists that are printed side by side one below the other, the left one first. */
function inOneColumn(rows: PastedLine[]): PastedLine[] {
  const blocks = blocksByHeads(rows) ?? blocksByNumbers(rows) ?? blocksByTitles(rows);
  if (!blocks) return rows;
  const { from, starts } = blocks;
  // What begins before the first block stays with it.
  const edges = [0, ...starts.slice(1)];
  const lead = starts[0]!;
  let line = rows.at(-1)!.line;
  const below = edges.flatMap((edge, index) =>
    rows.slice(from).flatMap((row) => {
      const cells = row.cells.slice(edge, edges[index + 1] ?? row.cells.length);
      if (cells.every((cell) => cell === '')) return [];
      if (index === 0) return [{ line: row.line, cells }];
      line++;
      return [{ line, cells: [...Array.from({ length: lead }, () => ''), ...cells] }];
    }),
  );
  return [...rows.slice(0, from), ...below];
}

/** Cells of a list that came without separators, as from the pages of a PDF: what begins with a date is no name. */
const IN_ANGLES = /[<>(),;]+/g;
const DETAIL = ['date', 'phone', 'email', 'class', 'code'];
/** Headings that came without separators as well. */
const HEADS = /^(?:stt|tt|ho (?:va )?ten|full name|name)\b/;
const CLASS_WORD = /^(?:lớp|lop|class|sn|ns|sđt|sdt|đt|dt|tel)[:.]?$/i;

/**
 * Parts lines as `1 Nguyễn Văn An 01/02/2012 Nam` into number, name and what follows; null of texts whose lines are
 * mostly others. “Nam” before the date is a part of a name, unless there is such a word in every line.
 */
function partedLines(lines: readonly TextLine[]): PastedLine[] | null {
  let count = 0;
  const parted = lines.map(({ text }) => {
    const { name, number } = withoutNumber(text);
    const words = name.split(/\s+/);
    const at = words.findIndex((word) => DETAIL.includes(cellKind(word.replace(IN_ANGLES, ''))));
    if (at < 1) return [text];
    const from = CLASS_WORD.test(words[at - 1]!) ? at - 1 : at;
    if (from < 1) return [text];
    count++;
    return [
      number === null ? '' : String(number),
      withoutSignsBehind(words.slice(0, from).join(' ')),
      words
        .slice(from, at + 1)
        .join(' ')
        .replace(IN_ANGLES, ''),
      words.slice(at + 1).join(' '),
    ];
  });
  if (count * 2 < lines.length) return null;
  const withLines = (rows: string[][]) => rows.map((cells, index) => ({ line: lines[index]!.line, cells }));
  const long = parted.filter(({ length }) => length > 1);
  const lastWords = long.map(([, name = '']) => searchedAs(name).split(' ').slice(2).at(-1) ?? '');
  const isSex = lastWords.length > 1 && lastWords.every((word) => word === 'nam' || word === 'nu');
  const isParted = isSex && lastWords.includes('nu');
  return withLines(
    parted.map((cells) => {
      // A line that has no such cell is a name as the others are.
      if (cells.length === 1) {
        const { name, number } = withoutNumber(cells[0]!);
        const isName = isWholeName(bareName(name).name) && !HEADS.test(plainHead(name));
        return isName && aroundOf(cells[0]!) === undefined
          ? [number === null ? '' : String(number), name]
          : cells;
      }
      const [number = '', name = '', ...rest] = cells;
      const end = name.lastIndexOf(' ');
      return isParted ? [number, name.slice(0, end), name.slice(end + 1), ...rest] : cells;
    }),
  );
}

const SIGNS_BEHIND = /[\s,;:<(–—-]/;

function withoutSignsBehind(text: string): string {
  let end = text.length;
  while (end > 0 && SIGNS_BEHIND.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Returns the people of a list of receivers, as a program of mail writes it; null of other texts. */
function receiversOf(text: string): string[][] | null {
  const found: string[][] = [];
  for (const part of text.match(/(?:"[^"\n]*"|[^,;\n"])+|"/g) ?? []) {
    const receiver = part.trim();
    if (receiver === '') continue;
    if (/^[^<>\s@"]+@[^<>\s@"]+$/.test(receiver)) {
      found.push(['', receiver]);
      continue;
    }
    const [named = '', email = '', ...rest] = receiver.split('<');
    const name = named.trim().replace(/^"|"$/g, '').trim();
    const isOne = rest.length === 0 && /^[^<>\s@"]+@[^<>\s"]+>$/.test(email) && !/[<>"@]/.test(name);
    if (name === '' || !isOne) return null;
    found.push([name, email.slice(0, -1)]);
  }
  return found.some(([name]) => name !== '') ? found : null;
}

/**
 * Puts cells side by side that came one below the other, as some programs copy a table. Each
 * person begins with a line of a number, one more than that of the person before. Null of other texts.
 */
function unfoldedLines(lines: readonly TextLine[]): PastedLine[] | null {
  const starts: number[] = [];
  for (const [index, { text }] of lines.entries()) if (text === String(starts.length + 1)) starts.push(index);
  const [first = 0, second = 0] = starts;
  const height = second - first;
  if (starts.length < 2 || height < 2 || starts.length * 2 * 6 < lines.length) return null;
  const isEven = starts.every((start, index) => index === 0 || start - starts[index - 1]! <= height + 1);
  if (!isEven) return null;
  const rows = lines.slice(0, first).map(({ line, text }) => ({ line, cells: [text] }));
  // As many lines ahead as a person has are the headings.
  const heads = rows.length >= height ? rows.splice(-height) : [];
  if (heads.length > 0) rows.push({ line: heads[0]!.line, cells: heads.flatMap(({ cells }) => cells) });
  for (const [index, start] of starts.entries()) {
    const end = Math.min(starts[index + 1] ?? lines.length, start + height + 1);
    const own =
      index === starts.length - 1
        ? lines.slice(start, Math.min(end, start + height))
        : lines.slice(start, end);
    rows.push({ line: own[0]!.line, cells: own.map(({ text }) => text) });
    if (index === starts.length - 1)
      rows.push(...lines.slice(start + own.length).map(({ line, text }) => ({ line, cells: [text] })));
  }
  return rows;
}
