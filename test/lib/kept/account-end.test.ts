import t from 'tap';
import { accountEnd, forgetAccountEnd, noteAccountEnd } from '../../../web/lib/kept/account-end.ts';
import { memoryStorage } from './memory-storage.ts';

t.test('OWN-03 an answer that was under way while the account was kept does not end it again', async (t) => {
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  t.intercept(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
  const [first, second] = ['2026-12-07T08:00:00.000Z own', '2026-12-07T09:00:00.000Z own'];
  noteAccountEnd(first);
  t.equal(accountEnd(), first);
  forgetAccountEnd();
  noteAccountEnd(first);
  t.equal(accountEnd(), null);
  noteAccountEnd(second);
  t.equal(accountEnd(), second, 'asked for once more');
});
