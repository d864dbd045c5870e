import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT, readSource } from '../repository/module-graph.ts';
import { SECURITY_ROWS } from './rows.ts';

/** What opens a test with the title, in any quotation marks. */
const hasTest = (file: string, title: string): boolean =>
  ["'", '"', '`'].some((mark) => {
    const text = title.replaceAll("'", mark === "'" ? "\\'" : "'");
    return new RegExp(`\\bt\\.test\\(\\s*${mark}${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${mark}`).test(
      readSource(file),
    );
  });

t.test('there are fifty rows, each with its proof or its reason', async (t) => {
  t.same(
    SECURITY_ROWS.map(({ number }) => number),
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  t.same(
    SECURITY_ROWS.filter(({ proofs, reason }) => proofs.length === 0 && !reason).map(({ number }) => number),
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
