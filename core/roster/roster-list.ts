import { ROSTER_PART_MAX } from '../account/account-limits.ts';
import type { CheckedRow } from './roster.schema.ts';
import type { RosterProblem, RosterRow } from './roster-row.ts';
import type { LeftOutLine, PastedRow } from './roster-text.ts';

/** A person of a list that is not an account yet. */
export interface ListedRow extends PastedRow {
  problem: RosterProblem | null;
  /** The user name that would be made of the name. */
  suggested: string | null;
  /** A student of the class has this name. */
  isNamesake: boolean;
  /** Changed since the server looked at it. */
  isMended: boolean;
}

/** What is sent of a row. */
export const bodyOf = ({ name, user_name, email }: RosterRow): RosterRow => ({ name, user_name, email });

/** The rows with what the server says of each. */
export const withChecks = (rows: readonly PastedRow[], checks: readonly CheckedRow[]): ListedRow[] =>
  rows.map(({ line, note, isDoubtful, ...row }, index) => ({
    ...bodyOf(row),
    line,
    ...(note !== undefined && { note }),
    ...(isDoubtful && { isDoubtful }),
    problem: checks[index]?.problem ?? null,
    suggested: checks[index]?.user_name ?? null,
    isNamesake: checks[index]?.is_namesake ?? false,
    isMended: false,
  }));

/** The row of this line with other values; what it is worth the server says. */
export const mended = (rows: readonly ListedRow[], line: number, change: Partial<RosterRow>): ListedRow[] =>
  rows.map((row) => (row.line === line ? { ...row, ...change, isMended: true } : row));

/** The rows as somebody has looked at them: their names are meant as they stand. */
export const lookedAt = (rows: readonly ListedRow[]): PastedRow[] =>
  rows.map(({ isDoubtful: _, ...row }) => row);

/** The list with a line in it that was left out, to be looked at. */
export function takenIn(
  { rows, leftOut }: { rows: readonly ListedRow[]; leftOut: readonly LeftOutLine[] },
  line: number,
): { rows: ListedRow[]; leftOut: LeftOutLine[] } {
  const [taken] = withChecks(
    leftOut.filter((one) => one.line === line),
    [],
  );
  const all = taken ? [...rows, { ...taken, isMended: true }] : [...rows];
  return {
    rows: all.sort((a, b) => a.line - b.line),
    leftOut: leftOut.filter((one) => one.line !== line),
  };
}

export const isGood = ({ problem, isMended, isDoubtful }: ListedRow): boolean =>
  problem === null && !isMended && !isDoubtful;

/** A few of the rows, sent together under one key until they are accounts. */
export interface ListPart {
  key: string;
  rows: readonly ListedRow[];
}

/** The next rows that can become accounts; undefined when none is left. */
export function nextPart(rows: readonly ListedRow[], makeKey: () => string): ListPart | undefined {
  const good = rows.filter(isGood).slice(0, ROSTER_PART_MAX);
  return good.length > 0 ? { key: makeKey(), rows: good } : undefined;
}

/** The list after a part was refused: its rows with the problem that each has. */
export function refusedPart(
  rows: readonly ListedRow[],
  part: ListPart,
  problems: readonly (RosterProblem | null)[],
): ListedRow[] {
  const of = new Map(part.rows.map(({ line }, index) => [line, problems[index] ?? null]));
  return rows.map((row) => ({ ...row, problem: of.get(row.line) ?? row.problem }));
}

/** The list without the rows of a part, which are accounts now. */
export const withoutPart = (rows: readonly ListedRow[], { rows: made }: ListPart): ListedRow[] =>
  rows.filter(({ line }) => !made.some((one) => one.line === line));
