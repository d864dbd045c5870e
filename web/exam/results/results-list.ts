import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { pointsOf } from '../../../core/exam/results/points.ts';
import { byName, sortPeople } from '../../lib/text/sort-people.ts';

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
const rightOf = ({ score }: ClassResult) => score ?? 0;

const pointsIn = (row: ClassResult) => pointsOf(rightOf(row), row.total);

const handedInAt = ({ completed_at }: ClassResult) => (completed_at === null ? 0 : Date.parse(completed_at));

/** The clock of this student's exam runs. */
export const isAtWork = ({ status }: ClassResult): boolean => status === 'in_progress';

/** The rows with at least `minimum` right, sorted; those at work stand on top. */
export function listedResults(
  rows: readonly ClassResult[],
  { sort, minimum }: { sort: ResultSort; minimum: number },
): ClassResult[] {
  const listed = sortedResults(
    rows.filter((row) => rightOf(row) >= minimum),
    sort,
  );
  return [...listed.filter(isAtWork), ...listed.filter((row) => !isAtWork(row))];
}

/** By date, those without one stand last, whichever the way. */
function sortedResults(listed: readonly ClassResult[], sort: ResultSort): ClassResult[] {
  const [key, direction] = sort.split('-');
  const way = direction === 'down' ? 'down' : 'up';
  switch (key) {
    case 'score':
      return sortPeople(listed, way, (a, b) => pointsIn(a) - pointsIn(b));
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
