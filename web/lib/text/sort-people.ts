interface Person {
  student_id: number;
  name: string;
}

/** How words stand in a Vietnamese list, numbers in them by their value. */
const words = new Intl.Collator('vi', { numeric: true });

/** The given name, which Vietnamese put last, and the names before it. */
function nameParts(name: string): [given: string, family: string] {
  const all = name.trim().split(/\s+/);
  const given = all.pop() ?? '';
  return [given, all.join(' ')];
}

/** How people stand in a register: by given name, then by family name. */
export function byName(a: Pick<Person, 'name'>, b: Pick<Person, 'name'>): number {
  const [[given, family], [otherGiven, otherFamily]] = [nameParts(a.name), nameParts(b.name)];
  return words.compare(given, otherGiven) || words.compare(family, otherFamily);
}

/** Sorted up or down; equals stand by name, so that they keep their places. */
export function sortPeople<P extends Person>(
  people: readonly P[],
  way: 'up' | 'down',
  compare: (a: P, b: P) => number,
): P[] {
  const sign = way === 'down' ? -1 : 1;
  return people.toSorted((a, b) => sign * compare(a, b) || byName(a, b) || a.student_id - b.student_id);
}
