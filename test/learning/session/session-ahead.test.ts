import t from 'tap';
import { SessionAhead } from '../../../web/learning/session/use-learning-session.ts';
import { STORAGE_KEY } from '../../../web/lib/kept/storage-key.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';

t.beforeEach((t) => {
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  localStorage.setItem(STORAGE_KEY.token, 'a-token');
});

const opened = () => {
  const controller = { isClosed: false, close: () => Object.assign(controller, { isClosed: true }) };
  return { controller };
};

t.test('a session that was opened ahead is taken over by its page, once', async (t) => {
  const ahead = new SessionAhead<ReturnType<typeof opened>>();
  const session = opened();
  ahead.put(7, session);
  t.equal(ahead.take(7), session);
  t.equal(session.controller.isClosed, false);
  t.equal(ahead.take(7), undefined);
});

t.test('ERR-39 one that was opened with a login that has ended is nothing for the next login', async (t) => {
  const ahead = new SessionAhead<ReturnType<typeof opened>>();
  const session = opened();
  ahead.put(7, session);
  localStorage.setItem(STORAGE_KEY.token, 'the-next');
  t.equal(ahead.take(7), undefined, 'its refusal would end this login as well');
  t.equal(session.controller.isClosed, true);
});

t.test('one of another deck is closed', async (t) => {
  const ahead = new SessionAhead<ReturnType<typeof opened>>();
  const session = opened();
  ahead.put('today', session);
  t.equal(ahead.take(7), undefined);
  t.equal(session.controller.isClosed, true);
});
