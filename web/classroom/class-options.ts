import type { Classroom } from '../../core/classroom/classroom.schema.ts';

/** Returns what a select offers: the names, with the number where two classes have the same. */
export function classOptions(classes: readonly Pick<Classroom, 'id' | 'name'>[]) {
  return classes.map(({ id, name }) => {
    const isShared = classes.some((other) => other.id !== id && other.name === name);
    return { value: String(id), label: isShared ? `${name} (${id})` : name };
  });
}
