import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { column } from '../harness/columns.ts';
import { ROOT, readSource } from '../repository/module-graph.ts';
import { FOUND, SECURITY_ROWS } from './rows.ts';

/** Whether a test is opened with the title, in any quotation marks: by `test`, or by what a file has made of it. */
const hasTest = (file: string, title: string): boolean =>
  ["'", '"', '`'].some((mark) => {
    const text = title.replaceAll("'", mark === "'" ? "\\'" : "'");
    return new RegExp(`\\b\\w+\\(\\s*${mark}${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${mark}`).test(
      readSource(file),
    );
  });

t.test('rows are numbered from one on, each with its proof or its reason', async (t) => {
  t.same(
    column(SECURITY_ROWS, 'number'),
    SECURITY_ROWS.map((_, index) => index + 1),
  );
  t.same(
    column(
      SECURITY_ROWS.filter(({ proofs, reason }) => proofs.length === 0 && !reason),
      'number',
    ),
    [],
  );
});

t.test('whatever a review has found is held by rows that there are', async (t) => {
  const numbers = new Set(column(SECURITY_ROWS, 'number'));
  t.same(
    FOUND.filter(([, rows]) => rows.length === 0 || rows.some((number) => !numbers.has(number))),
    [],
  );
});

t.test('every test that proves a row is there, by its whole title', async (t) => {
  const missing = SECURITY_ROWS.flatMap(({ number, proofs }) =>
    proofs
      .filter(({ file, title }) => !existsSync(join(ROOT, file)) || !hasTest(file, title))
      .map(({ file, title }) => `S${number}: ${title} (${file})`),
  );
  t.same(missing, []);
});
