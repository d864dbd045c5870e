import type { ClassResult } from '../../../core/exam/submission.schema.ts';
import { byName, sortPeople } from '../../lib/sort-people.ts';

export const RESULT_SORTS = [
  'name-up',
  'name-down',
  'score-down',
  'score-up',
  'date-down',
  'date-up',
] as const;
/** What is sorted by, and whether the values go up or down. */
export type ResultSort = (typeof RESULT_SORTS)[number];

/** A student who has not handed in counts as 0. */
const scoreOf = ({ score }: ClassResult) => score ?? 0;

const handedInAt = ({ completed_at }: ClassResult) => (completed_at === null ? 0 : Date.parse(completed_at));

/** The rows of at least `minimum` points, sorted; by date, those without one stand last, whichever the way. */
export function listedResults(
  rows: readonly ClassResult[],
  { sort, minimum }: { sort: ResultSort; minimum: number },
): ClassResult[] {
  const [key, direction] = sort.split('-');
  const way = direction === 'down' ? 'down' : 'up';
  const listed = rows.filter((row) => scoreOf(row) >= minimum);
  switch (key) {
    case 'score':
      return sortPeople(listed, way, (a, b) => scoreOf(a) - scoreOf(b));
    case 'date':
      return [
        ...sortPeople(
          listed.filter(({ completed }) => completed),
          way,
          (a, b) => handedInAt(a) - handedInAt(b),
        ),
        ...sortPeople(
          listed.filter(({ completed }) => !completed),
          'up',
          byName,
        ),
      ];
    default:
      return sortPeople(listed, way, byName);
  }
}

/** Distinguishes the rows of all exams. */
export const rowKey = ({ exam_id, student_id }: Pick<ClassResult, 'exam_id' | 'student_id'>) =>
  `${exam_id} ${student_id}`;

/**
 * Returns the students that have handed in or have another score than before. Students that came or left are no news.
 */
export function changedResults(before: readonly ClassResult[], after: readonly ClassResult[]): number[] {
  const known = new Map(before.map((row) => [rowKey(row), row]));
  return after
    .filter((row) => {
      const old = known.get(rowKey(row));
      return old && (old.completed !== row.completed || old.score !== row.score || old.total !== row.total);
    })
    .map(({ student_id }) => student_id);
}
