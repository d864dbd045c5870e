import { searchedAs } from '../text/normal-form.ts';
import { cellsOf, plainPaste } from '../text/pasted-cells.ts';
import type { RosterRow } from './roster-row.ts';
import { isUserName, tidyUserName } from './user-name.ts';

/** A row of a pasted list, with the line on which it stands. */
export interface PastedRow extends RosterRow {
  line: number;
}

type Column = 'name' | 'family' | 'given' | 'user_name' | 'email';

/** What the columns are called, without accents, in lists of Vietnamese and English schools. */
const HEADS: Record<Column, readonly string[]> = {
  name: [
    'name',
    'full name',
    'student',
    'student name',
    'ho ten',
    'ho va ten',
    'ho va ten hoc sinh',
    'hoc sinh',
  ],
  family: ['ho', 'ho dem', 'ho va ten dem', 'ho va dem', 'ho lot', 'last name', 'family name', 'surname'],
  given: ['ten', 'first name', 'given name'],
  user_name: ['user name', 'username', 'user', 'login', 'ten dang nhap', 'tai khoan'],
  email: ['email', 'e-mail', 'mail', 'email address', 'thu dien tu', 'dia chi email'],
};

/** Columns that lists have, and that do not identify anybody. */
const OTHER_HEADS = [
  'stt',
  'so tt',
  'no',
  'no.',
  '#',
  'lop',
  'class',
  'ngay sinh',
  'date of birth',
  'gioi tinh',
];

const fold = searchedAs;

const headOf = (cell: string): Column | undefined =>
  (Object.keys(HEADS) as Column[]).find((column) => HEADS[column].includes(fold(cell)));

/** What parts the cells: what most lines have. */
function separatorOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isFrequent = (separator: string) =>
    lines.filter((line) => line.includes(separator)).length * 2 >= lines.length;
  return ['\t', ';', ','].find(isFrequent) ?? '\t';
}

/** Columns without a head: an @ is of an address, a number counts rows, the first of the rest is the name. */
function guessColumns(rows: readonly string[][]): (Column | undefined)[] {
  const filled = (index: number) => rows.map((cells) => cells[index] ?? '').filter(Boolean);
  const columns: (Column | undefined)[] = [];
  for (let index = 0; index < Math.max(0, ...rows.map(({ length }) => length)); index++) {
    const cells = filled(index);
    const has = (column: Column) => columns.includes(column);
    const mostly = (is: (cell: string) => boolean) => cells.filter(is).length * 2 > cells.length;
    if (!has('email') && mostly((cell) => cell.includes('@') && !cell.startsWith('@'))) columns.push('email');
    else if (mostly((cell) => /^[\d.]+$/.test(cell))) columns.push(undefined);
    else if (!has('name')) columns.push('name');
    else if (!has('user_name') && mostly((cell) => isUserName(tidyUserName(cell)))) columns.push('user_name');
    else columns.push(undefined);
  }
  return columns;
}

/** Reads people out of what a teacher pastes: a column of names, or columns of a spreadsheet, with or without heads. */
export function readRoster(pasted: string): PastedRow[] {
  const text = plainPaste(pasted);
  const rows = cellsOf(text, separatorOf(text));
  const heads = rows[0]?.cells ?? [];
  const known = heads.filter((cell) => headOf(cell) ?? OTHER_HEADS.includes(fold(cell)));
  const named = heads.map(headOf);
  const hasHeads =
    known.length * 2 >= heads.filter(Boolean).length && (named.includes('name') || named.includes('given'));
  const people = hasHeads ? rows.slice(1) : rows;
  const columns = hasHeads ? named : guessColumns(people.map(({ cells }) => cells));
  return people.map(({ line, cells }) => {
    const of = (column: Column): string => cells[columns.indexOf(column)] ?? '';
    const name = columns.includes('name') ? of('name') : `${of('family')} ${of('given')}`.trim();
    return {
      line,
      name: name.replace(/^\d+[.)]\s+/, ''),
      user_name: of('user_name') || null,
      email: of('email') || null,
    };
  });
}
