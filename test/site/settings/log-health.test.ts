import t from 'tap';
import type { AdminHome } from '../../../core/site/admin-home.schema.ts';
import { logHealth } from '../../../web/site/settings/home-section.tsx';

const good: AdminHome['log'] = {
  events: 5,
  lag: 0,
  lag_seconds: 0,
  parked: 0,
  verified_at: null,
  differences: null,
};

t.test('the worst that there is to say of the log is said', async (t) => {
  const verified_at = '2026-11-21T20:30:00.000Z';
  t.equal(logHealth(good), 'good', 'a young log was never checked');
  t.equal(logHealth({ ...good, verified_at, differences: 0 }), 'good');
  t.equal(logHealth({ ...good, lag: 300, lag_seconds: 59 }), 'good', 'a burst of answers is nothing');
  t.equal(logHealth({ ...good, verified_at }), 'unchecked', 'the check failed');
  t.equal(logHealth({ ...good, verified_at, lag: 1, lag_seconds: 61 }), 'behind');
  t.equal(logHealth({ ...good, lag_seconds: 61, verified_at, differences: 1 }), 'differs');
  t.equal(logHealth({ ...good, lag_seconds: 61, verified_at, differences: 1, parked: 1 }), 'parked');
});
