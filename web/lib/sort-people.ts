interface Person {
  student_id: number;
  name: string;
}

/** How names stand in a Vietnamese list, numbers in them by their value. */
const names = new Intl.Collator('vi', { numeric: true });

export const byName = (a: Person, b: Person): number => names.compare(a.name, b.name);

/** Sorted up or down; equals stand by name, so that they keep their places. */
export function sortPeople<P extends Person>(
  people: readonly P[],
  way: 'up' | 'down',
  compare: (a: P, b: P) => number,
): P[] {
  const sign = way === 'down' ? -1 : 1;
  return people.toSorted((a, b) => sign * compare(a, b) || byName(a, b) || a.student_id - b.student_id);
}
