import t, { type Test } from 'tap';
import { followPage, type PageLife } from '../../../web/lib/live/page-life.ts';

/** A browser's page, as far as it is listened to. */
function givenPage(t: Test) {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false });
  t.intercept(globalThis, 'window' as never, { value: page });
  t.intercept(globalThis, 'document' as never, { value: document });
  return {
    see(hidden: boolean) {
      document.hidden = hidden;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    say: (type: string, more: object = {}) => page.dispatchEvent(Object.assign(new Event(type), more)),
    /** True when the browser would ask. */
    unload: () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

t.test('each turn of the page is told once, and none after the end', async (t) => {
  const page = givenPage(t);
  const heard: string[] = [];
  const note = (name: string) => () => heard.push(name);
  const life: PageLife = {
    onVisible: note('visible'),
    onHidden: note('hidden'),
    onLeave: note('leave'),
    onReturn: note('return'),
    onOnline: note('online'),
    onStored: (key) => heard.push(key),
  };
  const stop = followPage(life);
  const everything = () => {
    page.see(true);
    page.see(false);
    for (const type of ['pagehide', 'pageshow', 'online']) page.say(type);
    page.say('storage', { key: 'an entry' });
    // Everything was cleared.
    page.say('storage', { key: null });
  };
  everything();
  t.same(heard, ['hidden', 'visible', 'leave', 'return', 'online', 'an entry']);
  stop();
  everything();
  t.equal(heard.length, 6);
});

t.test('the browser asks before the page goes while something is at risk', async (t) => {
  const page = givenPage(t);
  let risk = false;
  const stop = followPage({ isAtRisk: () => risk });
  t.notOk(page.unload());
  risk = true;
  t.ok(page.unload());
  stop();
  t.notOk(page.unload());
});
