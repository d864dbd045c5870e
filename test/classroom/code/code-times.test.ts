import t from 'tap';
import { codeTimes } from '../../../web/classroom/code/class-code.modal.tsx';

const now = Date.parse('2026-11-21T08:00:00Z');

t.test('JOI-05 a code holds and is open from now on, and never open for longer than it holds', async (t) => {
  t.same(codeTimes(now, 24, 15), {
    ends_at: '2026-11-22T08:00:00.000Z',
    open_until: '2026-11-21T08:15:00.000Z',
  });
  t.same(codeTimes(now, 168, 0), { ends_at: '2026-11-28T08:00:00.000Z', open_until: null });
  t.equal(codeTimes(now, 24, 1440).open_until, '2026-11-22T08:00:00.000Z');
});
