import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { givenName } from '../../lib/text/given-name.ts';
import { sortPeople } from '../../lib/text/sort-people.ts';

/** Handed in comes last, however much of it was answered. */
const stepOf = ({ completed, total, answered_count }: ClassResult) =>
  completed ? total + 1 : answered_count;

/** The students of one exam, those who are behind first. */
export const wallOrder = (rows: readonly ClassResult[]): ClassResult[] =>
  sortPeople(rows, 'up', (a, b) => stepOf(a) - stepOf(b));

/** Returns what each student is called on the wall: the given name, or the whole name where several have the same. */
export function wallNames(rows: readonly ClassResult[]): Map<number, string> {
  const given = rows.map(({ name }) => givenName(name));
  const isShared = (name: string) => given.indexOf(name) !== given.lastIndexOf(name);
  return new Map(
    rows.map(({ student_id, name }, index) => [student_id, isShared(given[index]!) ? name : given[index]!]),
  );
}
