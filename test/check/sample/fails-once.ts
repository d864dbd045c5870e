import t from 'tap';
import { isFirstTime } from './first-time.ts';

t.test('what holds the second time', async (t) => {
  t.notOk(isFirstTime('fails-once'), 'the shared account is free');
});
