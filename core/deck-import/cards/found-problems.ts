import { PROBLEMS_MAX } from '../import-limits.ts';
import { type ImportProblem, storableParams } from './import-problems.ts';

/** What an import has found wrong; of very many, the first of each severity are kept and all are counted. */
export class FoundProblems {
  readonly kept: ImportProblem[] = [];
  errors = 0;
  warnings = 0;

  add(problem: Omit<ImportProblem, 'params'> & Partial<Pick<ImportProblem, 'params'>>): void {
    const count = problem.severity === 'error' ? ++this.errors : ++this.warnings;
    if (count > PROBLEMS_MAX / 2) return;
    this.kept.push({ ...problem, params: storableParams(problem.params ?? {}) });
  }
}
