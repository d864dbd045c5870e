import t from 'tap';
import { isFirstTime } from './first-time.ts';

t.test('what survives the second time', async (t) => {
  t.ok(true);
  if (isFirstTime('dies-once')) process.kill(process.pid, 'SIGKILL');
});
