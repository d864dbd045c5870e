import t from 'tap';
import { readCount } from '../../bin/check/tap-run.ts';

t.test('the count of the whole run is read, and no other line taken for it', async (t) => {
  t.same(readCount('# { total: 16, pass: 6, fail: 7, todo: 1, skip: 2 }'), {
    passed: 6,
    failed: 7,
    skipped: 3,
  });
  t.same(readCount('# { total: 15, pass: 15 }'), { passed: 15, failed: 0, skipped: 0 });
  for (const line of ['    # { total: 15, pass: 15 }', 'ok 1 - { total: 15 }', '# time=12ms', ''])
    t.equal(readCount(line), undefined);
});
