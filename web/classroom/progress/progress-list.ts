import type { StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import type { StudentDays } from '../../../core/classroom/teacher-home.schema.ts';
import { searchedAs } from '../../../core/text/normal-form.ts';
import { byName, sortPeople } from '../../lib/text/sort-people.ts';

export const SORTS = [
  'name-up',
  'name-down',
  'cards-down',
  'cards-up',
  'days-down',
  'days-up',
  'time-down',
  'time-up',
  'seen-down',
  'seen-up',
] as const;
/** What is sorted by, and whether the values go up or down. */
export type Sort = (typeof SORTS)[number];

/** What a column is sorted by, and the way that people want first. */
export const FIRST_WAYS = { name: 'up', cards: 'down', days: 'down', time: 'down', seen: 'down' } as const;
export type SortKey = keyof typeof FIRST_WAYS;

/** The order after a click on a column: the way that people want first, or the other one. */
export function sortAfterClick(sort: Sort, key: SortKey): Sort {
  const [current, way] = sort.split('-');
  if (current !== key) return `${key}-${FIRST_WAYS[key]}`;
  return `${key}-${way === 'up' ? 'down' : 'up'}`;
}

/** A student's figures of the days asked for, with the last fourteen days once they are here. */
export interface ListedStudent extends StudentProgress {
  days: readonly number[] | undefined;
  last_day: string | null | undefined;
}

export function withDays(
  rows: readonly StudentProgress[],
  days: readonly StudentDays[] | undefined,
): ListedStudent[] {
  const known = new Map(days?.map((row) => [row.student_id, row]));
  return rows.map((row) => {
    const own = known.get(row.student_id);
    return { ...row, days: own?.cards, last_day: own?.last_day };
  });
}

const compareTexts = (a: string, b: string) => Number(a > b) - Number(a < b);

function compare(key: string): (a: ListedStudent, b: ListedStudent) => number {
  switch (key) {
    case 'cards':
      return (a, b) => a.cards_studied - b.cards_studied;
    case 'days':
      return (a, b) => a.card_days - b.card_days;
    case 'time':
      return (a, b) => a.time_spent_seconds - b.time_spent_seconds;
    case 'seen':
      // A student that has not studied yet comes after the longest silent one; an ISO date sorts as text.
      return (a, b) => compareTexts(a.last_day ?? '', b.last_day ?? '');
    default:
      return byName;
  }
}

/** Returns whether each word of a search is in the name or the address, accents or not. */
function isFound({ name, email }: StudentProgress, words: readonly string[]): boolean {
  const text = searchedAs(`${name} ${email}`);
  return words.every((word) => text.includes(word));
}

/** The rows that a search finds with at least `minimum` cards, sorted. */
export function listedStudents(
  rows: readonly ListedStudent[],
  { sort, minimum, search = '' }: { sort: Sort; minimum: number; search?: string },
): ListedStudent[] {
  const [key = '', way] = sort.split('-');
  const words = searchedAs(search).split(' ').filter(Boolean);
  const listed = rows.filter((row) => row.cards_studied >= minimum && isFound(row, words));
  return sortPeople(listed, way === 'down' ? 'down' : 'up', compare(key));
}

/** Returns the students with other figures than before; a student that came or left does not count. */
export function changedStudents(
  before: readonly StudentProgress[],
  after: readonly StudentProgress[],
): number[] {
  const known = new Map(before.map((row) => [row.student_id, row]));
  return after
    .filter((row) => {
      const old = known.get(row.student_id);
      return (
        old &&
        (old.cards_studied !== row.cards_studied ||
          old.card_days !== row.card_days ||
          old.time_spent_seconds !== row.time_spent_seconds)
      );
    })
    .map(({ student_id }) => student_id);
}
