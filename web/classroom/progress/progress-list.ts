import type { StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import { byName, sortPeople } from '../../lib/sort-people.ts';

export const SORTS = ['name-up', 'name-down', 'cards-down', 'cards-up', 'time-down', 'time-up'] as const;
/** What is sorted by, and whether the values go up or down. */
export type Sort = (typeof SORTS)[number];

function compare(key: string): (a: StudentProgress, b: StudentProgress) => number {
  switch (key) {
    case 'cards':
      return (a, b) => a.cards_studied - b.cards_studied;
    case 'time':
      return (a, b) => a.time_spent_seconds - b.time_spent_seconds;
    default:
      return byName;
  }
}

/** The rows of at least `minimum` cards, sorted. */
export function listedStudents(
  rows: readonly StudentProgress[],
  { sort, minimum }: { sort: Sort; minimum: number },
): StudentProgress[] {
  const [key = '', way] = sort.split('-');
  const listed = rows.filter((row) => row.cards_studied >= minimum);
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
        old && (old.cards_studied !== row.cards_studied || old.time_spent_seconds !== row.time_spent_seconds)
      );
    })
    .map(({ student_id }) => student_id);
}
