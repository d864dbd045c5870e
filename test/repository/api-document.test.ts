import t from 'tap';
import { ERRORS } from '../../core/contract/error-codes.ts';
import { contracts } from '../contract/all-contracts.ts';
import { readSource } from './module-graph.ts';

const text = readSource('docs/api.md');
t.test('docs/api.md has every error with its status and message, and no other', async (t) => {
  const rows = [...text.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \| (.+) \|$/gm)];
  t.same(
    rows.map(([, code, status, message]) => [code, Number(status), message]),
    Object.entries(ERRORS).map(([code, [status, message]]) => [code, status, message]),
  );
});

t.test('docs/api.md has every call with its access, and no other', async (t) => {
  const rows = [...text.matchAll(/^\| `([A-Z]+ \/\S+)` \| ([\w,]+) \|/gm)];
  t.same(
    rows.map(([, call, access]) => `${call}: ${access}`).sort(),
    contracts.map(({ method, url, access }) => `${method} ${url}: ${access}`).sort(),
  );
});
