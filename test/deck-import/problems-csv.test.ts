import t from 'tap';
import type { Problem } from '../../core/deck-import/deck-import.schema.ts';
import { problemsFileName, problemsTable } from '../../web/deck-import/problem-list.tsx';
import { csvText } from '../../web/lib/text/csv.ts';

t.test('ADM-23 SL-55 all problems as a table, harmless for spreadsheets', async (t) => {
  const problem = (changed: Partial<Problem>): Problem => ({
    ...{ severity: 'error', row: 2, field: 'front', code: 'front_required', params: {} },
    message: 'The front is missing',
    ...changed,
  });
  const table = problemsTable(
    [
      problem({ params: { words: 'a cat' } }),
      problem({ row: null, field: null, severity: 'warning', message: '=A1, unused' }),
    ],
    {
      head: ['Row', 'Words', 'Field', 'Kind', 'Problem'],
      severity: ({ severity }) => severity.toUpperCase(),
      text: ({ message }) => message,
    },
  );
  t.equal(
    csvText(table),
    '\uFEFFRow,Words,Field,Kind,Problem\r\n2,a cat,front,ERROR,The front is missing\r\n,,,WARNING,"\'=A1, unused"\r\n',
  );
  t.equal(problemsFileName(7), 'import-7-problems.csv');
});
