import { CLASS_NAME_MAX } from '../../../core/classroom/classroom-limits.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';

export interface NewClassValues {
  name: string;
  /** An id, or empty when none is chosen. */
  deck: string;
}

export type NewClassProblem = 'name-missing' | 'name-long' | 'deck-missing';

export type NewClassProblems = Partial<Record<keyof NewClassValues, NewClassProblem>>;

/** Returns what is wrong with the name of a class. */
export function nameProblem(name: string): NewClassProblem | undefined {
  const letters = graphemeCount(name.trim());
  if (letters === 0) return 'name-missing';
  return letters > CLASS_NAME_MAX ? 'name-long' : undefined;
}

/** Returns what is wrong with a new class, in the order of its fields; nothing when it may be sent. */
export function checkNewClass({ name, deck }: NewClassValues): NewClassProblems {
  const wrongName = nameProblem(name);
  return {
    ...(wrongName && { name: wrongName }),
    ...(deck === '' && { deck: 'deck-missing' }),
  };
}
