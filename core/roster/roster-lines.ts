import { comparedAs, searchedAs } from '../text/normal-form.ts';
import { cellKind } from './roster-heads.ts';

const KIND_OF_SCHOOL =
  '(thpt|thcs|th|thptcs|ptth|ptcs|ptdt|pt|tieu hoc|mam non|mau giao|trung hoc|dai hoc|cao dang|chuyen|quoc te|lien cap|pho thong)';

/** What stands above lists, in letters without marks: of which school, class and year they are. */
const ABOVE = [
  new RegExp(`^(truong )?${KIND_OF_SCHOOL}\\b`),
  /\b(school|academy|college|university|kindergarten)\b/,
  /^((so|phong|bo) (giao duc|gd)|ubnd|uy ban nhan dan|cong hoa xa hoi|doc lap\b.*tu do)/,
  /^(danh sach|ds|bang diem|so diem|list of|class list|student list|name list|roster|attendance)\b/,
  /^(lop|khoi|nhom|to|phong|class|grade|year|group|team|form|room|section|ban|khoa|mon|trang|page|dot|ca|tuan|week)\b\W*(so )?\d/,
  /^(lop|class)\W*[a-z]?\d/,
  /^(nam hoc|hoc k[iy]|nien khoa|school year|academic year|semester|term)\b.*\d/,
  /^(mau so|bieu mau|phu luc|don vi)\b/,
  /\b(19|20)\d\d ?[-/] ?(19|20)\d\d\b/,
];
/** The same with the marks that make them no name: “trường” and “Trương”. */
const ABOVE_MARKED = /^(năm học|học k[ỳìi]|niên kh[óo]a|trường (?!\S+$))/;

/** What stands below lists: sums, the date and who signs. */
const BELOW = [
  /^(tong|cong|tong so|tong cong|si so|so luong|trong do|nam|nu|vang|co mat|danh sach nay|total|sum|count|boys|girls)\b.*[:\d]/,
  /\bngay\b.*\bthang\b/,
  /\b(giao vien|gvcn|gvbm|hieu truong|hieu pho|nguoi lap|ky ten|ky va ghi|ghi ro ho ten|xac nhan|thu truong|to truong chuyen mon|ban giam hieu|bgh|chu nhiem|homeroom|headmaster|headmistress|head teacher|teachers?|principal|signature|signed)\b/,
];
/** The same with the marks that make them no name: “tổng cộng” and “Tống Công”. */
const BELOW_MARKED = /^(tổng số|tổng cộng|cộng|sĩ số|total|sum|count)( học sinh| hs| students?| pupils?)?$/;
const THE_END = /^[-–—*.\s]*(hết|the end|end of list)[-–—*.\s]*$/;

/** Words of addresses that are names without their marks: “xã” and “Xa”. */
const ADDRESS =
  /(^|[\s,])(thôn|xã|phường|quận|huyện|tỉnh|thị trấn|thành phố|đường|phố|số nhà|street|road|district)(\s|$)/;

const WORDS_MAX = 8;

/** Where a line belongs that is of no person. */
export type Around = 'above' | 'below' | 'other';

/** Returns what a line is that names no person as far as its words tell; undefined of what may be a name. */
export function aroundOf(text: string): Around | undefined {
  const [plain, marked] = [searchedAs(text), comparedAs(text)];
  if (BELOW.some((pattern) => pattern.test(plain)) || BELOW_MARKED.test(marked) || THE_END.test(marked))
    return 'below';
  if (ABOVE.some((pattern) => pattern.test(plain)) || ABOVE_MARKED.test(marked)) return 'above';
  if (cellKind(text) === 'class') return 'above';
  const isOther =
    !/\p{L}/u.test(text) ||
    /:|https?\/\//.test(text) ||
    (/\d/.test(text) && text.includes(',')) ||
    ADDRESS.test(marked) ||
    ['date', 'phone'].includes(cellKind(text)) ||
    plain.split(' ').length > WORDS_MAX;
  return isOther ? 'other' : undefined;
}

/** A mark or a number of the list before a name: `1.`, `(2)`, `03 -`, `•`. */
const AHEAD = /^(?:[-–—•*▪◦·●○✓]\s+)?(?:\(?(\d{1,4})(?:\s*[.)/:–-]\s*\)?\s*(?=\p{L})|\)?\s+(?=\p{L})))?/u;

/** Returns a name without what numbers it, and that number. */
export function withoutNumber(text: string): { name: string; number: number | null } {
  const ahead = AHEAD.exec(text);
  const number = ahead?.[1];
  return {
    name: text.slice(ahead?.[0].length ?? 0).trim(),
    number: number === undefined ? null : Number(number),
  };
}

/** Cells of a list that came without separators, as from the pages of a PDF: what begins with a date is no name. */
const IN_ANGLES = /[<>(),;]+/g;
const DETAIL = ['date', 'phone', 'email', 'class', 'code'];

/**
 * Parts lines as `1 Nguyễn Văn An 01/02/2012 Nam` into number, name and what follows; null of texts whose lines are
 * mostly others. “Nam” before the date is a part of a name, unless there is such a word in every line.
 */
export function partedLines(lines: readonly string[]): string[][] | null {
  let count = 0;
  const parted = lines.map((text) => {
    const { name, number } = withoutNumber(text);
    const words = name.split(/\s+/);
    const at = words.findIndex((word) => DETAIL.includes(cellKind(word.replace(IN_ANGLES, ''))));
    if (at < 1) return [text];
    count++;
    const ahead = words
      .slice(0, at)
      .join(' ')
      .replace(/[\s,;:<(–—-]+$/, '');
    return [
      number === null ? '' : String(number),
      ahead,
      words[at]!.replace(IN_ANGLES, ''),
      words.slice(at + 1).join(' '),
    ];
  });
  if (count * 2 < lines.length) return null;
  const long = parted.filter(({ length }) => length > 1);
  const lastWords = long.map(([, name = '']) => searchedAs(name).split(' ').slice(2).at(-1) ?? '');
  const isSex = lastWords.length > 1 && lastWords.every((word) => word === 'nam' || word === 'nu');
  if (!isSex || !lastWords.includes('nu')) return parted;
  return parted.map((cells) => {
    const [number = '', name = '', ...rest] = cells;
    const end = name.lastIndexOf(' ');
    return cells.length > 1 ? [number, name.slice(0, end), name.slice(end + 1), ...rest] : cells;
  });
}

/** Returns the people of a list of receivers, as a program of mail writes it; null of other texts. */
export function receiversOf(text: string): string[][] | null {
  const receiver = /\s*"?([^<>,;"\n@]+?)"?\s*<([^<>\s@]+@[^<>\s]+)>\s*(?:[,;\n]|$)/g;
  const found = [...text.matchAll(receiver)].map(([, name = '', email = '']) => [name, email]);
  return found.length > 0 && text.replace(receiver, '').trim() === '' ? found : null;
}

/**
 * Puts the cells of a table side by side that came one below the other, as columns of some programs are copied: each
 * person begins with a line of a number, one more than that of the person before. Null of other texts.
 */
export function unfoldedLines(
  lines: readonly { line: number; text: string }[],
): { line: number; cells: string[] }[] | null {
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
