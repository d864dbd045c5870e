import t from 'tap';
import { ERRORS } from '../../core/contract/error-codes.ts';
import { contractFiles, contracts } from '../contract/all-contracts.ts';
import { readSource, sourceFiles } from './module-graph.ts';

const text = readSource('docs/api.md');
t.test('docs/api.md has every error with its status and message, and no other', async (t) => {
  const rows = [...text.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \| (.+) \|$/gm)];
  t.same(
    rows.map(([, code, status, message]) => [code, Number(status), message]),
    Object.entries(ERRORS).map(([code, [status, message]]) => [code, status, message]),
  );
});

/** Parts of the contracts of others: kinds of questions, what a card is, a card to study. */
const PARTS = /^core\/(exam\/question\/|contract\/card-shape|learning\/study-card)/;

t.test('docs/api.md has every call with its access, and no other', async (t) => {
  const files = sourceFiles().filter((file) => /^core\/.+\.schema\.ts$/.test(file) && !PARTS.test(file));
  t.equal(files.length, contractFiles.length, 'every contract is looked at here');
  const rows = [...text.matchAll(/^\| `([A-Z]+ \/\S+)` \| ([\w,]+) \|/gm)];
  t.same(
    rows.map(([, call, access]) => `${call}: ${access}`).sort(),
    contracts.map(({ method, url, access }) => `${method} ${url}: ${access}`).sort(),
  );
});
