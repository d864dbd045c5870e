import t from 'tap';
import type { KeptSession } from '../../../web/learning/session/session-cache.ts';
import { deferredWrites } from '../../../web/learning/session/use-learning-session.ts';
import { newCards, opened } from './session-cards.ts';

const kept = (timestamp: number): KeptSession => ({
  timestamp,
  state: opened(newCards(1)),
  deck: null,
  settings: null,
});

/** A storage, and a frame that is drawn when the test says so. */
function bench() {
  let stored: KeptSession | null = null;
  const written: number[] = [];
  let drawn = () => {};
  const cache = deferredWrites(
    {
      read: () => stored,
      write: (session) => {
        stored = session;
        written.push(session.timestamp);
      },
      readLearned: () => [],
      clear: () => {
        stored = null;
      },
    },
    (run) => {
      drawn = run;
      return () => {
        drawn = () => {};
      };
    },
  );
  const fromOtherTab = (timestamp: number) => {
    stored = kept(timestamp);
  };
  return { cache, written, fromOtherTab, frame: () => drawn() };
}

t.test('LRN-46 a session is written after the frame that shows the next card, once', async (t) => {
  const { cache, written, frame } = bench();
  cache.write(kept(1));
  cache.write(kept(2));
  t.same(written, [], 'nothing before it');
  frame();
  t.same(written, [2], 'the last state alone');
  cache.flush();
  t.same(written, [2], 'and not again');
});

t.test('LRN-46 a page that goes writes what waits', async (t) => {
  const { cache, written, frame } = bench();
  cache.write(kept(1));
  cache.flush();
  frame();
  t.same(written, [1]);
});

t.test('LRN-46 what waits is read, unless another tab went on with the session', async (t) => {
  const { cache, written, fromOtherTab, frame } = bench();
  fromOtherTab(1);
  cache.write(kept(2));
  t.equal(cache.read()?.timestamp, 2);
  cache.write(kept(3));
  fromOtherTab(4);
  t.equal(cache.read()?.timestamp, 4);
  frame();
  t.same(written, [2], 'the other tab is not overwritten');
});

t.test('LRN-46 a session that is forgotten is not written any more', async (t) => {
  const { cache, written, frame } = bench();
  cache.write(kept(1));
  cache.clear();
  frame();
  cache.flush();
  t.same(written, []);
  t.equal(cache.read(), null);
});
